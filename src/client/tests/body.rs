//! Tests of reading a response: the chunks and the size limit of its body, and its headers.

use super::{
    helpers::call, helpers::run, now_ms, run_to_error, scripted::ScriptedTransport, token,
};
use crate::{
    client::{Limits, Response},
    endpoints::GetProject,
    error::ErrorKind,
};

/// The limit in these tests, and the length of a body that the limit just allows.
const MAX_BODY_BYTES: u32 = 40;
const LONGEST_BODY: usize = MAX_BODY_BYTES as usize;

/// Returns `{"a":"…"}` with `bytes` bytes.
fn object(bytes: usize) -> String {
    let text_bytes = bytes - r#"{"a":""}"#.len();
    format!(r#"{{"a":"{}"}}"#, "x".repeat(text_bytes))
}

/// A transport whose chunks have `chunk_bytes` bytes; 0 for one chunk.
fn respond_in_chunks(
    status: u16,
    body: impl Into<Vec<u8>>,
    chunk_bytes: usize,
) -> ScriptedTransport {
    ScriptedTransport {
        chunk_bytes,
        chunk_after_ms: 1,
        ..ScriptedTransport::responding(status, body)
    }
}

#[test]
fn a_body_does_not_depend_on_its_chunks() {
    let body = object(40);
    for chunk_bytes in [0, 1, 2, 7, body.len(), body.len() + 1] {
        let client = respond_in_chunks(200, body.clone(), chunk_bytes).client();
        assert_eq!(
            run(&client, &token()).unwrap().text(),
            body,
            "{chunk_bytes}"
        );
    }
}

#[test]
fn the_client_stops_reading_at_the_limit() {
    // Each chunk takes 1 ms. The client stops after the first chunk that exceeds the limit.
    for (chunk_bytes, expected_ms) in [(0, 1), (1, 41), (7, 6)] {
        let limits = Limits {
            max_body_bytes: MAX_BODY_BYTES,
            ..Limits::default()
        };
        let client_for_body = |bytes| {
            let transport = respond_in_chunks(200, object(bytes), chunk_bytes);
            transport.client_with(|config| config.limits = limits)
        };
        assert!(run(&client_for_body(LONGEST_BODY), &token()).is_ok());
        let client = client_for_body(25 * LONGEST_BODY);
        let error = run(&client, &token()).unwrap_err();
        assert_eq!(
            (error.kind, error.retryable),
            (ErrorKind::ResponseTooLarge, false)
        );
        assert_eq!(
            error.message,
            "The response body is larger than maxBodyBytes (40). Raise maxBodyBytes or request a smaller page."
        );
        assert_eq!(
            now_ms(&client),
            expected_ms,
            "the rest of the body is not read"
        );
        assert_eq!(client.transport().open.get(), 0);
    }
}

#[test]
fn the_limit_holds_for_the_body_of_an_error_response() {
    let transport = respond_in_chunks(503, object(LONGEST_BODY + 1), 7);
    let client = transport.client_with(|config| config.limits.max_body_bytes = MAX_BODY_BYTES);
    let error = run_to_error(&client);
    assert_eq!(
        (
            error.code.as_str(),
            error.attempts.as_ref().unwrap()[0].status
        ),
        ("response_too_large", Some(503))
    );
    assert_eq!(client.transport().request_count(), 1);
}

#[test]
fn a_retry_begins_with_an_empty_body() {
    let busy = Response {
        status: 503,
        body: object(20).into(),
        ..Response::default()
    };
    let good = Response {
        status: 200,
        body: object(16).into(),
        ..Response::default()
    };
    let transport = ScriptedTransport {
        chunk_bytes: 7,
        ..ScriptedTransport::new(vec![Ok(busy), Ok(good)])
    };
    assert_eq!(
        run(&transport.retrying_client(), &token()).unwrap().text(),
        object(16)
    );
}

#[test]
fn only_token_metadata_keeps_the_headers() {
    let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    let response = Response {
        status: 201,
        headers: headers.clone(),
        body: b"{}".to_vec(),
    };
    let client = ScriptedTransport::new(vec![Ok(response)]).client();
    let clock = &client.transport().clock;
    let response = clock.run(call(&client, &token()).response()).unwrap();
    assert_eq!((response.status, &response.headers), (201, &headers));
    let response = clock.run(call(&client, &GetProject).response()).unwrap();
    assert_eq!((response.status, response.headers.len()), (201, 0));
}
