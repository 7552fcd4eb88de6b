//! What a response means: its checked body, or the error its status or body stands for.

use super::{
    answer::{Answer, Received},
    in_flight::Outcome,
    status::{self, MAX_MESSAGE_CHARS},
};
use crate::{
    Call, Error, ErrorCode,
    error::Secret,
    json::{self, BigIntegers, DecodeError, DecodeErrorKind},
    text::{number_text, sanitize},
};
use std::rc::Rc;

/// The answer of a response, or its error, which never shows the key.
pub(super) fn decode(call: &Call, mut received: Received, secret: &Secret) -> Outcome {
    let route = call.route;
    let reading = route.reading;
    if reading.absent && received.status == 404 {
        // The endpoint reads this as "there is none".
        received.body = b"null".to_vec();
    } else if !(200..300).contains(&received.status) {
        return Err(status::failure(route.requires_api_key, &received, secret));
    } else if route.requires_api_key
        && let Some(message) = json::message(&received.body, true)
    {
        // The specification gives no status for a bad key: some services answer 200 with nothing but a message.
        return Err(status::key_refused(received.status, Some(secret.shorten(&message, MAX_MESSAGE_CHARS))));
    }
    let Received { status, headers, body, .. } = received;
    let big = if call.exact { BigIntegers::Tag } else { reading.big };
    let checked = json::check(body, reading.depth, big, reading.read).map_err(|(mut error, body)| {
        secret.redact_text(&mut error.pointer);
        decode_error(&error, secret.snippet(&body), status)
    })?;
    Ok(Rc::new(Answer { status, headers, checked }))
}

/// The error for a body that is not what the specification describes.
pub(crate) fn decode_error(cause: &DecodeError, snippet: String, status: u16) -> Error {
    let (code, what) = match cause.kind {
        DecodeErrorKind::Utf8 => (ErrorCode::InvalidUtf8, "The response body is not UTF-8"),
        DecodeErrorKind::Syntax => (ErrorCode::InvalidJson, "The response body is not JSON"),
        DecodeErrorKind::Depth => (ErrorCode::TooDeep, "The response body is nested too deeply"),
        DecodeErrorKind::Shape => (ErrorCode::UnexpectedShape, "The response body does not match the specification"),
    };
    let offset = number_text(cause.offset as u64);
    let pointer = sanitize(&cause.pointer, 256);
    let message = [what, ": expected ", cause.expected, " at \"", &pointer, "\" (byte ", &offset, ")."].concat();
    let mut error = Error::new(code, message);
    error.pointer = Some(cause.pointer.clone());
    error.status = Some(status);
    error.body_snippet = Some(snippet);
    error
}
