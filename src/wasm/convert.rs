//! Failures on their way out, as text.

use crate::{
    Error,
    text::{number_text, replace},
};
use wasm_bindgen::JsValue;

/// Between the values of a text that crosses the boundary; no value holds it.
pub(super) const SEPARATOR: char = '\0';

/// An error as the text of which `error.js` makes an `EtherealQueryError`; what is absent is empty.
pub(super) fn text_of(error: &Error) -> String {
    let mut out = String::new();
    let mut add = |field: &str| {
        out.push_str(field);
        out.push(SEPARATOR);
    };
    let number = |n: Option<u64>| n.map(number_text).unwrap_or_default();
    add(error.kind.as_str());
    add(error.code);
    add(&error.message);
    add(if error.retryable { "1" } else { "" });
    add(error.endpoint.unwrap_or_default());
    add(error.parameter.unwrap_or_default());
    add(&number(error.status.map(u64::from)));
    add(&number(error.retry_after_ms));
    add(error.gave_up.map_or("", |stop| stop.as_str()));
    add(error.server_message.as_deref().unwrap_or_default());
    if let Some(pointer) = &error.pointer {
        // Not absent, although it may be empty: the whole body. Besides the snippet the only text that can hold the separator.
        add(&["#", &replace(pointer, "\0", "\u{fffd}")].concat());
    } else {
        add("");
    }
    out.push_str(error.body_snippet.as_deref().unwrap_or_default());
    out
}

/// What a function gives or throws; as strings of JavaScript, which need less glue than those of Rust (0.4 kB brotli).
#[cfg(feature = "client")]
pub(super) fn thrown(outcome: Result<String, Error>) -> Result<JsValue, JsValue> {
    outcome.map(|text| JsValue::from_str(&text)).map_err(failure)
}

/// What a function throws.
pub(super) fn failure(error: Error) -> JsValue {
    JsValue::from_str(&text_of(&error))
}
