//! String literals: comparison with a name, and decoding.

use crate::text::readable;

/// A valid string literal: the bytes between its quotation marks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StringLiteral<'a> {
    pub(super) raw: &'a [u8],
    /// Whether `raw` has an escape sequence.
    pub(super) escaped: bool,
}

impl StringLiteral<'_> {
    /// Returns whether the decoded literal is `name`.
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

    /// Decodes the literal. A lone surrogate becomes U+FFFD, because a Rust string cannot hold it.
    /// A byte that is not UTF-8 becomes U+FFFD too.
    pub(crate) fn decode(&self) -> String {
        self.decode_or(Some('\u{fffd}')).unwrap_or_default()
    }

    /// Decodes the literal; `None` when the literal has a lone surrogate.
    pub(crate) fn exact(&self) -> Option<String> {
        self.decode_or(None)
    }

    /// Decodes the literal with `replacement` for each lone surrogate; `None` when a lone surrogate
    /// has no replacement.
    fn decode_or(&self, replacement: Option<char>) -> Option<String> {
        let mut out = Vec::with_capacity(self.raw.len());
        let mut rest = self.raw;
        while let Some((first, after_first)) = rest.split_first() {
            if *first == b'\\' {
                let (decoded, after_escape) = decode_escape(after_first);
                let c = decoded.or(replacement)?;
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                rest = after_escape;
            } else {
                out.push(*first);
                rest = after_first;
            }
        }
        let no_limit = usize::MAX;
        Some(String::from_utf8(out).unwrap_or_else(|error| readable(error.as_bytes(), no_limit)))
    }
}

/// Compares short names without a call of `memcmp`, which is slow in WebAssembly.
fn bytes_equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}

/// Decodes the escape sequence whose backslash is before `text`. Returns the character (`None` for
/// a lone surrogate) and the text after the sequence.
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

/// Decodes the four digits after `\u`, and the second half of a surrogate pair. Returns the
/// character (`None` for a lone surrogate) and the text after the sequence.
fn decode_unicode_escape(text: &[u8]) -> (Option<char>, &[u8]) {
    let four_hex_digits = |text: &[u8]| {
        text.iter().take(4).fold(0, |number, digit| {
            let value = char::from(*digit).to_digit(16).unwrap_or_default();
            number * 16 + value
        })
    };
    let first = four_hex_digits(text);
    let rest = text.get(4..).unwrap_or_default();
    if let (0xd800..=0xdbff, Some(after_u)) = (first, rest.strip_prefix(b"\\u")) {
        let second = four_hex_digits(after_u);
        if (0xdc00..=0xdfff).contains(&second) {
            // A surrogate pair is a character from U+10000 on. Each half has ten bits of the
            // distance from U+10000.
            let pair = char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00));
            return (pair, after_u.get(4..).unwrap_or_default());
        }
    }
    (char::from_u32(first), rest)
}
