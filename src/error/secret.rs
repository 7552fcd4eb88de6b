//! Redaction of the API key and of header values. A service or a proxy may repeat them in its response.

use crate::{
    Error,
    text::{readable, sanitize, snippet, split},
};
use std::fmt;

/// The text that replaces a secret.
const PLACEHOLDER: &[u8] = b"[redacted]";

/// The words that no text may show, separated by spaces: an API key and words of header values. The credential of
/// `Bearer abc…` is its second word.
#[derive(Default)]
pub(crate) struct Secret(String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// Adds the words of a key or of a header value.
    pub(crate) fn add(&mut self, value: &str) {
        self.0.push_str(value);
        self.0.push(' ');
    }

    /// Returns at most `max_chars` characters of `text`, without secrets and without control characters.
    pub(crate) fn shorten(&self, text: &str, max_chars: usize) -> String {
        // A character has at most four bytes.
        sanitize(&readable(&self.redact(text.as_bytes(), 4 * max_chars), usize::MAX), max_chars)
    }

    /// Returns the beginning of a body, as errors show it, without secrets.
    pub(crate) fn snippet(&self, body: &[u8]) -> String {
        // More than the 256 bytes of a snippet, which has no byte order mark and ends between two characters.
        snippet(&self.redact(body, 512))
    }

    /// Returns the first `limit` bytes of `text` without secrets. Finds a secret itself, with escapes of JSON, URLs,
    /// HTML or JSON Pointer, in both alphabets of base64, and encoded in base64.
    ///
    /// Redact a text before you shorten it: redaction does not find half a secret.
    fn redact(&self, text: &[u8], limit: usize) -> Vec<u8> {
        let spellings = self.spellings();
        let (mut out, mut at) = (Vec::new(), 0);
        while let Some(byte) = text.get(at).filter(|_| out.len() < limit) {
            let end = spellings.iter().map(|spelling| spelling_end(spelling, text, at)).max().unwrap_or_default();
            if end > 0 {
                out.extend_from_slice(PLACEHOLDER);
                at = end;
            } else {
                out.push(*byte);
                at += 1;
            }
        }
        out.truncate(limit);
        out
    }

    /// Returns the texts to search for: every secret without escapes, and in base64 after 0, 1 and 2 other bytes.
    fn spellings(&self) -> Vec<Vec<u8>> {
        let mut spellings = Vec::new();
        for secret in split(&self.0, b' ') {
            // A text may repeat the secret without its padding.
            let secret = secret.trim_end_matches('=').as_bytes();
            let (mut plain, mut reader) = (Vec::new(), Reader { text: secret, at: 0 });
            while reader.at < secret.len() {
                plain.push(reader.character());
            }
            spellings.extend([plain, base64(secret, 0), base64(secret, 1), base64(secret, 2)]);
        }
        spellings
    }

    /// Removes secrets from `text`.
    pub(crate) fn redact_text(&self, text: &mut String) {
        *text = String::from_utf8(self.redact(text.as_bytes(), usize::MAX)).unwrap_or_default();
    }

    /// Returns the error without secrets in its texts.
    #[cfg(all(target_arch = "wasm32", any(feature = "client", feature = "proxy")))]
    pub(crate) fn redacted(&self, mut error: Error) -> Error {
        self.redact_error(&mut error);
        error
    }

    /// Removes secrets from every text of an error.
    pub(crate) fn redact_error(&self, error: &mut Error) {
        self.redact_text(&mut error.message);
        let error = &mut **error;
        error.header_names.iter_mut().flatten().for_each(|name| self.redact_text(name));
        let texts = [
            &mut error.server_message,
            &mut error.pointer,
            &mut error.body_snippet,
            &mut error.url,
            &mut error.request_id,
            &mut error.cursor,
        ];
        for text in texts.into_iter().flatten() {
            self.redact_text(text);
        }
    }
}

/// The shortest text to search for. A shorter one would match by chance.
const MIN_SPELLING_BYTES: usize = 4;

/// Encodes `bytes` in base64 as they appear after `before` other bytes, without the characters that have bits of
/// neighbouring bytes.
fn base64(bytes: &[u8], before: usize) -> Vec<u8> {
    let (mut out, mut digit, mut bits) = (Vec::new(), 0, 8 * before);
    // The first bit of the first character that has only bits of `bytes`.
    let skipped = bits.div_ceil(6) * 6;
    for byte in bytes {
        for shift in (0..8).rev() {
            digit = digit << 1 & 63 | byte >> shift & 1;
            bits += 1;
            if bits > skipped && bits % 6 == 0 {
                out.push(base64_digit(digit));
            }
        }
    }
    out
}

fn base64_digit(n: u8) -> u8 {
    match n {
        0..26 => b'A' + n,
        26..52 => b'a' + n - 26,
        52..62 => b'0' + n - 52,
        62 => b'+',
        _ => b'/',
    }
}

/// Returns the end of `spelling` and its padding, if `text` has it at `at`; otherwise 0.
fn spelling_end(spelling: &[u8], text: &[u8], at: usize) -> usize {
    if spelling.len() < MIN_SPELLING_BYTES {
        return 0;
    }
    let mut reader = Reader { text, at };
    for c in spelling {
        if reader.character() != *c {
            return 0;
        }
    }
    loop {
        let end = reader.at;
        if reader.character() != b'=' {
            return end;
        }
    }
}

/// The maximal number of times that an escape sequence is itself escaped.
const MAX_LAYERS: u32 = 4;

/// The maximal number of digits of a character reference, with some leading zeros.
const MAX_DIGITS: u32 = 7;

/// Named character references of HTML.
const REFERENCES: [(&str, u8); 8] = [
    ("amp;", b'&'),
    ("lt;", b'<'),
    ("gt;", b'>'),
    ("quot;", b'"'),
    ("apos;", b'\''),
    ("plus;", b'+'),
    ("sol;", b'/'),
    ("equals;", b'='),
];

/// Reads the characters of a text without their escapes. `%2F`, `%252f`, `\/`, `\u002f`, `&#x2F;` and `~1` are read as
/// `/`, and so is `_`, which the other alphabet of base64 has for it.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// Reads the next character; 0 after the last.
    fn character(&mut self) -> u8 {
        let mut c = self.byte();
        for _ in 0..MAX_LAYERS {
            let end = self.at;
            let unescaped = self.unescape(c);
            if unescaped == 0 {
                self.at = end;
                break;
            }
            c = unescaped;
        }
        match c {
            b'-' => b'+',
            b'_' => b'/',
            other => other,
        }
    }

    /// Reads the rest of the escape sequence that begins with `first`; 0 when `first` begins none.
    fn unescape(&mut self, first: u8) -> u8 {
        match first {
            b'%' => self.number(16, 2),
            b'\\' => match self.byte() {
                b'u' => self.number(16, 4),
                b'x' => self.number(16, 2),
                c if c.is_ascii_punctuation() => c,
                _ => 0,
            },
            b'~' => match self.byte() {
                b'0' => b'~',
                b'1' => b'/',
                _ => 0,
            },
            b'&' => self.reference(),
            _ => 0,
        }
    }

    /// Reads a character reference of HTML after its `&`.
    fn reference(&mut self) -> u8 {
        let rest = self.text.get(self.at..).unwrap_or_default();
        if let Some((name, c)) = REFERENCES.iter().find(|(name, _)| rest.starts_with(name.as_bytes())) {
            self.at += name.len();
            return *c;
        }
        if self.byte() != b'#' {
            return 0;
        }
        let c = match self.peek() {
            b'x' | b'X' => {
                self.at += 1;
                self.number(16, MAX_DIGITS)
            }
            _ => self.number(10, MAX_DIGITS),
        };
        if self.byte() == b';' { c } else { 0 }
    }

    /// Reads the number of an ASCII character in at most `max_digits` digits; 0 for any other text.
    fn number(&mut self, radix: u32, max_digits: u32) -> u8 {
        let mut number = 0;
        for _ in 0..max_digits {
            let Some(digit) = char::from(self.peek()).to_digit(radix) else { break };
            number = number * radix + digit;
            self.at += 1;
        }
        if number < 0x80 { number as u8 } else { 0 }
    }

    fn byte(&mut self) -> u8 {
        let byte = self.peek();
        self.at += 1;
        byte
    }

    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or_default()
    }
}
