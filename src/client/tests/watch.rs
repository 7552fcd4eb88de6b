//! Tests of a watched transfer as a stream, in virtual time.

use super::{now_ms, scripted::ScriptedTransport, transfer};
use crate::{
    Client, Error, ErrorKind, Response, TransferUpdate, WatchPhase, WatchSettings, WatchState, client::tests::MIDDLE,
};
use futures_util::{Stream, StreamExt};
use std::pin::pin;

fn record(status: &str) -> Result<Response, Error> {
    let body = format!(r#"{{"_id":"1","status":"{status}","fromChain":1,"toChain":10,"originTxnHash":"0x1"}}"#);
    Ok(Response { status: 200, body: body.into_bytes(), ..Response::default() })
}

fn status(status: u16) -> Result<Response, Error> {
    Ok(Response { status, ..Response::default() })
}

fn client(responses: Vec<Result<Response, Error>>) -> Client<ScriptedTransport> {
    ScriptedTransport { random: MIDDLE, ..ScriptedTransport::new(responses) }.client()
}

fn watch(
    client: &Client<ScriptedTransport>,
    settings: WatchSettings,
) -> impl Stream<Item = Result<TransferUpdate, Error>> + use<> {
    client.watch_transfer(transfer(), settings, WatchState::default())
}

type Updates = Vec<Result<TransferUpdate, Error>>;

/// Returns all items of a watch.
fn items(client: &Client<ScriptedTransport>, settings: WatchSettings) -> Updates {
    client.transport().clock.run(watch(client, settings).collect())
}

fn phases(items: &Updates) -> Vec<WatchPhase> {
    items.iter().filter_map(|item| item.as_ref().ok()).map(|update| update.phase).collect()
}

#[test]
fn only_changes_are_reported_until_the_transfer_is_done() {
    let client = client(vec![status(404), status(404), record("wait-rb"), record("wait-rb"), record("done")]);
    let items = items(&client, WatchSettings::default());
    assert_eq!(phases(&items), [WatchPhase::Missing, WatchPhase::Pending, WatchPhase::Done]);
    let last = items.last().unwrap().as_ref().unwrap();
    assert_eq!(last.transfer.as_ref().unwrap().status.as_str(), "done");
    assert!(!last.steps.is_empty());
    assert_eq!((client.transport().request_count(), last.state.polls()), (5, 5));
    assert_eq!(client.transport().delays_ms(), [5_000, 7_500, 5_000, 7_500]);
}

#[test]
fn transient_failures_do_not_end_a_watch() {
    let client = client(vec![Err(Error::network("Connection refused.")), status(503), record("done")]);
    let items = items(&client, WatchSettings::default());
    assert_eq!(phases(&items), [WatchPhase::Done]);
    assert_eq!(client.transport().request_count(), 3);
}

#[test]
fn a_permanent_failure_ends_a_watch() {
    let client = client(vec![record("wait-wh"), status(401)]);
    let items = items(&client, WatchSettings::default());
    assert_eq!(phases(&items), [WatchPhase::Pending]);
    assert_eq!(items[1].as_ref().unwrap_err().kind, ErrorKind::Unauthenticated);
    assert_eq!(items.len(), 2);
}

#[test]
fn a_failed_transfer_is_reported_and_then_ends_the_watch() {
    let client = client(vec![record("error")]);
    let items = items(&client, WatchSettings::default());
    assert_eq!(phases(&items), [WatchPhase::Failed]);
    let error = items[1].as_ref().unwrap_err();
    assert_eq!((error.kind, error.code.as_str()), (ErrorKind::TransferFailed, "transfer_failed"));
    assert!(error.message.ends_with("Last status: \"error\"."), "{error}");
}

#[test]
fn a_watch_ends_at_its_timeout_even_within_a_poll() {
    let transport = ScriptedTransport { response_after_ms: 8_000, ..ScriptedTransport::new(vec![record("wait-wh")]) };
    let client = transport.client();
    let items = items(&client, WatchSettings { timeout_ms: 20_000, ..WatchSettings::default() });
    let error = items.last().unwrap().as_ref().unwrap_err();
    assert_eq!((error.kind, error.code.as_str()), (ErrorKind::Timeout, "wait_timeout"));
    assert_eq!(now_ms(&client), 20_000);
    assert_eq!(client.transport().open.get(), 0, "the request in flight is cancelled");
}

#[test]
fn the_error_of_an_outage_is_the_cause_of_a_timeout() {
    let client = client(vec![Err(Error::network("Connection refused."))]);
    let items = items(&client, WatchSettings { timeout_ms: 9_000, ..WatchSettings::default() });
    let error = items[0].as_ref().unwrap_err();
    assert_eq!(error.code.as_str(), "wait_timeout");
    let outage = std::error::Error::source(error).unwrap().to_string();
    assert!(outage.starts_with("Connection refused. GET https://api.example.com/v1/bridge/"), "{outage}");
}

#[test]
fn a_later_watch_continues_from_the_state_of_an_earlier_one() {
    let first = client(vec![record("wait-wh")]);
    let mut updates = pin!(watch(&first, WatchSettings::default()));
    let update = first.transport().clock.run(updates.next()).unwrap().unwrap();
    let second = client(vec![record("wait-wh"), record("done")]);
    let updates = second.watch_transfer(transfer(), WatchSettings::default(), update.state);
    let items: Updates = second.transport().clock.run(updates.collect());
    assert_eq!(phases(&items), [WatchPhase::Done]);
    assert_eq!(items[0].as_ref().unwrap().state.polls(), 3);
}
