//! Keeping the API key out of texts: a service, or a proxy before it, may repeat what it was sent.

use crate::{
    Error,
    text::{readable, sanitize, snippet},
};
use std::fmt;

const HIDDEN: &[u8] = b"[api key]";

/// An API key that no text may show; by default there is none.
#[derive(Default)]
pub(crate) struct Secret(String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    pub(crate) fn new(key: &str) -> Self {
        // A key of a few characters would match by chance, and is none worth hiding.
        Self(if key.len() < SHORTEST { String::new() } else { key.to_owned() })
    }

    /// At most `max_chars` characters of `text`, without the key and without control characters.
    pub(crate) fn shorten(&self, text: &str, max_chars: usize) -> String {
        // A character has at most four bytes.
        sanitize(&readable(&self.redact(text.as_bytes(), 4 * max_chars), usize::MAX), max_chars)
    }

    /// The part of a body that errors show, without the key.
    pub(crate) fn snippet(&self, body: &[u8]) -> String {
        // More than is shown, because a byte order mark goes and the end is cut between characters.
        snippet(&self.redact(body, 512))
    }

    /// The first `limit` bytes of `text` without the key. The key is found as it is, with the escapes of JSON, URLs, HTML
    /// and JSON Pointer, in either alphabet of base64, and encoded in base64.
    ///
    /// This comes before a text is shortened in another way: half a key would not be found any more.
    fn redact(&self, text: &[u8], limit: usize) -> Vec<u8> {
        let spellings = if self.0.is_empty() { Vec::new() } else { spellings(self.0.as_bytes()) };
        let (mut out, mut rest) = (Vec::new(), text);
        while let Some((first, tail)) = rest.split_first().filter(|_| out.len() < limit) {
            rest = match spellings.iter().find_map(|spelling| after(rest, spelling)) {
                Some(rest) => {
                    out.extend_from_slice(HIDDEN);
                    rest
                }
                None => {
                    out.push(*first);
                    tail
                }
            };
        }
        out.truncate(limit);
        out
    }

    /// All of `text` without the key.
    #[inline(never)]
    pub(crate) fn redact_text(&self, text: &mut String) {
        *text = String::from_utf8(self.redact(text.as_bytes(), usize::MAX)).unwrap_or_default();
    }

    /// Every text of an error without the key.
    pub(crate) fn redact_error(&self, error: &mut Error) {
        self.redact_text(&mut error.message);
        let error = &mut **error;
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

/// The shortest key, and the shortest piece of one, that is searched for.
const SHORTEST: usize = 4;

/// What a key may look like where it is repeated, without escapes: itself, and in base64 after 0, 1 or 2 other bytes.
fn spellings(key: &[u8]) -> Vec<Vec<u8>> {
    let mut plain = Vec::new();
    let mut rest = key;
    while let Some((c, tail)) = character(rest) {
        plain.push(c);
        rest = tail;
    }
    // Padding may be left out.
    while plain.len() > SHORTEST && plain.last() == Some(&b'=') {
        plain.pop();
    }
    let mut spellings = vec![plain];
    for before in 0..3 {
        spellings.push(base64(key, before));
    }
    spellings.retain(|spelling| spelling.len() >= SHORTEST);
    spellings
}

/// `bytes` in base64 after `before` other bytes, without the characters that hold bits of those or of what follows.
fn base64(bytes: &[u8], before: usize) -> Vec<u8> {
    let (mut out, mut digit, mut bits) = (Vec::new(), 0, 8 * before);
    // The bits of the first character that is all the key's.
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

/// What follows `spelling`, if `text` begins with it.
fn after<'a>(text: &'a [u8], spelling: &[u8]) -> Option<&'a [u8]> {
    let mut rest = text;
    for wanted in spelling {
        let (found, tail) = character(rest)?;
        if found != *wanted {
            return None;
        }
        rest = tail;
    }
    while let Some((b'=', tail)) = character(rest) {
        rest = tail;
    }
    Some(rest)
}

/// How often an escape sequence may be escaped in turn.
const MOST_LAYERS: u32 = 4;

/// The character that `text` begins with, without its escapes, and what follows: `/` for `%2F`, `%252f`, `\/`, `\u002f`,
/// `&#x2F;`, `~1`, and for `_`, its form in the other alphabet of base64.
#[inline(never)]
fn character(text: &[u8]) -> Option<(u8, &[u8])> {
    let (first, mut rest) = text.split_first()?;
    let mut c = *first;
    for _ in 0..MOST_LAYERS {
        let Some((unescaped, tail)) = unescape(c, rest) else { break };
        (c, rest) = (unescaped, tail);
    }
    let c = match c {
        b'-' => b'+',
        b'_' => b'/',
        other => other,
    };
    Some((c, rest))
}

/// The character of the escape sequence that `first` and `rest` begin with, and what follows it.
fn unescape(first: u8, rest: &[u8]) -> Option<(u8, &[u8])> {
    let (second, tail) = rest.split_first()?;
    let (digits, radix, end) = match (first, second) {
        (b'%', _) => (rest, 16, 2),
        (b'\\', b'u') => (tail, 16, 4),
        (b'\\', b'x') => (tail, 16, 2),
        (b'\\', c) if c.is_ascii_punctuation() => return Some((*c, tail)),
        (b'~', b'0') => return Some((b'~', tail)),
        (b'~', b'1') => return Some((b'/', tail)),
        (b'&', _) => {
            let end = rest.iter().take(LONGEST_REFERENCE).position(|c| *c == b';')?;
            let (name, tail) = (rest.get(..end)?, rest.get(end + 1..)?);
            let c = match name {
                [b'#', b'x' | b'X', digits @ ..] => ascii(digits, 16)?,
                [b'#', digits @ ..] => ascii(digits, 10)?,
                _ => REFERENCES.iter().find(|(other, _)| other.as_bytes() == name)?.1,
            };
            return Some((c, tail));
        }
        _ => return None,
    };
    let (digits, rest) = digits.split_at_checked(end)?;
    Some((ascii(digits, radix)?, rest))
}

/// Bytes of a character reference of HTML, without its `&`: room for some leading zeros.
const LONGEST_REFERENCE: usize = 8;

/// Character references of HTML that have a name.
const REFERENCES: [(&str, u8); 8] = [
    ("amp", b'&'),
    ("lt", b'<'),
    ("gt", b'>'),
    ("quot", b'"'),
    ("apos", b'\''),
    ("plus", b'+'),
    ("sol", b'/'),
    ("equals", b'='),
];

/// The ASCII character with this number.
#[inline(never)]
fn ascii(digits: &[u8], radix: u32) -> Option<u8> {
    let mut number = 0;
    for digit in digits {
        number = number * radix + char::from(*digit).to_digit(radix)?;
    }
    u8::try_from(number).ok().filter(u8::is_ascii)
}
