//! Values on their way in, as text.
//!
//! JavaScript takes its own objects apart (`pkg/js/values.js`): with `serde_wasm_bindgen` doing it the client's module
//! was 9.7 kB (brotli) larger, with js-sys 3 kB.

use crate::{
    args::{ArgRef, ArgsRef},
    text::{Split, split},
};

/// A value: text, or what no text says, marked with U+0001.
pub(super) fn arg(text: &str) -> ArgRef<'_> {
    match text.strip_prefix('\u{1}') {
        Some(shown) => ArgRef::Other(shown),
        None => ArgRef::Text(text),
    }
}

/// What a function was called with: one text for all, so that little is needed to pass it.
pub(super) struct Parts<'a>(Split<'a>);

impl<'a> Parts<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self(split(text, 0))
    }

    /// The next part as it stands, if there is one.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    /// The next part as it stands; empty after the last.
    pub(super) fn text(&mut self) -> &'a str {
        self.next().unwrap_or_default()
    }

    /// The next value.
    pub(super) fn arg(&mut self) -> ArgRef<'a> {
        arg(self.text())
    }

    /// All that is left: names and values in turn.
    pub(super) fn args(mut self) -> ArgsRef<'a> {
        let mut args = Vec::new();
        while let (Some(name), Some(value)) = (self.next(), self.next()) {
            args.push((name, arg(value)));
        }
        ArgsRef(args)
    }
}
