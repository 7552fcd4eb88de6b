//! Tests of request deduplication.

use super::{
    DEADLINE_MS, TIMEOUT_MS, clock::Task, helpers::call, now_ms, scripted::ScriptedTransport, slow,
    token,
};
use crate::{
    client::{ApiKey, ApiKeyFuture, CheckedResponse, Client, PendingCall},
    endpoints::{Endpoint, GetProject, GetTokenUri, Integers},
    error::Error,
    parameters::TokenId,
};
use std::{cell::Cell, rc::Rc};

/// The milliseconds before the first retry. [`ScriptedTransport`] always gives the longest delay.
const DELAY_MS: u64 = 200;

type CallTask<'a> = Task<'a, Result<Rc<CheckedResponse>, Error>>;

fn start(call: PendingCall<ScriptedTransport>) -> CallTask<'static> {
    Task::new(async move { call.response().await })
}

/// Starts two equal calls.
fn start_two(client: &Client<ScriptedTransport>) -> [CallTask<'static>; 2] {
    [
        start(call(client, &GetProject)),
        start(call(client, &GetProject)),
    ]
}

fn request_count(client: &Client<ScriptedTransport>) -> usize {
    client.transport().request_count()
}

#[test]
fn two_equal_calls_in_flight_send_one_request_and_get_the_same_response() {
    let client = slow(10).client();
    let clock = &client.transport().clock;
    let mut first = start(call(&client, &GetProject));
    clock.run_until(5, &mut [&mut first]);
    let mut second = start(call(&client, &GetProject));
    clock.finish(&mut [&mut first, &mut second]);
    assert!(Rc::ptr_eq(
        &first.output().unwrap(),
        &second.output().unwrap()
    ));
    assert_eq!((request_count(&client), now_ms(&client)), (1, 10));
}

#[test]
fn two_equal_calls_in_flight_get_the_same_error() {
    let client = ScriptedTransport {
        response_after_ms: 10,
        ..ScriptedTransport::responding(500, "")
    }
    .retrying_client();
    let mut tasks = start_two(&client);
    client.transport().clock.finish(&mut tasks.each_mut());
    let [first, second] = tasks.map(|task| task.output().unwrap_err());
    assert_eq!(
        (
            first.attempts.as_ref().map(Vec::len),
            request_count(&client)
        ),
        (Some(3), 3)
    );
    assert_eq!(first, second);
}

#[test]
fn calls_with_another_url_key_limit_or_integers_option_do_not_share_a_request() {
    // Each call that needs a key gets another key.
    let key_count = Cell::new(0);
    let provider = move || -> ApiKeyFuture {
        key_count.set(key_count.get() + 1);
        let key = format!("key-{}", key_count.get());
        Box::pin(std::future::ready(Ok(Some(key))))
    };
    let client =
        slow(10).client_with(|config| config.api_key = ApiKey::Provider(Rc::new(provider)));
    let exact = GetTokenUri {
        integers: Integers::Exact,
        ..token()
    };
    let other_url = GetTokenUri {
        id: TokenId::from(8),
        ..token()
    };
    let mut limits = client.limits();
    limits.max_body_bytes -= 1;
    let mut tasks = [
        start(call(&client, &token())),
        start(call(&client, &other_url)),
        start(call(&client, &exact)),
        start(client.call(token().call(), limits)),
        start(call(&client, &GetProject)),
        start(call(&client, &GetProject)),
    ];
    client.transport().clock.finish(&mut tasks.each_mut());
    assert!(tasks.into_iter().all(|task| task.output().is_ok()));
    assert_eq!(request_count(&client), 6);
}

#[test]
fn dropping_the_last_caller_cancels_the_request() {
    for first_dropped in [0, 1] {
        let client = slow(10).client();
        let mut tasks = start_two(&client);
        client.transport().clock.run_until(5, &mut tasks.each_mut());
        let mut tasks = Vec::from(tasks);
        drop(tasks.remove(first_dropped));
        assert_eq!(client.transport().open.get(), 1);
        drop(tasks);
        assert_eq!(client.transport().open.get(), 0);
        assert_eq!(request_count(&client), 1);
    }
}

#[test]
fn an_attempt_that_timed_out_is_cancelled_before_the_delay() {
    let client = slow(u32::MAX).retrying_client();
    let mut task = start(call(&client, &GetProject));
    let timeout_ms = u64::from(TIMEOUT_MS);
    let clock = &client.transport().clock;
    clock.run_until(timeout_ms - 1, &mut [&mut task]);
    assert_eq!(client.transport().open.get(), 1);
    clock.run_until(timeout_ms + DELAY_MS / 2, &mut [&mut task]);
    assert_eq!(
        (client.transport().open.get(), request_count(&client)),
        (0, 1)
    );
}

#[test]
fn no_retry_follows_when_the_last_caller_is_dropped_during_the_delay() {
    let client = ScriptedTransport::responding(503, "").retrying_client();
    let mut task = start(call(&client, &GetProject));
    client
        .transport()
        .clock
        .run_until(DELAY_MS / 2, &mut [&mut task]);
    drop(task);
    // Longer than the deadline of the call, 30 s.
    client.transport().clock.run_until::<()>(60_000, &mut []);
    assert_eq!(request_count(&client), 1);
}

#[test]
fn a_request_continues_when_one_of_two_callers_is_dropped() {
    for dropped in [0, 1] {
        let client = slow(10).client();
        let mut tasks = start_two(&client);
        client.transport().clock.run_until(5, &mut tasks.each_mut());
        let mut tasks = Vec::from(tasks);
        drop(tasks.remove(dropped));
        let mut task = tasks.remove(0);
        client.transport().clock.finish(&mut [&mut task]);
        assert!(task.output().is_ok());
        assert_eq!((request_count(&client), now_ms(&client)), (1, 10));
    }
}

#[test]
fn a_caller_that_joined_keeps_its_own_deadline() {
    // Each call has a deadline of 30 s, and a longer timeout. The first call starts at 0 s, and the
    // second at 20 s. When the shared request ends at 30 s, the second call has 20 s left and sends
    // a request.
    let client = slow(u32::MAX).client_with(|config| config.limits.timeout_ms = 60_000);
    let clock = &client.transport().clock;
    let mut first = start(call(&client, &GetProject));
    clock.run_until(20_000, &mut [&mut first]);
    let mut second = start(call(&client, &GetProject));
    clock.run_until(30_001, &mut [&mut first, &mut second]);
    assert!(first.is_done() && !second.is_done());
    assert_eq!(
        first.output().unwrap_err().code.as_str(),
        "deadline_exceeded"
    );
    clock.finish(&mut [&mut second]);
    let error = second.output().unwrap_err();
    assert_eq!(
        (error.code.as_str(), error.elapsed_ms, now_ms(&client)),
        (
            "deadline_exceeded",
            Some(f64::from(DEADLINE_MS)),
            20_000 + u64::from(DEADLINE_MS)
        )
    );
    let attempts = error.attempts.as_ref().unwrap();
    assert_eq!(
        (
            attempts.len(),
            attempts[0].started_ms,
            request_count(&client)
        ),
        (1, 10_000.0, 2)
    );
}

#[test]
fn callers_that_joined_share_the_next_request_after_the_first_deadline() {
    // The first call starts at 0 s, and the others at 20 s. Each call has a deadline of 30 s, and a
    // longer timeout.
    let client = slow(u32::MAX).client_with(|config| config.limits.timeout_ms = 60_000);
    let clock = &client.transport().clock;
    let mut first = start(call(&client, &GetProject));
    clock.run_until(20_000, &mut [&mut first]);
    let [mut second, mut third] = start_two(&client);
    clock.finish(&mut [&mut first, &mut second, &mut third]);
    assert_eq!((request_count(&client), now_ms(&client)), (2, 50_000));
}

#[test]
fn a_caller_that_joined_a_later_call_ends_at_its_own_deadline() {
    // The first call waits 10 s for its key. The second call starts at 5 s and gets its key at
    // once. So the first call joins the request of the second call.
    let transport = ScriptedTransport {
        response_after_ms: u32::MAX,
        ..ScriptedTransport::responding(200, "{}")
    };
    let clock = Rc::clone(&transport.clock);
    let key_delay_ms = Cell::new(10_000);
    let provider = move || -> ApiKeyFuture {
        let delay = clock.sleep_unless_zero(key_delay_ms.replace(0));
        Box::pin(async move {
            delay.await;
            Ok(Some("a-key".to_owned()))
        })
    };
    let client = transport.client_with(|config| {
        config.api_key = ApiKey::Provider(Rc::new(provider));
        config.limits.timeout_ms = 60_000;
    });
    let clock = &client.transport().clock;
    let mut first = start(call(&client, &GetProject));
    clock.run_until(5000, &mut [&mut first]);
    let mut second = start(call(&client, &GetProject));
    clock.run_until(30_001, &mut [&mut first, &mut second]);
    assert!(first.is_done() && !second.is_done(), "{}", now_ms(&client));
    assert_eq!(
        (
            first.output().unwrap_err().code.as_str(),
            request_count(&client)
        ),
        ("deadline_exceeded", 1)
    );
}

#[test]
fn a_call_does_not_join_a_request_that_has_ended() {
    let client = slow(10).client();
    let clock = &client.transport().clock;
    let [mut first, mut second] = start_two(&client);
    clock.run_until(5, &mut [&mut first, &mut second]);
    clock.finish(&mut [&mut first]);
    assert!(
        !second.is_done(),
        "the second caller has not taken the response yet"
    );
    let mut third = start(call(&client, &GetProject));
    clock.finish(&mut [&mut second, &mut third]);
    assert_eq!((request_count(&client), now_ms(&client)), (2, 20));
}
