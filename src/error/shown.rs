//! How messages show values of the caller. A caller may pass an API key in the wrong place. The
//! client may not know this key: `apiKey` is absent, or `apiKey` is a function that the client has
//! not yet called. So no message shows a text that could be a key.

use crate::text::{cut, decimal_text, find, quoted, split};

/// The minimum number of characters of a text that could be an API key. The names of all options
/// are shorter.
const MIN_KEY_CHARS: u64 = 16;
/// The maximum number of characters of a value that a message shows. A message would cut a longer
/// value, and the redaction of messages finds a key only if the key is whole.
const MAX_CHARS: u64 = 64;

/// Returns `value` as a message shows it, quoted. A message shows only the origin of a long URL,
/// and only the length of another text that could be an API key, or that could have a password.
pub(crate) fn shown(value: &str) -> String {
    let length = value.chars().count() as u64;
    let is_short = length < MIN_KEY_CHARS || (length <= MAX_CHARS && is_number(value));
    // As in `https://user:password@host`.
    let has_user = value.bytes().any(|b| b == b'@');
    if is_short && !has_user {
        return quoted(value);
    }
    match origin(value) {
        Some(origin) if !has_user => quoted(&[origin, "/…"].concat()),
        _ => [
            &decimal_text(length),
            " characters (hidden: they could be an API key)",
        ]
        .concat(),
    }
}

/// Returns whether `value` is decimal or 0x-hexadecimal, such as an id or an address with the wrong number of digits.
fn is_number(value: &str) -> bool {
    match value.strip_prefix("0x") {
        Some(digits) => digits.bytes().all(|b| b.is_ascii_hexdigit()),
        None => value
            .strip_prefix('-')
            .unwrap_or(value)
            .bytes()
            .all(|b| b.is_ascii_digit()),
    }
}

/// Returns the origin of an HTTP URL. Returns `None` for any other text, for a long origin, and for
/// a host with a label (a part between dots) that could be an API key.
fn origin(url: &str) -> Option<&str> {
    let scheme_end = find(url, "//")? + "//".len();
    let (scheme, rest) = cut(url, scheme_end);
    let host_end = rest
        .bytes()
        .position(|b| matches!(b, b'/' | b'\\' | b'?' | b'#'));
    let (host, _) = cut(rest, host_end.unwrap_or(rest.len()));
    let could_be_key = |label: &str| {
        label.len() as u64 >= MIN_KEY_CHARS && label.bytes().any(|b| b.is_ascii_digit())
    };
    let is_http = scheme.eq_ignore_ascii_case("https://") || scheme.eq_ignore_ascii_case("http://");
    let origin_length = scheme.len() + host.len();
    let is_shown =
        is_http && (origin_length as u64) < MAX_CHARS && !split(host, b'.').any(could_be_key);
    let (origin, _) = cut(url, origin_length);
    is_shown.then_some(origin)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::shown;

    #[test]
    fn shows_short_texts_numbers_and_origins() {
        for value in [
            "",
            "-1",
            "goerli",
            "maxRetryAfterMs",
            "9007199254740992",
            "-9007199254740992",
            "0x12",
        ] {
            assert_eq!(shown(value), format!("\"{value}\""));
        }
        // One digit too many.
        let address = format!("0x{}", "5".repeat(41));
        assert_eq!(shown(&address), format!("\"{address}\""));
        for (url, origin) in [
            (
                "http://api.example.com/v1?key=1",
                "http://api.example.com/…",
            ),
            (
                "HTTPS://api.example.com:8443#x",
                "HTTPS://api.example.com:8443/…",
            ),
            (
                "https://my-internal-service",
                "https://my-internal-service/…",
            ),
        ] {
            assert_eq!(shown(url), format!("\"{origin}\""));
        }
    }

    #[test]
    fn hides_a_text_that_could_be_a_key() {
        let base64 = "Py/BfoIG112ZrfX+Vl9duMGZ0MHWoOwRXhTl/4goYQI=";
        let hex = "9f86d081884c7d659a2feaa0c55ad015";
        for value in [
            base64,
            &format!("{base64}\n"),
            "sk_live_abcdefgh",
            hex,
            &format!("https://{hex}"),
            &format!("https://{hex}.example.com/"),
            &format!("wss://a.example/{hex}"),
            &format!("x https://a.example/{hex}"),
            "https://me:secret@api.example.com/",
            "https://me:sec/ret@api.example.com/",
            "http://u:p@h.io",
            // 66 characters, so longer than the numbers that a message shows.
            &format!("0x{}", hex.repeat(2)),
        ] {
            let length = value.chars().count();
            assert_eq!(
                shown(value),
                format!("{length} characters (hidden: they could be an API key)")
            );
        }
    }
}
