//! Errors on their way to JavaScript.

use crate::Error;
use js_sys::Reflect;
use std::fmt;
use wasm_bindgen::JsValue;

/// A value that JavaScript threw.
pub(super) struct JsCause(pub(super) JsValue);

impl fmt::Debug for JsCause {
    /// Without the value, whose text needs more code of wasm-bindgen.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JsCause")
    }
}

impl fmt::Display for JsCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JavaScript value")
    }
}

impl std::error::Error for JsCause {}

/// An error as an object, of which the package makes an `EtherealQueryError`: the fields of [`crate::ErrorDetails`], and
/// `cause`.
pub(super) fn js_error(error: Error) -> JsValue {
    let object = serde_wasm_bindgen::to_value(&*error).unwrap_or_else(|_| JsValue::from_str(&error.message));
    if let Some(cause) = error.cause.as_ref().and_then(|cause| cause.0.downcast_ref::<JsCause>()) {
        // A fresh object takes any property.
        let _ = Reflect::set(&object, &"cause".into(), &cause.0);
    }
    object
}
