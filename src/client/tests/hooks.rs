//! Tests of the events that hooks receive.

use super::{
    KEY,
    clock::{Task, VirtualClock},
    helpers::{call, run},
    run_to_error,
    scripted::ScriptedTransport,
    slow, token, transfer,
};
use crate::{
    client::{Client, Event, EventKind, HeadersFuture, Hooks, Response},
    endpoints::{EtherealsQuery, GetProject},
    error::Error,
    headers::Headers,
};
use std::{cell::RefCell, rc::Rc};

/// The kinds of the events of attempts.
const ALL: [EventKind; 4] = [EventKind::Request, EventKind::Response, EventKind::Retry, EventKind::Drift];
/// The kinds of the events of whole calls.
const OF_CALLS: [EventKind; 2] = [EventKind::Start, EventKind::End];

/// Records the events of the wanted kinds.
struct Recorder {
    wanted: Vec<EventKind>,
    events: RefCell<Vec<Event>>,
}

impl Hooks for Recorder {
    fn wants(&self, kind: EventKind) -> bool {
        self.wanted.contains(&kind)
    }

    fn receive(&self, event: &Event) {
        self.events.borrow_mut().push(event.clone());
    }
}

fn client_with_recorder(
    transport: ScriptedTransport,
    wanted: &[EventKind],
) -> (Client<ScriptedTransport>, Rc<Recorder>) {
    let recorder = Rc::new(Recorder { wanted: wanted.to_vec(), events: RefCell::default() });
    let hooks = Rc::clone(&recorder);
    (transport.client_with(|config| config.hooks = Some(hooks)), recorder)
}

/// A 503 with a request id, then a transfer with an unknown status; each takes 7 ms.
fn respond_after_retry() -> ScriptedTransport {
    let headers = vec![("x-request-id".to_owned(), "r-1".to_owned())];
    let busy = Response { status: 503, headers, body: Vec::new() };
    let body = br#"{"_id":"1","status":"paused"}"#.to_vec();
    let good = Response { status: 200, headers: Vec::new(), body };
    ScriptedTransport { response_after_ms: 7, ..ScriptedTransport::new(vec![Ok(busy), Ok(good)]) }
}

fn event_kinds(recorder: &Recorder) -> Vec<EventKind> {
    recorder.events.borrow().iter().map(|event| event.kind).collect()
}

#[test]
fn events_arrive_in_order_with_their_fields() {
    use EventKind::*;
    let (client, recorder) = client_with_recorder(respond_after_retry(), &ALL);
    run(&client, &transfer()).unwrap();
    assert_eq!(event_kinds(&recorder), [Request, Response, Retry, Request, Response, Drift]);
    let events = recorder.events.borrow();
    let url = &client.transport().sent.borrow()[0].url;
    for event in &*events {
        assert_eq!((event.endpoint, &event.url), ("GET /bridge/transfers/transactions/:hash", url));
        assert!(!format!("{event:?}").contains(KEY));
    }
    let attempts: Vec<_> = events.iter().map(|event| event.attempt).collect();
    assert_eq!(attempts, [1, 1, 1, 2, 2, 2]);
    assert!(events.iter().all(|event| event.call_id == 1));
    let fields = |event: &Event| {
        let mut value = serde_json::to_value(event).unwrap();
        value
            .as_object_mut()
            .unwrap()
            .retain(|name, _| !["callId", "endpoint", "url", "attempt"].contains(&name.as_str()));
        value.to_string()
    };
    assert_eq!(
        events.iter().map(fields).collect::<Vec<_>>(),
        [
            "{}",
            r#"{"status":503,"elapsedMs":7.0,"requestId":"r-1"}"#,
            r#"{"delayMs":200,"reason":"status","status":503}"#,
            "{}",
            r#"{"status":200,"elapsedMs":7.0}"#,
            r#"{"skipped":false,"pointer":"/status","expected":"a value of the specification","found":"\"paused\""}"#,
        ]
    );
}

#[test]
fn hooks_receive_only_the_kinds_they_want() {
    for kind in ALL {
        let (client, recorder) = client_with_recorder(respond_after_retry(), &[kind]);
        run(&client, &transfer()).unwrap();
        let expected = if matches!(kind, EventKind::Request | EventKind::Response) { 2 } else { 1 };
        assert_eq!(event_kinds(&recorder), vec![kind; expected]);
    }
}

#[test]
fn a_retry_event_has_its_reason() {
    for (transport, reason, status) in [
        (ScriptedTransport::new(vec![Err(Error::network("no"))]), "network", None),
        (ScriptedTransport { response_after_ms: 10_001, ..ScriptedTransport::responding(200, "{}") }, "timeout", None),
        (
            ScriptedTransport { chunk_after_ms: 10_001, ..ScriptedTransport::responding(200, "{}") },
            "timeout",
            Some(200),
        ),
    ] {
        let (client, recorder) = client_with_recorder(transport, &[EventKind::Retry]);
        run_to_error(&client);
        let events = recorder.events.borrow();
        assert_eq!((events[0].reason, events[0].status, events[0].delay_ms), (Some(reason), status, Some(200)));
    }
}

#[test]
fn a_skipped_record_is_reported_with_its_place_and_nothing_of_its_content() {
    let body = format!(r#"{{"{KEY}":[{{"_id":"1","status":"active"}},{{"_id":"{KEY}","secret":"s"}},[]]}}"#);
    let (client, recorder) =
        client_with_recorder(ScriptedTransport::responding(200, body.clone()), &[EventKind::Drift]);
    let query = EtherealsQuery::default();
    assert_eq!(run(&client, &query).unwrap_err().code.as_str(), "unexpected_shape");
    assert_eq!(recorder.events.borrow().len(), 0);
    let page = run(&client, &query.skip_invalid_records()).unwrap();
    assert_eq!(page.items.iter().map(|item| item.id.as_str()).collect::<Vec<_>>(), ["1"]);
    let events = recorder.events.borrow();
    let (skipped, accepted): (Vec<_>, Vec<_>) = events.iter().partition(|event| event.skipped == Some(true));
    let places: Vec<_> = skipped.iter().map(|e| (e.index, e.offset, e.pointer.as_deref(), e.expected)).collect();
    let offset = |text: &str| body.find(text).map(|offset| offset as u32);
    assert_eq!(
        places,
        [
            (Some(1), offset(r#"{"_id":"P"#), Some("/[redacted]/1/status"), Some("a value")),
            (Some(2), offset("[]"), Some("/[redacted]/2"), Some("an object")),
        ]
    );
    assert!(!format!("{events:?}").contains(KEY) && skipped.iter().all(|event| event.found.is_none()));
    let [envelope] = &accepted[..] else { panic!("{accepted:?}") };
    assert_eq!((envelope.skipped, envelope.expected), (Some(false), Some("etherealData")));
}

#[test]
fn callers_that_share_a_request_share_its_events() {
    let (client, recorder) = client_with_recorder(respond_after_retry(), &ALL);
    let calls = [(); 2].map(|()| call(&client, &transfer()));
    let mut tasks = calls.each_ref().map(|call| Task::new(call.response()));
    client.transport().clock.finish(&mut tasks.each_mut());
    assert_eq!(event_kinds(&recorder).len(), 6);
}

#[test]
fn each_call_has_an_id_that_its_events_and_its_error_share() {
    let (client, recorder) = client_with_recorder(ScriptedTransport::responding(500, ""), &[EventKind::Request]);
    let ids = [(); 2].map(|()| run_to_error(&client).call_id.unwrap());
    assert_eq!(recorder.events.borrow().iter().map(|event| event.call_id).collect::<Vec<_>>(), [1, 1, 1, 2, 2, 2]);
    assert_eq!(ids, [1, 2]);
}

/// Returns kind, number of the call, number of attempts and code of each event.
fn call_events(recorder: &Recorder) -> Vec<(EventKind, u32, u32, Option<&'static str>)> {
    let code = |event: &Event| event.error.as_ref().map(|error| error.code.as_str());
    let events = recorder.events.borrow();
    events.iter().map(|event| (event.kind, event.call_id, event.attempt, code(event))).collect()
}

#[test]
fn each_call_has_a_start_and_an_end_with_its_error() {
    use EventKind::{End, Start};
    let (client, recorder) = client_with_recorder(respond_after_retry(), &OF_CALLS);
    run(&client, &transfer()).unwrap();
    let (failing, failures) = client_with_recorder(ScriptedTransport::responding(400, "{}"), &OF_CALLS);
    let error = run_to_error(&failing);
    assert_eq!(call_events(&recorder), [(Start, 1, 0, None), (End, 1, 2, None)]);
    assert_eq!(recorder.events.borrow()[1].elapsed_ms, Some(214.0));
    assert_eq!(call_events(&failures), [(Start, 1, 0, None), (End, 1, 1, Some("bad_request"))]);
    assert_eq!(failures.events.borrow()[1].error, Some(error));
}

#[test]
fn calls_that_share_a_request_have_a_start_and_an_end_of_their_own() {
    use EventKind::{End, Start};
    let (client, recorder) = client_with_recorder(slow(7), &OF_CALLS);
    let calls = [(); 2].map(|()| call(&client, &token()));
    let mut tasks = calls.each_ref().map(|call| Task::new(call.response()));
    client.transport().clock.finish(&mut tasks.each_mut());
    let expected = [(Start, 1, 0), (Start, 2, 0), (End, 1, 1), (End, 2, 0)];
    assert_eq!(call_events(&recorder), expected.map(|(kind, id, attempts)| (kind, id, attempts, None)));
}

#[test]
fn the_end_of_a_dropped_call_has_the_code_aborted() {
    let (client, recorder) = client_with_recorder(slow(10), &OF_CALLS);
    let call = call(&client, &GetProject);
    let mut task = Task::new(call.response());
    task.poll();
    drop(task);
    assert_eq!(call_events(&recorder)[1], (EventKind::End, 1, 1, Some("aborted")));
}

#[test]
fn a_call_that_is_dropped_in_the_request_hook_sends_nothing() {
    let (client, recorder) = client_with_recorder(ScriptedTransport::responding(200, "{}"), &ALL);
    let call = call(&client, &GetProject);
    let mut task = Task::new(call.response());
    task.poll();
    assert_eq!(event_kinds(&recorder), [EventKind::Request]);
    drop(task);
    assert_eq!((client.transport().request_count(), event_kinds(&recorder).len()), (0, 1));
}

#[test]
fn a_hook_may_make_a_call() {
    struct Calling(RefCell<Option<Client<ScriptedTransport>>>);
    impl Hooks for Calling {
        fn wants(&self, _: EventKind) -> bool {
            true
        }
        fn receive(&self, _: &Event) {
            if let Some(client) = self.0.take() {
                run(&client, &token()).unwrap();
            }
        }
    }
    let hooks = Rc::new(Calling(RefCell::default()));
    let received = Rc::clone(&hooks);
    let client = ScriptedTransport::responding(200, "{}").client_with(|config| config.hooks = Some(received));
    hooks.0.replace(Some(client.clone()));
    run(&client, &GetProject).unwrap();
    assert_eq!(client.transport().request_count(), 2);
}

#[test]
fn events_show_no_key_and_at_most_64_characters_of_a_body() {
    let headers = vec![("x-request-id".to_owned(), KEY.replace('/', "%2f"))];
    for before in [0, 20, 50, 60] {
        let status = format!("{}{}\u{9b}{}", "x".repeat(before), KEY.replace('/', "\\/"), "é".repeat(100));
        let body = format!(r#"{{"_id":"1","status":"{status}","{KEY}":12345678901234567890}}"#).into_bytes();
        let transport = ScriptedTransport::new(vec![Ok(Response { status: 200, headers: headers.clone(), body })]);
        let (client, recorder) = client_with_recorder(transport, &ALL);
        run(&client, &transfer()).unwrap();
        let events = recorder.events.borrow();
        let [_, response, status, field] = &events[..] else { panic!("{events:?}") };
        assert_eq!(response.request_id.as_deref(), Some("[redacted]"));
        let found = status.found.as_deref().unwrap();
        let expected: String =
            format!("\"{}[redacted]\u{fffd}{}", "x".repeat(before), "é".repeat(100)).chars().take(64).collect();
        assert_eq!(found, expected);
        assert_eq!(field.pointer.as_deref(), Some("/[redacted]"));
    }
}

/// Adds the number of the attempt as a header, after a delay.
struct Numbering(Rc<VirtualClock>);

impl Hooks for Numbering {
    fn wants(&self, kind: EventKind) -> bool {
        kind == EventKind::Request
    }

    fn receive(&self, _: &Event) {}

    fn before_request(&self, event: &Event) -> HeadersFuture {
        let (delay, value) = (self.0.sleep(5), format!("attempt-{}", event.attempt));
        Box::pin(async {
            delay.await;
            Headers::new([("x-attempt", value)])
        })
    }
}

#[test]
fn a_hook_adds_headers_to_its_attempt_within_the_timeout() {
    let transport = ScriptedTransport::responding(503, "attempt-2 failed");
    let hooks = Rc::new(Numbering(Rc::clone(&transport.clock)));
    let client = transport.client_with(|config| {
        config.limits.max_retries = 1;
        config.hooks = Some(hooks);
    });
    let error = run_to_error(&client);
    let sent = client.transport().sent.borrow();
    let values: Vec<_> = sent.iter().map(|request| request.headers.get("x-attempt")).collect();
    assert_eq!(values, [Some("attempt-1"), Some("attempt-2")]);
    assert_eq!(error.body_snippet.as_deref(), Some("[redacted] failed"));
    assert_eq!(error.header_names.as_deref(), Some(["x-api-key", "x-attempt"].map(str::to_owned).as_slice()));
    assert_eq!(error.attempts.as_ref().unwrap()[0].elapsed_ms, Some(5.0));
}

#[test]
fn a_hook_that_takes_too_long_lets_the_attempt_time_out() {
    let transport = ScriptedTransport::responding(200, "{}");
    let hooks = Rc::new(Numbering(Rc::clone(&transport.clock)));
    let client = transport.client_with(|config| {
        (config.limits.timeout_ms, config.limits.max_retries) = (4, 0);
        config.hooks = Some(hooks);
    });
    let error = run_to_error(&client);
    assert_eq!((error.code.as_str(), client.transport().request_count()), ("attempt_timeout", 0));
}
