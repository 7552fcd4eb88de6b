//! Values across the boundary: text in, text out.
//!
//! JavaScript takes its own objects apart (`pkg/js/values.js`): with `serde_wasm_bindgen` doing it the client's module
//! was 9.7 kB (brotli) larger, with js-sys 3 kB.

use crate::{Arg, Args, Error};
use js_sys::Array;
use wasm_bindgen::JsValue;

/// Between values; `values.js` lets no value hold it.
pub(super) const SEPARATOR: char = '\0';

/// A value: text, or what no text says, marked with U+0001.
pub(super) fn arg(text: &str) -> Arg {
    match text.strip_prefix('\u{1}') {
        Some(shown) => Arg::Other(shown.to_owned()),
        None => Arg::from(text),
    }
}

/// Names and values in turn.
pub(super) fn args(text: &str) -> Args {
    let mut parts = text.split(SEPARATOR);
    let mut args = Vec::new();
    while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
        args.push((name.to_owned(), arg(value)));
    }
    Args(args)
}

/// An error as the list of which `error.js` makes an `EtherealQueryError`.
pub(super) fn failure(error: Error, cause: JsValue) -> JsValue {
    let number = |n: Option<u64>| n.map(|n| n.to_string());
    let (status, wait) = (number(error.status.map(u64::from)), number(error.retry_after_ms));
    let list = Array::of1(&cause);
    for text in [
        Some(error.kind.as_str()),
        Some(error.code),
        Some(error.message.as_str()),
        error.retryable.then_some("true"),
        error.endpoint,
        error.parameter,
        status.as_deref(),
        error.pointer.as_deref(),
        error.body_snippet.as_deref(),
        error.server_message.as_deref(),
        wait.as_deref(),
    ] {
        list.push(&text.map_or(JsValue::UNDEFINED, JsValue::from_str));
    }
    list.into()
}
