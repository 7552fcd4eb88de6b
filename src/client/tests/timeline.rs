//! Tests of the timeline of a call.

use super::{TIMEOUT_MS, clock::Task, helpers::call, run_to_error, scripted::ScriptedTransport};
use crate::{
    client::Response,
    endpoints::GetProject,
    error::{Attempt, Error, ErrorKind},
};

fn attempt(started_ms: f64, elapsed_ms: f64) -> Attempt {
    Attempt {
        started_ms,
        elapsed_ms: Some(elapsed_ms),
        ..Attempt::default()
    }
}

fn with_request_id(status: u16, id: &str) -> Response {
    let headers = vec![("x-request-id".to_owned(), id.to_owned())];
    Response {
        status,
        headers,
        body: Vec::new(),
    }
}

#[test]
fn a_request_that_the_host_refuses_is_not_an_attempt() {
    // For example, `fetch` of the host does not accept the URL. Nothing is sent.
    let refused = Error::invalid("baseUrl", "a URL", "another URL");
    let client = ScriptedTransport::new(vec![Err(refused)]).client();
    let error = run_to_error(&client);
    assert_eq!(error.kind, ErrorKind::InvalidArgument);
    assert_eq!(error.attempts, Some(Vec::new()));
}

#[test]
fn an_error_has_all_attempts_with_their_times() {
    let responses = vec![
        Ok(with_request_id(503, "r-1")),
        Err(Error::network("no")),
        Ok(with_request_id(500, "r-3")),
    ];
    // A response takes 15 ms: 10 ms for the head, and 5 ms for the end of the empty body. The
    // retries start after delays of 200 ms and 400 ms.
    let transport = ScriptedTransport {
        response_after_ms: 10,
        chunk_after_ms: 5,
        ..ScriptedTransport::new(responses)
    };
    let error = run_to_error(&transport.retrying_client());
    assert_eq!(
        error.attempts.as_deref().unwrap(),
        [
            Attempt {
                status: Some(503),
                delay_ms: Some(200),
                ..attempt(0.0, 15.0)
            },
            Attempt {
                code: Some("network"),
                delay_ms: Some(400),
                ..attempt(215.0, 10.0)
            },
            Attempt {
                status: Some(500),
                ..attempt(625.0, 15.0)
            },
        ]
    );
    assert_eq!(
        (error.elapsed_ms, error.request_id.as_deref()),
        (Some(640.0), Some("r-3"))
    );
    assert_eq!(
        error.url.as_deref(),
        Some("https://api.example.com/v1/project")
    );
    assert_eq!(error.endpoint, Some("GET /project"));
}

#[test]
fn an_attempt_has_a_code_unless_its_response_is_complete() {
    let ok = || ScriptedTransport::responding(200, r#"{"balance":"1"}"#);
    let broken = |error| ScriptedTransport {
        body_error: Some(error),
        ..ok()
    };
    let failing = |error| ScriptedTransport::new(vec![Err(error)]);
    for (transport, code, status) in [
        (failing(Error::network("no")), Some("network"), None),
        (failing(Error::redirect_blocked()), Some("redirect"), None),
        (broken(Error::network("no")), Some("network"), Some(200)),
        (broken(Error::too_large(1)), Some("large"), Some(200)),
        (
            ScriptedTransport {
                response_after_ms: TIMEOUT_MS + 1,
                ..ok()
            },
            Some("timeout"),
            None,
        ),
        (
            ScriptedTransport {
                chunk_after_ms: TIMEOUT_MS + 1,
                ..ok()
            },
            Some("timeout"),
            Some(200),
        ),
        // The last two responses are complete, but the call fails.
        (ScriptedTransport::responding(404, "{}"), None, Some(404)),
        (ScriptedTransport::responding(200, "{"), None, Some(200)),
    ] {
        let error = run_to_error(&transport.client());
        let attempts = error.attempts.as_deref().unwrap();
        assert_eq!(
            (attempts.len(), attempts[0].code, attempts[0].status),
            (1, code, status),
            "{error:?}"
        );
    }
}

#[test]
fn an_error_has_the_request_id_of_its_last_attempt_only() {
    let responses = vec![Ok(with_request_id(503, "r-1")), Err(Error::network("no"))];
    assert_eq!(
        run_to_error(&ScriptedTransport::new(responses).retrying_client()).request_id,
        None
    );
}

#[test]
fn a_call_can_be_described_while_it_is_in_flight() {
    let responses = vec![
        Ok(with_request_id(503, "r-1")),
        Ok(with_request_id(200, "r-2")),
    ];
    // The first attempt takes 15 ms, and its head arrives at 10 ms. After a delay of 200 ms, the
    // second attempt starts at 215 ms.
    let transport = ScriptedTransport {
        response_after_ms: 10,
        chunk_after_ms: 5,
        ..ScriptedTransport::new(responses)
    };
    let client = transport.retrying_client();
    let clock = &client.transport().clock;
    let call = call(&client, &GetProject);
    let described = || {
        let error = call.describe(Error::aborted());
        (
            error.elapsed_ms,
            error.request_id.clone(),
            error.into_details().attempts.unwrap(),
        )
    };
    assert_eq!(
        described(),
        (Some(0.0), None, vec![]),
        "before the first attempt"
    );
    let mut task = Task::new(call.response());
    clock.run_until(4, &mut [&mut task]);
    assert_eq!(
        described(),
        (Some(4.0), None, vec![attempt(0.0, 4.0)]),
        "before the first head"
    );
    clock.run_until(12, &mut [&mut task]);
    let id = Some("r-1".to_owned());
    assert_eq!(
        described(),
        (
            Some(12.0),
            id.clone(),
            vec![Attempt {
                status: Some(503),
                ..attempt(0.0, 12.0)
            }]
        ),
        "after the first head"
    );
    let first = Attempt {
        status: Some(503),
        delay_ms: Some(200),
        ..attempt(0.0, 15.0)
    };
    clock.run_until(100, &mut [&mut task]);
    assert_eq!(
        described(),
        (Some(100.0), id, vec![first.clone()]),
        "during the delay"
    );
    clock.run_until(220, &mut [&mut task]);
    assert_eq!(
        described(),
        (Some(220.0), None, vec![first, attempt(215.0, 5.0)]),
        "in the second attempt"
    );
}

#[test]
fn a_caller_that_joined_has_the_timeline_of_the_shared_request() {
    let transport = ScriptedTransport {
        response_after_ms: 10,
        ..ScriptedTransport::responding(200, "{}")
    };
    let client = transport.client();
    let calls = [call(&client, &GetProject), call(&client, &GetProject)];
    let mut tasks = calls.each_ref().map(|call| Task::new(call.response()));
    client.transport().clock.run_until(4, &mut tasks.each_mut());
    let attempts = calls.each_ref().map(|call| {
        call.describe(Error::aborted())
            .into_details()
            .attempts
            .unwrap()
    });
    assert_eq!(attempts, [vec![attempt(0.0, 4.0)], vec![attempt(0.0, 4.0)]]);
}
