//! Values across the boundary.

use crate::{Arg, Args, Error};
use js_sys::{Array, Number, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = String)]
    fn string(value: &JsValue) -> String;
}

/// A value as a caller wrote it.
///
/// By hand: with `serde_wasm_bindgen::from_value`, which formats floats in its errors, the module is 9.7 kB (brotli) larger.
pub(super) fn arg(value: &JsValue) -> Arg {
    if value.is_undefined() || value.is_null() {
        Arg::Absent
    } else if let Some(text) = value.as_string() {
        Arg::Text(text)
    } else if let Some(number) = value.dyn_ref::<Number>() {
        let exact = Number::is_safe_integer(value) && number.value_of() >= 0.0;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        if exact { Arg::Number(number.value_of() as u64) } else { Arg::Other(string(value)) }
    } else if let Some(truth) = value.as_bool() {
        Arg::Bool(truth)
    } else if Array::is_array(value) {
        Arg::List(items(value.unchecked_ref()))
    } else if value.is_object() {
        Arg::Map(args(value).0)
    } else {
        Arg::Other(string(value))
    }
}


fn items(array: &Array) -> Vec<Arg> {
    (0..array.length()).map(|i| arg(&array.get(i))).collect()
}

/// An object of options.
pub(super) fn args(value: &JsValue) -> Args {
    let Some(object) = value.dyn_ref::<Object>() else { return Args::default() };
    let (names, values) = (Object::keys(object), items(&Object::values(object)));
    Args(values.into_iter().enumerate().map(|(i, v)| (names.get(i as u32).as_string().unwrap_or_default(), v)).collect())
}

/// Sets a property of a plain object; one that is `None` stays absent.
pub(super) fn set(object: &Object, name: &str, value: Option<impl Into<JsValue>>) {
    if let Some(value) = value {
        // Fails only on frozen objects and proxies; these objects are our own.
        let _ = Reflect::set(object, &name.into(), &value.into());
    }
}

/// An error as the plain object of which the package makes an `EtherealQueryError`.
pub(super) fn failure(error: Error, cause: Option<JsValue>) -> JsValue {
    let error = error.into_details();
    let object = Object::new();
    set(&object, "kind", Some(error.kind.as_str()));
    set(&object, "code", Some(error.code));
    set(&object, "message", Some(error.message));
    set(&object, "retryable", Some(error.retryable));
    set(&object, "endpoint", error.endpoint);
    set(&object, "parameter", error.parameter);
    set(&object, "status", error.status);
    set(&object, "pointer", error.pointer);
    set(&object, "bodySnippet", error.body_snippet);
    set(&object, "serverMessage", error.server_message);
    #[allow(clippy::cast_precision_loss)]
    set(&object, "retryAfterMs", error.retry_after_ms.map(|ms| ms as f64));
    set(&object, "cause", cause);
    object.into()
}
