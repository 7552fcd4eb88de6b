//! Tests of reading a body: chunks, limit, observers.

use super::{helpers::call, helpers::run, now_ms, run_to_error, scripted::ScriptedTransport, token};
use crate::{BodyObserver, CheckedResponse, Client, Error, ErrorKind, Limits, Response};
use std::{cell::RefCell, rc::Rc};

/// Returns `{"a":"…"}` with `bytes` bytes.
fn object(bytes: usize) -> String {
    format!(r#"{{"a":"{}"}}"#, "x".repeat(bytes - 8))
}

/// A transport whose chunks have `chunk_bytes` bytes; 0 for one chunk.
fn respond_in_chunks(status: u16, body: impl Into<Vec<u8>>, chunk_bytes: usize) -> ScriptedTransport {
    ScriptedTransport { chunk_bytes, chunk_after_ms: 1, ..ScriptedTransport::responding(status, body) }
}

/// Records the length of the body after each chunk, and 0 when a body begins.
#[derive(Default)]
struct Lengths(RefCell<Vec<usize>>);

impl BodyObserver for Lengths {
    fn begin(&self) {
        self.0.borrow_mut().push(0);
    }

    fn receive(&self, body: &[u8]) {
        self.0.borrow_mut().push(body.len());
    }
}

/// Makes a call with an observer. Returns the outcome and the lengths that the observer received.
fn call_with_observer(client: &Client<ScriptedTransport>) -> (Result<Rc<CheckedResponse>, Error>, Vec<usize>) {
    let lengths = Rc::new(Lengths::default());
    let call = call(client, &token()).with_observer(lengths.clone());
    let outcome = client.transport().clock.run(call.response());
    (outcome, lengths.0.take())
}

#[test]
fn a_body_does_not_depend_on_its_chunks() {
    for chunk_bytes in [0, 1, 2, 7, 40, 41] {
        let client = respond_in_chunks(200, object(40), chunk_bytes).client();
        assert_eq!(run(&client, &token()).unwrap().text(), object(40), "{chunk_bytes}");
    }
}

#[test]
fn the_client_stops_reading_at_the_limit() {
    for (chunk_bytes, ms) in [(0, 1), (1, 41), (7, 6)] {
        let limits = Limits { max_body_bytes: 40, ..Limits::default() };
        let client = |bytes| {
            let transport = respond_in_chunks(200, object(bytes), chunk_bytes);
            transport.client_with(|config| config.limits = limits)
        };
        assert!(run(&client(40), &token()).is_ok());
        let client = client(1000);
        let error = run(&client, &token()).unwrap_err();
        assert_eq!((error.kind, error.retryable), (ErrorKind::ResponseTooLarge, false));
        assert_eq!(
            error.message,
            "The response body is larger than maxBodyBytes (40). Raise maxBodyBytes or request a smaller page."
        );
        assert_eq!(now_ms(&client), ms, "the rest of the body is not read");
        assert_eq!(client.transport().open.get(), 0);
    }
}

#[test]
fn the_limit_holds_for_the_body_of_an_error_response() {
    let transport = respond_in_chunks(503, object(41), 7);
    let client = transport.client_with(|config| config.limits.max_body_bytes = 40);
    let error = run_to_error(&client);
    assert_eq!((error.code.as_str(), error.attempts.as_ref().unwrap()[0].status), ("response_too_large", Some(503)));
    assert_eq!(client.transport().request_count(), 1);
}

#[test]
fn an_observer_receives_the_body_after_each_chunk() {
    let client = respond_in_chunks(200, object(16), 7).client();
    let (outcome, lengths) = call_with_observer(&client);
    assert_eq!((outcome.is_ok(), lengths), (true, vec![0, 7, 14, 16]));
}

#[test]
fn an_observer_receives_no_chunk_above_the_limit() {
    let client = respond_in_chunks(200, object(16), 7).client_with(|config| config.limits.max_body_bytes = 15);
    let (outcome, lengths) = call_with_observer(&client);
    assert_eq!((outcome.unwrap_err().code.as_str(), lengths), ("response_too_large", vec![0, 7, 14]));
}

#[test]
fn an_observer_receives_only_successful_responses() {
    for status in [300, 404, 500] {
        let (outcome, lengths) = call_with_observer(&respond_in_chunks(status, object(16), 7).client());
        assert_eq!((outcome.is_err(), lengths), (true, vec![]), "{status}");
    }
    let busy = Response { status: 503, body: object(20).into(), ..Response::default() };
    let good = Response { status: 299, body: object(16).into(), ..Response::default() };
    let transport = ScriptedTransport { chunk_bytes: 7, ..ScriptedTransport::new(vec![Ok(busy), Ok(good)]) };
    let (outcome, lengths) = call_with_observer(&transport.retrying_client());
    assert_eq!((outcome.is_ok(), lengths), (true, vec![0, 7, 14, 16]));
}

#[test]
fn a_retry_begins_with_an_empty_body() {
    let transport = ScriptedTransport {
        body_error: Some(Error::network("The connection broke off.")),
        ..respond_in_chunks(200, object(16), 10)
    };
    let (outcome, lengths) = call_with_observer(&transport.retrying_client());
    assert_eq!((outcome.unwrap_err().kind, lengths), (ErrorKind::Network, [0, 10, 16].repeat(3)));
}

#[test]
fn only_token_metadata_keeps_the_headers() {
    let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    let response = Response { status: 201, headers: headers.clone(), body: b"{}".to_vec() };
    let client = ScriptedTransport::new(vec![Ok(response)]).client();
    let clock = &client.transport().clock;
    let response = clock.run(call(&client, &token()).response()).unwrap();
    assert_eq!((response.status, &response.headers), (201, &headers));
    let response = clock.run(call(&client, &crate::GetProject).response()).unwrap();
    assert_eq!((response.status, response.headers.len()), (201, 0));
}
