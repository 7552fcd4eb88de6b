//! Tests of retries: which failures are retried, the delays, and the budget.

use super::{TIMEOUT_MS, helpers::run, now_ms, run_to_error, scripted::ScriptedTransport, token};
use crate::{
    client::{Client, Response},
    endpoints::GetProject,
    error::{Error, ErrorKind},
    retry::GiveUpReason,
};

/// A response with this status and an empty object.
fn status(status: u16) -> Result<Response, Error> {
    Ok(Response {
        status,
        body: b"{}".to_vec(),
        ..Response::default()
    })
}

/// A status with a header `Retry-After`.
fn status_with_retry_after(code: u16, header: &str) -> Result<Response, Error> {
    let headers = vec![("retry-after".to_owned(), header.to_owned())];
    status(code).map(|response| Response {
        headers,
        ..response
    })
}

fn respond_in_turn(responses: Vec<Result<Response, Error>>) -> Client<ScriptedTransport> {
    ScriptedTransport::new(responses).retrying_client()
}

fn request_count(client: &Client<ScriptedTransport>) -> usize {
    client.transport().request_count()
}

#[test]
fn a_transient_failure_has_three_attempts() {
    let mut transient: Vec<_> = [408, 429, 500, 502, 503, 504].map(status).into();
    transient.extend([
        Err(Error::network("no")),
        Err(Error::attempt_timeout(TIMEOUT_MS)),
    ]);
    for failure in transient {
        let client = respond_in_turn(vec![failure.clone(), failure.clone(), status(200)]);
        assert!(run(&client, &GetProject).is_ok(), "{failure:?}");
        assert_eq!(request_count(&client), 3);
        assert_eq!(
            client.transport().random_draws.get(),
            2,
            "a success draws no random number"
        );
        let client = respond_in_turn(vec![failure.clone()]);
        let error = run_to_error(&client);
        assert_eq!(
            (request_count(&client), error.gave_up),
            (3, Some(GiveUpReason::Attempts)),
            "{failure:?}"
        );
    }
}

#[test]
fn permanent_failures_are_not_retried() {
    let transient_codes = [
        408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 527, 529, 530, 598, 599,
    ];
    let permanent = (100..700)
        .filter(|code: &u16| !(200..300).contains(code) && !transient_codes.contains(code))
        .map(status);
    let invalid_json = Ok(Response {
        status: 200,
        body: b"{".to_vec(),
        ..Response::default()
    });
    for failure in permanent.chain([
        invalid_json,
        Err(Error::too_large(1)),
        Err(Error::redirect_blocked()),
    ]) {
        let client = respond_in_turn(vec![failure.clone(), status(200)]);
        let error = run_to_error(&client);
        assert_eq!(
            (request_count(&client), error.gave_up, error.retryable),
            (1, None, false),
            "{failure:?}"
        );
    }
}

#[test]
fn a_service_that_refuses_retries_costs_no_budget() {
    let status_with_should_retry = |code, should_retry: &str| {
        let headers = vec![
            ("x-should-retry".to_owned(), should_retry.to_owned()),
            ("retry-after".to_owned(), "0".to_owned()),
        ];
        status(code).map(|response| Response {
            headers,
            ..response
        })
    };
    // If the client retried the refused requests, 60 failures would empty the budget.
    let refused_codes = [502, 504, 429].into_iter().cycle().take(60);
    // The client ignores spaces around the value, and its case.
    let mut responses: Vec<_> = refused_codes
        .clone()
        .map(|code| status_with_should_retry(code, " False"))
        .collect();
    // The client never retries 422, so this failure also costs no budget.
    responses.extend([status(422), status(503), status(503), status(200)]);
    let client = respond_in_turn(responses);
    for code in refused_codes.chain([422]) {
        let error = run(&client, &token()).unwrap_err();
        assert_eq!(
            (error.status, error.retryable, error.gave_up),
            (Some(code), false, None)
        );
    }
    assert_eq!(request_count(&client), 61);
    assert!(
        run(&client, &token()).is_ok(),
        "the budget has tokens for two retries"
    );
    // The client ignores another value of the header, and the header in a successful response.
    for other_value in ["true", "", "no"] {
        let client = respond_in_turn(vec![
            status_with_should_retry(503, other_value),
            status_with_should_retry(200, "false"),
        ]);
        assert!(run(&client, &token()).is_ok(), "{other_value}");
    }
}

#[test]
fn delays_double_and_are_at_least_retry_after() {
    let client = respond_in_turn(vec![status(500), status(500), status(200)]);
    assert!(run(&client, &token()).is_ok());
    assert_eq!(client.transport().delays_ms(), [200, 400]);
    let client = respond_in_turn(vec![
        status(429),
        status_with_retry_after(503, "5"),
        status(200),
    ]);
    assert!(run(&client, &token()).is_ok());
    // Status 429 means throttling, so the first delay is 1 s. The second delay is `Retry-After`.
    assert_eq!(client.transport().delays_ms(), [1000, 5000]);
    // The virtual clock starts at this date.
    for zero_delay in ["0", "Thu, 01 Jan 1970 00:00:00 GMT"] {
        let client = respond_in_turn(vec![status_with_retry_after(503, zero_delay), status(200)]);
        assert!(run(&client, &token()).is_ok());
        assert_eq!(
            client.transport().delays_ms(),
            [200],
            "as without the header"
        );
    }
}

#[test]
fn a_long_retry_after_ends_the_call_and_is_in_the_error() {
    // The limit of the tests, `max_retry_after_ms`, is 30 s.
    let client = respond_in_turn(vec![status_with_retry_after(429, "31"), status(200)]);
    let error = run_to_error(&client);
    assert_eq!(
        (error.kind, error.retry_after_ms),
        (ErrorKind::RateLimited, Some(31_000))
    );
    let wait = "The service asks for a wait of 31 s, longer than maxRetryAfterMs allows.";
    assert!(error.message.ends_with(wait), "{}", error.message);
    assert_eq!(
        (error.gave_up, request_count(&client), now_ms(&client)),
        (Some(GiveUpReason::RetryAfter), 1, 0)
    );
}

#[test]
fn the_deadline_includes_attempts_and_delays() {
    let client = respond_in_turn(vec![
        status_with_retry_after(503, "20"),
        status_with_retry_after(503, "20"),
        status(200),
    ]);
    let error = run_to_error(&client);
    assert_eq!(
        (error.kind, error.gave_up),
        (ErrorKind::Server, Some(GiveUpReason::Deadline))
    );
    assert!(
        error
            .message
            .ends_with("20 s, longer than deadlineMs allows."),
        "{}",
        error.message
    );
    let delays: Vec<_> = error
        .attempts
        .iter()
        .flatten()
        .map(|attempt| attempt.delay_ms)
        .collect();
    assert_eq!(
        (delays, now_ms(&client)),
        (vec![Some(20_000), None], 20_000),
        "no delay beyond the deadline"
    );
    let silent = ScriptedTransport {
        response_after_ms: u32::MAX,
        ..ScriptedTransport::new(vec![status(200)])
    };
    let client = silent.retrying_client();
    let error = run_to_error(&client);
    let times: Vec<_> = error
        .attempts
        .iter()
        .flatten()
        .map(|attempt| attempt.elapsed_ms)
        .collect();
    // After two attempts of 10 s, and delays of 200 ms and 400 ms, 9.4 s of the deadline are left.
    assert_eq!(
        (times, error.code.as_str()),
        (
            vec![Some(10_000.0), Some(10_000.0), Some(9400.0)],
            "deadline_exceeded"
        )
    );
    assert_eq!(now_ms(&client), 30_000);
}

#[test]
fn an_empty_budget_prevents_retries_and_successes_refill_it() {
    let failing = respond_in_turn(vec![status(500)]);
    for _ in 0..100 {
        run_to_error(&failing);
    }
    // Of 500 tokens, 35 retries take 14 each.
    assert_eq!(
        (request_count(&failing), failing.retry_budget()),
        (100 + 35, 10)
    );
    assert_eq!(run_to_error(&failing).gave_up, Some(GiveUpReason::Budget));
    let healthy = respond_in_turn(vec![status(200)]);
    healthy.0.retry_budget.set(10);
    // Each success without a retry adds one token.
    for _ in 0..4 {
        run(&healthy, &token()).unwrap();
    }
    assert_eq!(healthy.retry_budget(), 14);
    let client = respond_in_turn(vec![status(500), status(200)]);
    client.0.retry_budget.set(14);
    run(&client, &token()).unwrap();
    assert_eq!(
        client.retry_budget(),
        14,
        "a success gives back what the retry took"
    );
}

#[test]
fn a_service_that_throttles_costs_less_budget() {
    let cost_of = |failure: Result<Response, Error>| {
        let client = respond_in_turn(vec![failure]);
        let full = client.retry_budget();
        run_to_error(&client);
        full - client.retry_budget()
    };
    // Each call makes two retries. A retry costs 14 tokens, or 5 tokens if the service throttles.
    let (normal, throttled) = (2 * 14, 2 * 5);
    assert_eq!(cost_of(status(429)), throttled);
    assert_eq!(cost_of(status_with_retry_after(503, "1")), throttled);
    assert_eq!(cost_of(status_with_retry_after(503, "0")), normal);
    assert_eq!(cost_of(status(503)), normal);
    assert_eq!(cost_of(status_with_retry_after(500, "1")), normal);
}

#[test]
fn an_incomplete_or_stalled_body_is_retried() {
    let broken = ScriptedTransport {
        body_error: Some(Error::network("The connection broke off.")),
        ..ScriptedTransport::responding(200, "{")
    };
    let client = broken.retrying_client();
    let error = run_to_error(&client);
    assert_eq!(
        (error.kind, error.gave_up, request_count(&client)),
        (ErrorKind::Network, Some(GiveUpReason::Attempts), 3)
    );
    let stalled = ScriptedTransport {
        chunk_after_ms: TIMEOUT_MS + 1,
        ..ScriptedTransport::responding(200, "{}")
    };
    // Three attempts of 10 s and their delays exceed the deadline of the tests, 30 s.
    let client = stalled.client_with(|config| config.limits.deadline_ms = 40_000);
    let error = run_to_error(&client);
    assert_eq!(
        (error.code.as_str(), error.gave_up, request_count(&client)),
        ("attempt_timeout", Some(GiveUpReason::Attempts), 3)
    );
}
