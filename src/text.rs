//! Functions over text that keep the WebAssembly module small. For example, the substring search of
//! the standard library is made for long texts, and adds 1 kB (brotli).

/// The byte offset of the first `needle` in `text`; `None` when there is none.
pub(crate) fn find(text: &str, needle: &str) -> Option<usize> {
    text.as_bytes()
        .windows(needle.len())
        .position(|window| window == needle.as_bytes())
}

/// Splits `text` at the byte offset `at`. When `at` is outside of the text or within a character, the first part is the
/// whole text.
pub(crate) fn cut(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// Splits `text` at each `separator`, which is an ASCII character. There is always at least one part.
pub(crate) fn split(text: &str, separator: u8) -> Split<'_> {
    Split {
        rest: Some(text),
        separator,
    }
}

/// The iterator that [`split`] returns.
pub(crate) struct Split<'a> {
    rest: Option<&'a str>,
    separator: u8,
}

impl<'a> Iterator for Split<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.rest?;
        let Some(end) = text.bytes().position(|b| b == self.separator) else {
            self.rest = None;
            return Some(text);
        };
        let (part, separator_and_rest) = cut(text, end);
        let (_, rest) = cut(separator_and_rest, 1);
        self.rest = Some(rest);
        Some(part)
    }
}

/// Joins `texts` with `separator` between them.
pub(crate) fn join<T: AsRef<str>>(texts: &[T], separator: char) -> String {
    let mut out = String::new();
    for (i, text) in texts.iter().enumerate() {
        if i > 0 {
            out.push(separator);
        }
        out.push_str(text.as_ref());
    }
    out
}

/// The decimal digits of `n`. One function for all integer types keeps the module smaller than `to_string`.
pub(crate) fn decimal_text(n: u64) -> String {
    let mut text = if n > 9 {
        decimal_text(n / 10)
    } else {
        String::new()
    };
    text.push(char::from(b'0' + (n % 10) as u8));
    text
}

/// A byte order mark in UTF-8. RFC 8259 §8.1 lets a parser of JSON ignore it.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The maximum number of characters of a value that [`quoted`] shows.
const MAX_QUOTED_CHARS: usize = 64;

/// Quotes `value` for a message: at most 64 characters, without control characters.
pub(crate) fn quoted(value: &str) -> String {
    let mut shown = sanitize(value, MAX_QUOTED_CHARS);
    if value.chars().nth(MAX_QUOTED_CHARS).is_some() {
        shown.push('…');
    }
    ["\"", &shown, "\""].concat()
}

/// The first `limit` characters of `text`, with U+FFFD for each control character, so that text from outside cannot
/// forge lines of a log.
pub(crate) fn sanitize(text: &str, limit: usize) -> String {
    let mut out = String::new();
    for c in text.chars().take(limit) {
        out.push(if c.is_control() { '\u{fffd}' } else { c });
    }
    out
}

/// The first 256 bytes of a body as text, without a byte order mark.
pub(crate) fn snippet(body: &[u8]) -> String {
    readable(body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body), 256)
}

/// The first `limit` bytes of a body as text, cut between characters. A byte that is not UTF-8 becomes U+FFFD.
pub(crate) fn readable(body: &[u8], limit: usize) -> String {
    let mut out = String::new();
    let mut rest = body;
    while !rest.is_empty() {
        // A character in UTF-8 has one to four bytes.
        let character = (1..=4).find_map(|length| std::str::from_utf8(rest.get(..length)?).ok());
        let shown = character.unwrap_or("\u{fffd}");
        if out.len() + shown.len() > limit {
            break;
        }
        out.push_str(shown);
        let length = character.map_or(1, str::len);
        rest = rest.get(length..).unwrap_or_default();
    }
    out
}

/// Serialises `text` as a JSON string.
#[cfg(feature = "service")]
pub(crate) fn json_string(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}
