//! Tests of the events that hooks receive.

use super::{
    KEY, TIMEOUT_MS,
    clock::Task,
    helpers::{call, run},
    run_to_error,
    scripted::ScriptedTransport,
    token, transfer,
};
use crate::{
    client::{Client, HeadersFuture, Hook, Hooks, RequestEvent, Response},
    endpoints::{Endpoint, EtherealsQuery, GetProject},
    error::Error,
    headers::Headers,
    limits::Limits,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::{cell::RefCell, rc::Rc};

/// The milliseconds before the first retry. [`ScriptedTransport`] always gives the longest delay.
const DELAY_MS: u32 = 200;

/// The milliseconds that the hook of [`client_that_numbers_attempts`] takes.
const HOOK_MS: u32 = 5;

/// The events that hooks received, each with the name of its hook and its JSON.
type Log = Rc<RefCell<Vec<(&'static str, Value)>>>;

/// Returns a hook that records its events, and returns a value that `result` creates.
fn recorder<E: Serialize, R: 'static>(
    log: &Log,
    name: &'static str,
    result: fn() -> R,
) -> Hook<E, R> {
    let log = Rc::clone(log);
    Some(Box::new(move |event| {
        log.borrow_mut()
            .push((name, serde_json::to_value(event).unwrap()));
        result()
    }))
}

fn no_headers() -> HeadersFuture {
    Box::pin(async { Ok(Headers::default()) })
}

/// Returns a client whose hooks record their events, and the recorded events.
fn client_with_recorder(transport: ScriptedTransport) -> (Client<ScriptedTransport>, Log) {
    let log = Log::default();
    let hooks = Hooks {
        on_request: recorder(&log, "request", no_headers),
        on_response: recorder(&log, "response", || ()),
        on_retry: recorder(&log, "retry", || ()),
        on_drift: recorder(&log, "drift", || ()),
    };
    (transport.client_with(|config| config.hooks = hooks), log)
}

/// A transport that first responds with status 503 and a request id, and then with a transfer of an
/// unknown status. Each response takes 7 ms.
fn respond_after_retry() -> ScriptedTransport {
    let headers = vec![("x-request-id".to_owned(), "r-1".to_owned())];
    let busy = Response {
        status: 503,
        headers,
        body: Vec::new(),
    };
    let body = br#"{"_id":"1","status":"paused"}"#.to_vec();
    let good = Response {
        status: 200,
        headers: Vec::new(),
        body,
    };
    ScriptedTransport {
        response_after_ms: 7,
        ..ScriptedTransport::new(vec![Ok(busy), Ok(good)])
    }
}

/// The names of the hooks that received an event.
fn names(log: &Log) -> Vec<&'static str> {
    log.borrow().iter().map(|(name, _)| *name).collect()
}

/// The events of one hook.
fn events_of(log: &Log, hook: &str) -> Vec<Value> {
    let log = log.borrow();
    log.iter()
        .filter(|(name, _)| *name == hook)
        .map(|(_, event)| event.clone())
        .collect()
}

/// Returns a client that makes at most two attempts. A hook adds the number of the attempt as a
/// header, after [`HOOK_MS`].
fn client_that_numbers_attempts(transport: ScriptedTransport) -> Client<ScriptedTransport> {
    let clock = Rc::clone(&transport.clock);
    let on_request = move |event: &RequestEvent| -> HeadersFuture {
        let delay = clock.sleep(HOOK_MS);
        let value = format!("attempt-{}", event.attempt);
        Box::pin(async {
            delay.await;
            Headers::new([("x-attempt", value)])
        })
    };
    transport.client_with(|config| {
        config.limits.max_retries = 1;
        config.hooks.on_request = Some(Box::new(on_request));
    })
}

#[test]
fn events_arrive_in_order_with_their_fields() {
    let (client, log) = client_with_recorder(respond_after_retry());
    run(&client, &transfer()).unwrap();
    assert!(!format!("{log:?}").contains(KEY));
    let url = client.transport().sent.borrow()[0].url.clone();
    let event = |attempt: u32, own_fields: Value| {
        let mut event = json!({
            "callId": 1,
            "endpoint": "GET /bridge/transfers/transactions/:hash",
            "url": url,
            "attempt": attempt,
        });
        let fields = event.as_object_mut().unwrap();
        fields.extend(own_fields.as_object().unwrap().clone());
        event
    };
    let unknown = "a value of the specification";
    assert_eq!(
        *log.borrow(),
        [
            ("request", event(1, json!({}))),
            (
                "response",
                event(
                    1,
                    json!({"status": 503, "elapsedMs": 7.0, "requestId": "r-1"})
                )
            ),
            (
                "retry",
                event(
                    1,
                    json!({"delayMs": DELAY_MS, "reason": "status", "status": 503})
                )
            ),
            ("request", event(2, json!({}))),
            (
                "response",
                event(2, json!({"status": 200, "elapsedMs": 7.0}))
            ),
            (
                "drift",
                event(
                    2,
                    json!({"skipped": false, "pointer": "/status", "expected": unknown, "found": "\"paused\""})
                )
            ),
        ]
    );
}

#[test]
fn a_retry_event_has_the_fields_of_a_request_event() {
    let event_fields = Rc::new(RefCell::new(None));
    let fields_of_hook = Rc::clone(&event_fields);
    let client = respond_after_retry().client_with(|config| {
        config.hooks.on_retry = Some(Box::new(move |event| {
            fields_of_hook.replace(Some((
                event.call_id,
                event.endpoint,
                event.attempt,
                event.delay_ms,
            )));
        }));
    });
    run(&client, &GetProject).unwrap();
    assert_eq!(
        *event_fields.borrow(),
        Some((1, "GET /project", 1, DELAY_MS))
    );
}

#[test]
fn a_retry_event_has_its_reason() {
    for (transport, reason, status) in [
        (
            ScriptedTransport::new(vec![Err(Error::network("no"))]),
            "network",
            None,
        ),
        (
            ScriptedTransport {
                response_after_ms: TIMEOUT_MS + 1,
                ..ScriptedTransport::responding(200, "{}")
            },
            "timeout",
            None,
        ),
        (
            ScriptedTransport {
                chunk_after_ms: TIMEOUT_MS + 1,
                ..ScriptedTransport::responding(200, "{}")
            },
            "timeout",
            Some(200),
        ),
    ] {
        let (client, log) = client_with_recorder(transport);
        run_to_error(&client);
        let event = &events_of(&log, "retry")[0];
        let status = status.map(Value::from);
        assert_eq!(
            (&event["reason"], event.get("status")),
            (&Value::from(reason), status.as_ref())
        );
    }
}

#[test]
fn a_skipped_record_is_reported_with_its_place_and_nothing_of_its_content() {
    // The list is in a field with the name `KEY`, so that the key is in every JSON Pointer.
    let valid = r#"{"_id":"1","status":"active"}"#;
    let without_status = format!(r#"{{"_id":"{KEY}","secret":"s"}}"#);
    let body = format!(r#"{{"{KEY}":[{valid},{without_status},[]]}}"#);
    let (client, log) = client_with_recorder(ScriptedTransport::responding(200, body.clone()));
    let query = EtherealsQuery::default();
    assert_eq!(
        run(&client, &query).unwrap_err().code.as_str(),
        "unexpected_shape"
    );
    assert!(events_of(&log, "drift").is_empty());
    let page = run(&client, &query.skip_invalid_records()).unwrap();
    assert_eq!(
        page.items
            .iter()
            .map(|item| item.id.as_str())
            .collect::<Vec<_>>(),
        ["1"]
    );
    let request = events_of(&log, "request").pop().unwrap();
    let without_request_fields = |mut event: Value| {
        event
            .as_object_mut()
            .unwrap()
            .retain(|name, _| request.get(name).is_none());
        event
    };
    let first_offset = body.find(&without_status).unwrap();
    let second_offset = body.find("[]").unwrap();
    let [envelope, skipped @ ..] = &*events_of(&log, "drift") else {
        panic!("{log:?}")
    };
    assert_eq!(
        (&envelope["skipped"], &envelope["expected"]),
        (&json!(false), &json!("etherealData"))
    );
    assert_eq!(
        skipped
            .iter()
            .cloned()
            .map(without_request_fields)
            .collect::<Vec<_>>(),
        [
            json!({"skipped": true, "index": 1, "offset": first_offset, "pointer": "/[redacted]/1/status", "expected": "a value"}),
            json!({"skipped": true, "index": 2, "offset": second_offset, "pointer": "/[redacted]/2", "expected": "an object"}),
        ]
    );
    assert!(!format!("{log:?}").contains(KEY));
}

#[test]
fn callers_that_share_a_request_share_its_events() {
    let (client, log) = client_with_recorder(respond_after_retry());
    let calls = [call(&client, &transfer()), call(&client, &transfer())];
    let mut tasks = calls.each_ref().map(|call| Task::new(call.response()));
    client.transport().clock.finish(&mut tasks.each_mut());
    assert_eq!(
        names(&log),
        [
            "request", "response", "retry", "request", "response", "drift"
        ]
    );
}

#[test]
fn each_call_has_an_id_that_its_events_and_its_error_share() {
    let (client, log) = client_with_recorder(ScriptedTransport::responding(500, ""));
    assert_eq!(run_to_error(&client).call_id, Some(1));
    assert_eq!(run_to_error(&client).call_id, Some(2));
    let event_ids: Vec<_> = events_of(&log, "request")
        .iter()
        .map(|event| event["callId"].clone())
        .collect();
    // Each call makes three attempts.
    assert_eq!(event_ids, [1, 1, 1, 2, 2, 2]);
}

#[test]
fn a_call_that_is_dropped_while_it_waits_for_headers_sends_nothing() {
    let client = client_that_numbers_attempts(ScriptedTransport::responding(200, "{}"));
    let call = call(&client, &GetProject);
    let mut task = Task::new(call.response());
    task.poll();
    drop(task);
    assert_eq!(client.transport().request_count(), 0);
    let error = call.describe(Error::aborted());
    assert_eq!(error.attempts.as_ref().unwrap().len(), 1);
}

#[test]
fn a_hook_may_make_a_call() {
    let client_of_hook = Rc::new(RefCell::new(None::<Client<ScriptedTransport>>));
    let client_slot = Rc::clone(&client_of_hook);
    let client = ScriptedTransport::responding(200, "{}").client_with(|config| {
        config.hooks.on_response = Some(Box::new(move |_| {
            // The hook takes the client, so that the response to this call does not make a further
            // call.
            if let Some(client) = client_slot.take() {
                run(&client, &token()).unwrap();
            }
        }));
    });
    client_of_hook.replace(Some(client.clone()));
    run(&client, &GetProject).unwrap();
    assert_eq!(client.transport().request_count(), 2);
}

#[test]
fn events_show_no_key_and_at_most_64_characters_of_a_body() {
    let headers = vec![("x-request-id".to_owned(), KEY.replace('/', "%2f"))];
    let escaped_key = KEY.replace('/', "\\/");
    let end = "é".repeat(100);
    // The limit of 64 characters is after the text `[redacted]`. With the last length, the limit is
    // within this text.
    for length in [0, 20, 50, 60] {
        let start = "x".repeat(length);
        // U+009B is a control character.
        let status = format!("{start}{escaped_key}\u{9b}{end}");
        // An integer above 2^53-1 is drift too.
        let body = format!(r#"{{"_id":"1","status":"{status}","{KEY}":12345678901234567890}}"#)
            .into_bytes();
        let transport = ScriptedTransport::new(vec![Ok(Response {
            status: 200,
            headers: headers.clone(),
            body,
        })]);
        let (client, log) = client_with_recorder(transport);
        run(&client, &transfer()).unwrap();
        assert_eq!(events_of(&log, "response")[0]["requestId"], "[redacted]");
        let [status_event, key_event] = &*events_of(&log, "drift") else {
            panic!("{log:?}")
        };
        let redacted = format!("\"{start}[redacted]\u{fffd}{end}");
        let found: String = redacted.chars().take(64).collect();
        assert_eq!(status_event["found"], found);
        assert_eq!(key_event["pointer"], "/[redacted]");
    }
}

#[test]
fn a_hook_adds_headers_to_its_attempt_within_the_timeout() {
    let client =
        client_that_numbers_attempts(ScriptedTransport::responding(503, "attempt-2 failed"));
    let error = run_to_error(&client);
    let sent = client.transport().sent.borrow();
    let values: Vec<_> = sent
        .iter()
        .map(|request| request.headers.get("x-attempt"))
        .collect();
    assert_eq!(values, [Some("attempt-1"), Some("attempt-2")]);
    // The value of the header in the second attempt, `attempt-2`, is redacted.
    assert_eq!(error.body_snippet.as_deref(), Some("[redacted] failed"));
    assert_eq!(
        error.header_names.as_deref(),
        Some(["x-api-key", "x-attempt"].map(str::to_owned).as_slice())
    );
    assert_eq!(
        error.attempts.as_ref().unwrap()[0].elapsed_ms,
        Some(f64::from(HOOK_MS))
    );
}

#[test]
fn a_hook_that_takes_too_long_lets_the_attempt_time_out() {
    let client = client_that_numbers_attempts(ScriptedTransport::responding(200, "{}"));
    let limits = Limits {
        timeout_ms: HOOK_MS - 1,
        ..client.limits()
    };
    let call = client.call(GetProject.call(), limits);
    let error = client.transport().clock.run(call.response()).unwrap_err();
    assert_eq!(
        (error.code.as_str(), client.transport().request_count()),
        ("attempt_timeout", 0)
    );
}
