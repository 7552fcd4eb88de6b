//! The message in the body of an error.

use super::{BigIntegers, DecodeError, Scanner, TYPED_DEPTH};
use crate::text::BYTE_ORDER_MARK;

/// The string `message` of a JSON object, which is how the service describes an error. With `only`, the object must
/// have no other field. In a body that is not UTF-8, invalid bytes of the message become U+FFFD.
pub(crate) fn message(body: &[u8], only: bool) -> Option<String> {
    let body = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
    read(&mut Scanner::new(body, TYPED_DEPTH, BigIntegers::Keep), only).ok()?
}

fn read(scanner: &mut Scanner<'_>, only: bool) -> Result<Option<String>, DecodeError> {
    let mut message = None;
    scanner.skip_whitespace();
    let mut object = scanner.object()?;
    while let Some(member) = scanner.next_member(&mut object)? {
        if member.key.is("message") && scanner.peek() == b'"' {
            message = Some(scanner.string()?.decode());
        } else if only {
            // Most responses are not errors: the scan ends at their first field.
            return Ok(None);
        } else {
            scanner.any_value()?;
        }
    }
    scanner.expect_end().map(|()| message)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::message;

    #[test]
    fn reads_messages_in_another_encoding() {
        for (body, only, said) in [
            (&b"\xef\xbb\xbf{\"message\":\"No.\"}"[..], true, Some("No.")),
            (b"{\"message\":\"Invalid API key\",\"detail\":\"ung\xfcltig\"}", false, Some("Invalid API key")),
            (b"{\"message\":\"ung\xfcltig\"}", true, Some("ung\u{fffd}ltig")),
            (b"{\"detail\":\"ung\xfcltig\",\"message\":\"no\"}", true, None),
            (b"{\"message\":\"no\",\"detail\":\"\xfc\"", false, None),
            (b"<p>ung\xfcltig", false, None),
        ] {
            assert_eq!(message(body, only).as_deref(), said, "{}", String::from_utf8_lossy(body));
        }
    }
}
