//! The message in the body of an error.

use super::{BigIntegers, DecodeError, DecodeErrorKind, Scanner, TYPED_DEPTH};
use crate::text::{BYTE_ORDER_MARK, readable};

/// The string `message` of a JSON object, which is how the service describes an error. With `only`, the object must
/// have no other field. In a body that is not UTF-8, invalid bytes of the message become U+FFFD.
pub(crate) fn message(body: &[u8], only: bool) -> Option<String> {
    let body = body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body);
    match message_in(body, only) {
        Err(DecodeErrorKind::Syntax) if std::str::from_utf8(body).is_err() => {
            message_in(readable(body, MAX_LOSSY_BYTES).as_bytes(), only)
        }
        outcome => outcome,
    }
    .ok()?
}

/// How many bytes of a body that is not UTF-8 are searched for a message.
const MAX_LOSSY_BYTES: usize = 65_536;

fn message_in(body: &[u8], only: bool) -> Result<Option<String>, DecodeErrorKind> {
    let mut scanner = Scanner::new(body, TYPED_DEPTH, BigIntegers::Keep);
    let (mut message, mut others) = (None, false);
    scanner.skip_whitespace();
    let outcome = scanner.members(&mut |scanner, member| {
        if member.key.is("message") && scanner.peek() == b'"' {
            message = Some(scanner.string()?.decode());
            return Ok(());
        }
        others = true;
        if only {
            // Most responses are not errors: the scan ends at their first field.
            return Err(DecodeError::shape(0, "message"));
        }
        scanner.any_value()
    });
    outcome.and_then(|()| scanner.expect_end()).map_err(|error| error.kind)?;
    Ok(message.filter(|_| !(only && others)))
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
