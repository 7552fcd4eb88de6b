//! Values on their way in, as text.
//!
//! JavaScript takes its own objects apart (`pkg/js/values.js`): with `serde_wasm_bindgen` doing it the client's module
//! was 9.7 kB (brotli) larger, with js-sys 3 kB.

use crate::{Arg, Args, text::split};

/// A value: text, or what no text says, marked with U+0001.
pub(super) fn arg(text: &str) -> Arg {
    match text.strip_prefix('\u{1}') {
        Some(shown) => Arg::Other(shown.to_owned()),
        None => Arg::from(text),
    }
}

/// Names and values in turn.
pub(super) fn args(text: &str) -> Args {
    let mut parts = split(text, b'\0');
    let mut args = Vec::new();
    while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
        args.push((name.to_owned(), arg(value)));
    }
    Args(args)
}
