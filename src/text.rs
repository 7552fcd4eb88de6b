//! Searching and printing text. The standard library's substring search is made for long texts: 1 kB (brotli) of the module.

/// Where `needle` first stands in `text`, in bytes.
pub(crate) fn find(text: &str, needle: &str) -> Option<usize> {
    text.as_bytes().windows(needle.len()).position(|window| window == needle.as_bytes())
}

/// `text` with every `needle` replaced.
pub(crate) fn replace(text: &str, needle: &str, with: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = find(rest, needle) {
        let (before, after) = cut(rest, at);
        out.push_str(before);
        out.push_str(with);
        rest = cut(after, needle.len()).1;
    }
    out.push_str(rest);
    out
}

/// The text before and from `at`; nothing after it where `at` lies outside or within a character.
pub(crate) fn cut(text: &str, at: usize) -> (&str, &str) {
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// The parts between `separator`s, of which there is always one.
pub(crate) fn split(text: &str, separator: u8) -> Split<'_> {
    Split { rest: Some(text), separator }
}

/// See [`split`].
pub(crate) struct Split<'a> {
    rest: Option<&'a str>,
    separator: u8,
}

impl<'a> Iterator for Split<'a> {
    type Item = &'a str;

    #[inline(never)]
    fn next(&mut self) -> Option<&'a str> {
        let text = self.rest?;
        let end = text.bytes().position(|b| b == self.separator);
        let (part, after) = cut(text, end.unwrap_or(text.len()));
        self.rest = end.map(|_| cut(after, 1).1);
        Some(part)
    }
}

/// The texts with `separator` between them.
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

/// Decimal digits; one function instead of the standard library's for every integer type.
pub(crate) fn number_text(n: u64) -> String {
    let mut text = if n > 9 { number_text(n / 10) } else { String::new() };
    text.push(char::from(b'0' + (n % 10) as u8));
    text
}

/// A byte order mark in UTF-8. RFC 8259 §8.1 lets a reader of JSON ignore it.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A value as messages show it: in quotation marks, shortened, without control characters.
pub(crate) fn quoted(value: &str) -> String {
    let mut shown = sanitize(value, 64);
    if value.chars().nth(64).is_some() {
        shown.push('…');
    }
    ["\"", &shown, "\""].concat()
}

/// At most `limit` characters, control characters replaced: text from outside cannot forge lines in a log.
pub(crate) fn sanitize(text: &str, limit: usize) -> String {
    let mut out = String::new();
    for c in text.chars().take(limit) {
        out.push(if c.is_control() { '\u{fffd}' } else { c });
    }
    out
}

/// The first 256 bytes of a body, after a byte order mark.
pub(crate) fn snippet(body: &[u8]) -> String {
    readable(body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body), 256)
}

/// The first `limit` bytes of a body, cut between characters; a byte that belongs to no character becomes U+FFFD.
pub(crate) fn readable(body: &[u8], limit: usize) -> String {
    let mut out = String::new();
    let mut rest = body;
    while !rest.is_empty() {
        let length = (1..=4).find(|n| rest.get(..*n).is_some_and(|head| std::str::from_utf8(head).is_ok()));
        let c = length.and_then(|n| std::str::from_utf8(rest.get(..n)?).ok()).unwrap_or("\u{fffd}");
        if out.len() + c.len() > limit {
            break;
        }
        out.push_str(c);
        rest = rest.get(length.unwrap_or(1)..).unwrap_or_default();
    }
    out
}

/// Appends `text`, with everything percent-encoded but unreserved characters (RFC 3986 §2.3) and `keep`.
///
/// `.` and `..` never reach this point: no variable's rule accepts them.
pub(crate) fn percent_encode(out: &mut String, text: &str, keep: u8) {
    let digit = |n: u8| char::from(n + if n < 10 { b'0' } else { b'A' - 10 });
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') || byte == keep {
            out.push(char::from(byte));
        } else {
            out.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
}

/// The text as a JSON string, as `JSON.stringify` writes it.
#[cfg(feature = "service")]
pub(crate) fn json_string(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        let short = match c {
            '"' | '\\' => c,
            '\u{8}' => 'b',
            '\u{c}' => 'f',
            '\n' => 'n',
            '\r' => 'r',
            '\t' => 't',
            '\0'..'\u{20}' => {
                let digit = |n: u32| char::from_digit(u32::from(c) >> n & 15, 16).unwrap_or('0');
                out.push_str("\\u00");
                out.extend([digit(4), digit(0)]);
                continue;
            }
            _ => {
                out.push(c);
                continue;
            }
        };
        out.extend(['\\', short]);
    }
    out.push('"');
    out
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::json_string;

    #[test]
    fn json_strings_are_those_of_serde() {
        let all: String = (0..=0x2030).filter_map(char::from_u32).chain(['\u{fffd}', '\u{1f333}']).collect();
        assert_eq!(json_string(&all), serde_json::Value::from(all).to_string());
    }
}
