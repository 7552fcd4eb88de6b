//! Turns a response into its checked body, or into the error for its status or body.

use super::{
    in_flight::Outcome,
    response::{CheckedResponse, RawResponse},
    status::{self, MAX_MESSAGE_CHARS},
};
use crate::{
    endpoints::Call,
    error::{Error, ErrorCode, Secret},
    json::{self, BigIntegers, Checked, DecodeError, DecodeErrorKind},
    text::{decimal_text, sanitize},
};
use std::rc::Rc;

/// The maximum number of characters of the JSON Pointer in the message of a decode error.
const MAX_POINTER_CHARS: usize = 256;

/// Checks the response to a request. `has_api_key` says whether the request had an API key. An
/// error never shows the key.
pub(super) fn decode(
    call: &Call,
    has_api_key: bool,
    received: RawResponse,
    secret: &Secret,
) -> Outcome {
    let route = call.route;
    if route.body.absent_at_404 && received.status == 404 {
        let RawResponse {
            status, headers, ..
        } = received;
        return Ok(Rc::new(CheckedResponse {
            status,
            headers,
            checked: Checked::absent(),
        }));
    }
    if !(200..300).contains(&received.status) {
        return Err(status::error_for_response(
            route,
            has_api_key,
            &received,
            secret,
        ));
    }
    // A body with only a message, such as `{"message":"Invalid API key."}`, reports a failure. The
    // document of a token may have only a message too, so calls without a key skip this check.
    if route.requires_api_key
        && let Some(message) = json::sole_message(&received.body)
    {
        return Err(status::error_for_message(
            received.status,
            secret.shorten(&message, MAX_MESSAGE_CHARS),
        ));
    }
    let RawResponse {
        status,
        headers,
        body,
        ..
    } = received;
    let checked = check_body(call, body).map_err(|(mut error, body)| {
        secret.redact_text(&mut error.pointer);
        decode_error(&error, secret.snippet(&body), status)
    })?;
    Ok(Rc::new(CheckedResponse {
        status,
        headers,
        checked,
    }))
}

/// Checks the body of a successful response. `call` says whether the caller wants exact integers,
/// and whether to skip invalid records. On failure, also returns the body, for the snippet.
pub(crate) fn check_body(call: &Call, body: Vec<u8>) -> Result<Checked, (DecodeError, Vec<u8>)> {
    let body_check = call.route.body;
    let big_integers = if call.exact {
        BigIntegers::Exact
    } else {
        body_check.big_integers
    };
    json::check(body, body_check.depth, big_integers, &|scanner| {
        scanner.skips_invalid_records = call.skip_invalid_records;
        (body_check.read)(scanner)
    })
}

/// Creates the error of a body that does not match the specification.
pub(crate) fn decode_error(cause: &DecodeError, snippet: String, status: u16) -> Error {
    let (code, summary) = match cause.kind {
        DecodeErrorKind::Utf8 => (ErrorCode::InvalidUtf8, "The response body is not UTF-8"),
        DecodeErrorKind::Syntax => (ErrorCode::InvalidJson, "The response body is not JSON"),
        DecodeErrorKind::Depth => (ErrorCode::TooDeep, "The response body is nested too deeply"),
        DecodeErrorKind::Shape => (
            ErrorCode::UnexpectedShape,
            "The response body does not match the specification",
        ),
    };
    let offset = decimal_text(cause.offset as u64);
    let pointer = sanitize(&cause.pointer, MAX_POINTER_CHARS);
    let message = [
        summary,
        ": expected ",
        cause.expected,
        " at \"",
        &pointer,
        "\" (byte ",
        &offset,
        ").",
    ]
    .concat();
    let mut error = Error::new(code, message);
    error.pointer = Some(cause.pointer.clone());
    error.status = Some(status);
    error.body_snippet = Some(snippet);
    error
}
