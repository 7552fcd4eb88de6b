//! Keeping the key out of texts: a service, or a proxy before it, may repeat what it was sent.

const HIDDEN: &[u8] = b"[api key]";

/// `text` without `key`, which may stand there as it is or with the escapes of a JSON string (`\/`, `\u002b`).
///
/// This comes before a text is shortened or taken apart: half a key would not be found any more.
pub(crate) fn hide(text: &[u8], key: &str) -> Vec<u8> {
    // A key of a few characters would match by chance, and is none worth hiding.
    if key.len() < 4 {
        return text.to_vec();
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, tail)) = rest.split_first() {
        rest = match after(rest, key) {
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
    out
}

/// The same for text.
pub(crate) fn hide_in(text: &str, key: &str) -> String {
    String::from_utf8(hide(text.as_bytes(), key)).unwrap_or_default()
}

/// What follows the key, if `text` begins with it.
fn after<'a>(text: &'a [u8], key: &str) -> Option<&'a [u8]> {
    key.bytes().try_fold(text, |rest, byte| {
        let escaped = || rest.strip_prefix(b"\\")?.strip_prefix(&[byte]);
        let coded = || {
            let (code, rest) = rest.strip_prefix(b"\\u00")?.split_at_checked(2)?;
            let code = code.iter().try_fold(0, |n, b| Some(n << 4 | char::from(*b).to_digit(16)?));
            (code == Some(u32::from(byte))).then_some(rest)
        };
        // A JSON Pointer has `~1` for `/`.
        let pointed = || rest.strip_prefix(b"~1").filter(|_| byte == b'/');
        rest.strip_prefix(&[byte]).or_else(escaped).or_else(coded).or_else(pointed)
    })
}
