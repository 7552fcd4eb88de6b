//! String literals, compared and decoded without a copy of the text.

use crate::text::readable;

/// A valid string literal: the bytes between its quotation marks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StringLiteral<'a> {
    pub(super) raw: &'a [u8],
    pub(super) escaped: bool,
}

impl StringLiteral<'_> {
    /// Returns whether the literal stands for `name`.
    pub(crate) fn is(&self, name: &str) -> bool {
        if self.escaped {
            self.decode() == name
        } else {
            bytes_equal(self.raw, name.as_bytes())
        }
    }

    /// Returns the length in the text, with the quotation marks.
    pub(crate) fn source_len(&self) -> usize {
        self.raw.len() + 2
    }

    /// Returns the string that the literal stands for. A lone surrogate, which a Rust string cannot hold, becomes
    /// U+FFFD, and so does a byte that is not UTF-8.
    pub(crate) fn decode(&self) -> String {
        self.decode_or(Some('\u{fffd}')).unwrap_or_default()
    }

    /// Returns the string that the literal stands for; `None` when it has a lone surrogate.
    pub(crate) fn exact(&self) -> Option<String> {
        self.decode_or(None)
    }

    /// Decodes the literal with `replacement` for each lone surrogate.
    fn decode_or(&self, replacement: Option<char>) -> Option<String> {
        let mut out = Vec::with_capacity(self.raw.len());
        let mut rest = self.raw;
        while let Some((first, mut tail)) = rest.split_first() {
            if *first == b'\\' {
                let (c, after) = decode_escape(tail);
                tail = after;
                out.extend_from_slice(c.or(replacement)?.encode_utf8(&mut [0; 4]).as_bytes());
            } else {
                out.push(*first);
            }
            rest = tail;
        }
        Some(String::from_utf8(out).unwrap_or_else(|error| readable(error.as_bytes(), usize::MAX)))
    }
}

/// Compares short names without a call of `memcmp`, which is slow in WebAssembly.
fn bytes_equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}

/// Decodes the escape sequence whose backslash is before `text`. Returns its character, none for a lone surrogate, and
/// the text after it.
fn decode_escape(text: &[u8]) -> (Option<char>, &[u8]) {
    let Some((code, rest)) = text.split_first() else {
        return (None, text);
    };
    let c = match code {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return decode_unicode_escape(rest),
        other => char::from(*other),
    };
    (Some(c), rest)
}

/// Decodes the four digits after `\u`, and the second half of a surrogate pair. Returns the character and the text
/// after it.
fn decode_unicode_escape(text: &[u8]) -> (Option<char>, &[u8]) {
    let hex = |text: &[u8]| {
        text.iter().take(4).fold(0, |n, b| {
            n << 4 | char::from(*b).to_digit(16).unwrap_or_default()
        })
    };
    let (first, rest) = (hex(text), text.get(4..).unwrap_or_default());
    if let (0xd800..=0xdbff, Some(second)) = (first, rest.strip_prefix(b"\\u")) {
        let low = hex(second).wrapping_sub(0xdc00);
        if low < 0x400 {
            let pair = char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + low);
            return (pair, second.get(4..).unwrap_or_default());
        }
    }
    (char::from_u32(first), rest)
}
