//! What a response means: its checked body, or the error its status or body stands for.

use super::{
    answer::{Answer, Received},
    in_flight::Outcome,
    status::{self, MAX_MESSAGE_CHARS},
};
use crate::{
    Call, Error, ErrorCode,
    error::Secret,
    json::{self, BigIntegers, Fault, Problem},
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
    let checked = json::check(body, reading.depth, big, reading.read).map_err(|(mut problem, body)| {
        secret.redact_text(&mut problem.pointer);
        decode_error(&problem, secret.snippet(&body), status)
    })?;
    Ok(Rc::new(Answer { status, headers, checked }))
}

/// The error for a body that is not what the specification describes.
pub(crate) fn decode_error(problem: &Problem, snippet: String, status: u16) -> Error {
    let (code, what) = match problem.fault {
        Fault::Utf8 => (ErrorCode::InvalidUtf8, "The body is not UTF-8"),
        Fault::Syntax => (ErrorCode::InvalidJson, "The body is not JSON"),
        Fault::Depth => (ErrorCode::TooDeep, "The body is nested too deep"),
        Fault::Shape => (ErrorCode::UnexpectedShape, "The body is not what the specification describes"),
    };
    let offset = number_text(problem.at as u64);
    let pointer = sanitize(&problem.pointer, 256);
    let message = [what, ": expected ", problem.expected, " at \"", &pointer, "\" (byte ", &offset, ")."].concat();
    let mut error = Error::new(code, message);
    error.pointer = Some(problem.pointer.clone());
    error.status = Some(status);
    error.body_snippet = Some(snippet);
    error
}
