//! Tests of the timeout of an attempt and the deadline of a call.

use super::*;

#[test]
fn an_attempt_ends_after_its_timeout() {
    let client = slow(TIMEOUT_MS + 1).client();
    let error = run_to_error(&client);
    assert_eq!(
        (error.kind, error.code.as_str(), error.retryable),
        (ErrorKind::Timeout, "attempt_timeout", true)
    );
    assert_eq!(
        error.message,
        "Timeout: no response within 10000 ms (timeoutMs)."
    );
    assert_eq!(
        (error.endpoint, error.gave_up),
        (Some("GET /project"), Some(GiveUpReason::Attempts))
    );
    assert_eq!(
        (now_ms(&client), client.transport().open.get()),
        (u64::from(TIMEOUT_MS), 0)
    );
}

#[test]
fn an_attempt_ends_at_the_deadline() {
    let client = slow(u32::MAX).client_with(|config| config.limits.deadline_ms = 500);
    let error = run_to_error(&client);
    assert_eq!(
        (error.kind, error.code.as_str(), error.retryable),
        (ErrorKind::Timeout, "deadline_exceeded", false)
    );
    assert_eq!(
        error.message,
        "Timeout: no response within 500 ms (deadlineMs)."
    );
    assert_eq!(
        (
            now_ms(&client),
            error.attempts.as_ref().unwrap()[0].elapsed_ms
        ),
        (500, Some(500.0))
    );
}

#[test]
fn a_response_wins_over_a_timeout_at_the_same_time() {
    assert!(run(&slow(TIMEOUT_MS).client(), &GetProject).is_ok());
    let set_limits_to_5_ms = |config: &mut Config| {
        config.limits.timeout_ms = 5;
        config.limits.deadline_ms = 5;
    };
    assert!(run(&slow(5).client_with(set_limits_to_5_ms), &GetProject).is_ok());
    // The body ends after 5 ms: 3 ms for the head, 1 ms for the chunk, 1 ms for the end. The timer
    // of the timeout fires before the timer of the end, because the timer of the timeout was set
    // first.
    let slow_body = ScriptedTransport {
        chunk_after_ms: 1,
        ..slow(3)
    };
    assert!(run(&slow_body.client_with(set_limits_to_5_ms), &GetProject).is_ok());
}

#[test]
fn an_attempt_times_out_while_its_body_is_read() {
    let stalled = ScriptedTransport {
        chunk_after_ms: TIMEOUT_MS,
        response_after_ms: 1,
        ..ScriptedTransport::responding(200, "{}")
    };
    let client = stalled.client();
    let error = run_to_error(&client);
    assert_eq!(
        (
            error.code.as_str(),
            error.attempts.as_ref().unwrap()[0].status
        ),
        ("attempt_timeout", Some(200))
    );
    assert_eq!(
        (now_ms(&client), client.transport().open.get()),
        (u64::from(TIMEOUT_MS), 0)
    );
}
