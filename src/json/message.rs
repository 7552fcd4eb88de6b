//! The message in the body of an error.

use super::{BigIntegers, DecodeError, Scanner, TYPED_DEPTH};
use crate::text::BYTE_ORDER_MARK;

/// The string `message` of a JSON object: the service describes an error in such an object. In a
/// body that is not UTF-8, invalid bytes of the message become U+FFFD.
pub(crate) fn message(body: &[u8]) -> Option<String> {
    read(body, false)
}

/// The string `message` of a JSON object that has no other field.
pub(crate) fn sole_message(body: &[u8]) -> Option<String> {
    read(body, true)
}

/// Reads the message. With `is_sole`, returns `None` for an object that has another field.
fn read(body: &[u8], is_sole: bool) -> Option<String> {
    let body = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
    let mut scanner = Scanner::new(body, TYPED_DEPTH, BigIntegers::Keep);
    scan(&mut scanner, is_sole).ok().flatten()
}

fn scan(scanner: &mut Scanner<'_>, is_sole: bool) -> Result<Option<String>, DecodeError> {
    let mut message = None;
    scanner.skip_whitespace();
    let mut object = scanner.object()?;
    while let Some(member) = scanner.next_member(&mut object)? {
        if member.key.is("message") && scanner.peek() == b'"' {
            message = Some(scanner.string()?.decode());
        } else if is_sole {
            // Most responses are not errors, so the scan ends at their first field.
            return Ok(None);
        } else {
            scanner.any_value()?;
        }
    }
    scanner.expect_end().map(|()| message)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::{message, sole_message};

    #[test]
    fn reads_a_message_despite_a_byte_order_mark_and_invalid_utf8() {
        // `\xfc` is "ü" in Latin-1, and invalid in UTF-8.
        for (body, is_sole, expected) in [
            (&b"\xef\xbb\xbf{\"message\":\"No.\"}"[..], true, Some("No.")),
            (
                b"{\"message\":\"Invalid API key\",\"detail\":\"ung\xfcltig\"}",
                false,
                Some("Invalid API key"),
            ),
            (
                b"{\"message\":\"ung\xfcltig\"}",
                true,
                Some("ung\u{fffd}ltig"),
            ),
            (
                b"{\"detail\":\"ung\xfcltig\",\"message\":\"no\"}",
                true,
                None,
            ),
            // The last two bodies are not JSON: one object is not closed, and one body is HTML.
            (b"{\"message\":\"no\",\"detail\":\"\xfc\"", false, None),
            (b"<p>ung\xfcltig", false, None),
        ] {
            let actual = if is_sole {
                sole_message(body)
            } else {
                message(body)
            };
            assert_eq!(
                actual.as_deref(),
                expected,
                "{}",
                String::from_utf8_lossy(body)
            );
        }
    }
}
