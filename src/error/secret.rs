//! Redaction of the API key and of header values. A service or a proxy may repeat them in its response.

use crate::{
    error::Error,
    text::{readable, sanitize, snippet, split},
};
use std::fmt;

/// The text that replaces a secret.
const PLACEHOLDER: &[u8] = b"[redacted]";

/// The bytes of the shortest secret that is redacted. A shorter secret would match by chance.
const MIN_BYTES: usize = 4;

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
        let redacted = self.redact(text.as_bytes(), 4 * max_chars);
        sanitize(&readable(&redacted, usize::MAX), max_chars)
    }

    /// Returns the beginning of a body, as errors show it, without secrets.
    pub(crate) fn snippet(&self, body: &[u8]) -> String {
        // A snippet has at most 256 bytes. `snippet` needs a few more bytes of the body, because it
        // removes a byte order mark and does not cut a character.
        snippet(&self.redact(body, 512))
    }

    /// Returns the first `limit` bytes of `text` without secrets. Finds a secret as it is, percent-encoded, and with
    /// the escapes of JSON or JSON Pointer.
    ///
    /// Redact a text before you shorten it: redaction does not find half a secret.
    fn redact(&self, text: &[u8], limit: usize) -> Vec<u8> {
        let mut out = Vec::new();
        let mut rest = text;
        while out.len() < limit
            && let Some((first, after_first)) = rest.split_first()
        {
            if let Some(after_secret) = self.skip_secret(rest) {
                out.extend_from_slice(PLACEHOLDER);
                rest = after_secret;
            } else {
                out.push(*first);
                rest = after_first;
            }
        }
        out.truncate(limit);
        out
    }

    /// Returns the text after the longest secret that `text` begins with; `None` when it begins with no secret.
    fn skip_secret<'a>(&self, text: &'a [u8]) -> Option<&'a [u8]> {
        // The longest secret leaves the shortest rest.
        let mut shortest: Option<&[u8]> = None;
        for secret in split(&self.0, b' ') {
            if secret.len() < MIN_BYTES {
                continue;
            }
            for read_byte in READERS {
                if let Some(rest) = skip(text, secret, read_byte)
                    && shortest.is_none_or(|other| rest.len() < other.len())
                {
                    shortest = Some(rest);
                }
            }
        }
        shortest
    }

    /// Removes secrets from `text`.
    pub(crate) fn redact_text(&self, text: &mut String) {
        // A secret has only whole characters, so the text without secrets is UTF-8 too.
        let redacted = self.redact(text.as_bytes(), usize::MAX);
        *text = String::from_utf8(redacted).unwrap_or_default();
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
        // Dereferenced once, so that several fields can be borrowed at the same time.
        let details = &mut **error;
        for name in details.header_names.iter_mut().flatten() {
            self.redact_text(name);
        }
        let texts = [
            &mut details.server_message,
            &mut details.pointer,
            &mut details.body_snippet,
            &mut details.url,
            &mut details.request_id,
            &mut details.cursor,
        ];
        for text in texts.into_iter().flatten() {
            self.redact_text(text);
        }
    }
}

/// Returns the text after `secret`; `None` if `text`, which `read_byte` decodes, does not begin
/// with `secret`.
fn skip<'a>(text: &'a [u8], secret: &str, read_byte: Reader) -> Option<&'a [u8]> {
    let mut rest = text;
    for expected in secret.bytes() {
        let (byte, after_byte) = read_byte(rest)?;
        if byte != expected {
            return None;
        }
        rest = after_byte;
    }
    Some(rest)
}

/// Reads the first byte of a text, or decodes the escape sequence at its beginning to a byte.
/// Returns the byte and the rest of the text.
type Reader = fn(&[u8]) -> Option<(u8, &[u8])>;

/// The ways in which a response may write a secret. JSON Pointer is one of them, because the client
/// writes names from a body into the pointer of an error.
const READERS: [Reader; 4] = [plain, percent_encoded, json_escaped, pointer_escaped];

fn plain(text: &[u8]) -> Option<(u8, &[u8])> {
    text.split_first().map(|(byte, rest)| (*byte, rest))
}

fn percent_encoded(text: &[u8]) -> Option<(u8, &[u8])> {
    match text {
        [b'%', a, b, rest @ ..] => Some((hex_byte([*a, *b])?, rest)),
        _ => plain(text),
    }
}

fn json_escaped(text: &[u8]) -> Option<(u8, &[u8])> {
    match text {
        [b'\\', b'u', b'0', b'0', a, b, rest @ ..] => Some((hex_byte([*a, *b])?, rest)),
        // For example `\/`. Valid secrets have no control characters, so `\n` is not decoded.
        [b'\\', rest @ ..] => plain(rest),
        _ => plain(text),
    }
}

fn pointer_escaped(text: &[u8]) -> Option<(u8, &[u8])> {
    match text {
        [b'~', b'0', rest @ ..] => Some((b'~', rest)),
        [b'~', b'1', rest @ ..] => Some((b'/', rest)),
        _ => plain(text),
    }
}

fn hex_byte(digits: [u8; 2]) -> Option<u8> {
    let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
    Some((high? * 16 + low?) as u8)
}
