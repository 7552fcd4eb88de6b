//! Converts errors to values of JavaScript.

use super::object::to_object;
use crate::error::Error;
use js_sys::Reflect;
use std::fmt;
use wasm_bindgen::JsValue;

/// A value that JavaScript threw, as the cause of an error.
pub(super) struct JsCause(pub(super) JsValue);

impl fmt::Debug for JsCause {
    /// Writes no value, because the text of a `JsValue` would add code of wasm-bindgen to the module.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JsCause")
    }
}

impl fmt::Display for JsCause {
    /// Writes a string that was thrown, or the message of an `Error`. Writes nothing for another
    /// value. Then writes the message of the cause, because Node.js throws "fetch failed" and has
    /// the reason in the cause.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = self.0.as_string().or_else(|| message_of(&self.0));
        f.write_str(&message.unwrap_or_default())?;
        if let Some(reason) = message_of(&property(&self.0, "cause")) {
            f.write_str(": ")?;
            f.write_str(&reason)?;
        }
        Ok(())
    }
}

impl std::error::Error for JsCause {}

/// Returns the message of an `Error`. If the message is empty, returns the message of the first
/// error of an `AggregateError`: Node.js tries several addresses of a host, and throws all failures
/// in one such error.
fn message_of(error: &JsValue) -> Option<String> {
    let message = property(error, "message").as_string()?;
    if !message.is_empty() {
        return Some(message);
    }
    let first_error = property(&property(error, "errors"), "0");
    property(&first_error, "message").as_string()
}

/// Returns a property; `undefined` when it cannot be read.
pub(super) fn property(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &name.into()).unwrap_or_default()
}

/// Converts an error to an object with the fields of [`crate::ErrorDetails`] and `cause`. The package creates an
/// `EtherealQueryError` from the object.
pub(super) fn js_error(error: Error) -> JsValue {
    let object = to_object(&*error);
    let cause = error
        .cause
        .as_ref()
        .and_then(|cause| cause.0.downcast_ref::<JsCause>());
    if let Some(JsCause(thrown)) = cause {
        // Setting a property of a new object cannot fail.
        let _ = Reflect::set(&object, &"cause".into(), thrown);
    }
    object
}
