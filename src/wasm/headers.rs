//! Reads headers from JavaScript.

use super::{
    arg::breaks_type_rule,
    js::{array_items, is_array},
};
use crate::{Error, Headers};
use js_sys::Reflect;
use wasm_bindgen::JsValue;

const EXPECTATION: &str = "an object of names and values, Headers, or an array of pairs";

/// Reads an array of pairs, to which the package converts the other forms (`pkg/src/headers.ts`). Errors name
/// `parameter` and show no value.
pub(super) fn read_headers(parameter: &'static str, value: &JsValue) -> Result<Headers, Error> {
    let mut headers = Headers::default();
    if value.is_null_or_undefined() {
        return Ok(headers);
    }
    if !is_array(value) {
        return Err(breaks_type_rule(parameter, value, EXPECTATION));
    }
    for pair in array_items(value) {
        let item = |index| Reflect::get_u32(&pair, index).unwrap_or_default();
        let Some(name) = item(0).as_string() else {
            return Err(breaks_type_rule(parameter, value, EXPECTATION));
        };
        if !item(1).is_undefined() {
            headers.insert(parameter, &name, item(1).as_string().as_deref())?;
        }
    }
    Ok(headers)
}
