//! Reads headers from JavaScript.

use super::{arg::breaks_type_rule, js::is_array, options::Options};
use crate::{Error, Headers};
use wasm_bindgen::JsValue;

/// Reads an object of names and values, to which the package converts the other forms
/// (`pkg/src/arguments/headers.ts`). Errors name `parameter` and show no value.
pub(super) fn read_headers(parameter: &'static str, value: &JsValue) -> Result<Headers, Error> {
    if is_array(value) {
        return Err(breaks_type_rule(parameter, value, "an object, Headers, or pairs of a name and a value"));
    }
    let mut headers = Headers::default();
    for (name, value) in Options::read(parameter, value)?.into_values() {
        if !value.is_undefined() {
            headers.insert(parameter, &name, value.as_string().as_deref())?;
        }
    }
    Ok(headers)
}
