//! Tests of the decisions after a poll: phases, limits and errors.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::{WatchDecision, WatchEnd, WatchNext, WatchOutcome, WatchPhase, WatchSettings, WatchState};
use crate::{Error, ErrorKind, TransferStatus};

mod intervals;
mod simulation;
mod state;

pub(super) const HASH: &str = "0x6F6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6f";
/// The random number without jitter.
pub(super) const MIDDLE: u32 = 1 << 31;
const STATUSES: [&str; 8] = ["wait-wh", "wait-rb", "wait-cc", "manual", "done", "error", "wait-zk", ""];

/// The settings and the state of a watch.
#[derive(Debug)]
pub(super) struct Watch {
    pub(super) settings: WatchSettings,
    pub(super) state: WatchState,
}

impl Watch {
    pub(super) fn decide(&mut self, outcome: WatchOutcome, elapsed_ms: u64, random: u32) -> WatchDecision {
        self.state.decide(&self.settings, outcome, elapsed_ms, random)
    }

    pub(super) fn left_ms(&self) -> u64 {
        self.state.left_ms(&self.settings)
    }

    /// Returns the same watch after a reload of the page.
    pub(super) fn reloaded(&self) -> Self {
        Self { settings: self.settings, state: WatchState::parse(&self.state.text(HASH), HASH).unwrap() }
    }
}

pub(super) fn watch(settings: WatchSettings) -> Watch {
    Watch { settings, state: WatchState::default() }
}

fn record(status: &str) -> WatchOutcome {
    WatchOutcome::record(status, status)
}

fn failure(transient: bool) -> WatchOutcome {
    WatchOutcome::Failure { transient, retry_after_ms: 0, has_response: true }
}

fn decide_at(watch: &mut Watch, outcome: WatchOutcome, elapsed_ms: u64) -> WatchDecision {
    watch.decide(outcome, elapsed_ms, MIDDLE)
}

#[test]
fn phases_are_those_of_the_specification() {
    let expected = ["pending", "pending", "pending", "manual", "done", "failed", "pending", "pending"];
    assert_eq!(STATUSES.map(|status| WatchPhase::of(status).as_str()), expected);
    assert_eq!(WatchPhase::of(TransferStatus::Done.as_str()), WatchPhase::Done);
    assert_eq!(WatchPhase::of(TransferStatus::Error.as_str()), WatchPhase::Failed);
    assert_eq!(WatchPhase::of(TransferStatus::Manual.as_str()), WatchPhase::Manual);
    assert_eq!(WatchPhase::of("DONE"), WatchPhase::Pending);
}

/// Decides for every status after every outcome, with both settings of `onManual`.
#[test]
fn every_status_follows_every_phase() {
    let before =
        STATUSES.map(record).into_iter().map(Some).chain([None, Some(WatchOutcome::Absent), Some(failure(true))]);
    for (first, on_manual) in before.flat_map(|first| [(first, "wait"), (first, "stop")]) {
        for status in STATUSES {
            let mut watch = watch(WatchSettings { stops_at_manual: on_manual == "stop", ..WatchSettings::default() });
            first.map(|first| decide_at(&mut watch, first, 1));
            let decision = decide_at(&mut watch, record(status), 2);
            assert_eq!(decision.report, first != Some(record(status)), "{first:?} then {status}");
            assert_eq!(watch.state.phase(), Some(WatchPhase::of(status)));
            let wait = if decision.report { 5_000 } else { 7_500 };
            let next = match (status, on_manual) {
                ("done", _) => WatchNext::End,
                ("error", _) => WatchNext::Fail(WatchEnd::Failed),
                ("manual", "stop") => WatchNext::Fail(WatchEnd::Manual),
                _ => WatchNext::Wait(wait),
            };
            assert_eq!(decision.next, next, "{first:?} then {status}");
        }
    }
}

#[test]
fn a_change_of_the_record_is_reported_even_with_the_same_status() {
    let mut watch = watch(WatchSettings::default());
    let is_reported = |watch: &mut Watch, json| decide_at(watch, WatchOutcome::record("wait-rb", json), 0).report;
    assert_eq!(
        ["{}", "{}", "{ }", "{ }", "{}"].map(|json| is_reported(&mut watch, json)),
        [true, false, true, false, true]
    );
}

#[test]
fn a_second_decision_after_the_end_is_the_same() {
    let mut watch = watch(WatchSettings { not_found_grace_ms: 0, stops_at_manual: true, ..WatchSettings::default() });
    for outcome in [WatchOutcome::Absent, record("manual"), record("done"), record("error")] {
        let first = decide_at(&mut watch, outcome, 5);
        let second = decide_at(&mut watch, outcome, 5);
        assert_eq!((first.report, second.report, second.next), (true, false, first.next));
        assert!(!matches!(second.next, WatchNext::Wait(_)));
    }
}

#[test]
fn a_missing_transfer_is_reported_once_and_fails_after_the_grace() {
    let mut watch = watch(WatchSettings { not_found_grace_ms: 9_000, interval_ms: 4_000, ..WatchSettings::default() });
    let decisions = [10, 4_010, 9_009].map(|ms| decide_at(&mut watch, WatchOutcome::Absent, ms));
    assert_eq!(decisions.map(|decision| decision.report), [true, false, false]);
    // The last wait ends at the end of the grace.
    assert_eq!(decisions.map(|decision| decision.next), [4_000, 5_000, 1].map(WatchNext::Wait));
    assert_eq!(watch.state.phase(), Some(WatchPhase::Missing));
    assert_eq!(decide_at(&mut watch, WatchOutcome::Absent, 9_010).next, WatchNext::Fail(WatchEnd::NotFound));
}

#[test]
fn a_record_that_disappears_is_not_reported_as_missing() {
    let mut watch = watch(WatchSettings { not_found_grace_ms: 5_000, ..WatchSettings::default() });
    assert!(decide_at(&mut watch, record("wait-rb"), 0).report);
    assert!(!decide_at(&mut watch, WatchOutcome::Absent, 100_000).report);
    assert_eq!(watch.state.phase(), Some(WatchPhase::Pending));
    assert!(!decide_at(&mut watch, record("wait-rb"), 104_000).report);
    // The transfer was found in between, so the grace starts again. A failed poll does not start it again.
    assert!(matches!(decide_at(&mut watch, WatchOutcome::Absent, 110_000).next, WatchNext::Wait(_)));
    assert!(matches!(decide_at(&mut watch, failure(true), 114_000).next, WatchNext::Wait(_)));
    assert_eq!(decide_at(&mut watch, WatchOutcome::Absent, 115_000).next, WatchNext::Fail(WatchEnd::NotFound));
}

#[test]
fn every_watch_ends_at_its_timeout() {
    for outcome in [record("wait-rb"), WatchOutcome::Absent, failure(true), record("manual")] {
        let mut watch = watch(WatchSettings {
            timeout_ms: 60_000,
            not_found_grace_ms: 9_007_199_254_740_991,
            ..WatchSettings::default()
        });
        assert!(matches!(decide_at(&mut watch, outcome, 59_999).next, WatchNext::Wait(_)));
        assert_eq!(watch.left_ms(), 1);
        assert_eq!(decide_at(&mut watch, outcome, 60_000).next, WatchNext::Fail(WatchEnd::Expired));
    }
}

#[test]
fn an_end_after_the_timeout_is_no_timeout() {
    let mut watch = watch(WatchSettings { timeout_ms: 1, not_found_grace_ms: 5, ..WatchSettings::default() });
    assert_eq!(decide_at(&mut watch, record("done"), 9).next, WatchNext::End);
    assert_eq!(decide_at(&mut watch, record("error"), 9).next, WatchNext::Fail(WatchEnd::Failed));
    assert_eq!(decide_at(&mut watch, failure(false), 9).next, WatchNext::Rethrow);
    assert_eq!(decide_at(&mut watch, WatchOutcome::Absent, 9).next, WatchNext::Fail(WatchEnd::Expired));
    assert_eq!(decide_at(&mut watch, WatchOutcome::Absent, 14).next, WatchNext::Fail(WatchEnd::NotFound));
}

#[test]
fn elapsed_time_never_decreases() {
    let mut watch = watch(WatchSettings::default());
    decide_at(&mut watch, record("wait-rb"), 7_000);
    decide_at(&mut watch, record("wait-rb"), 10);
    assert_eq!((watch.state.elapsed_ms(), watch.state.polls()), (7_000, 2));
    decide_at(&mut watch, record("wait-rb"), u64::MAX);
    assert_eq!(watch.reloaded().state, watch.state, "the largest number has a text");
}

#[test]
fn errors_name_hash_limit_and_status() {
    let settings = WatchSettings { timeout_ms: 60_000, not_found_grace_ms: 9_000, ..WatchSettings::default() };
    for (end, status, kind, code, what) in [
        (WatchEnd::Failed, "error", ErrorKind::TransferFailed, "transfer_failed", "failed. Last status: \"error\"."),
        (
            WatchEnd::Manual,
            "manual",
            ErrorKind::TransferFailed,
            "manual_action_required",
            "waits for manual confirmation. Last status: \"manual\".",
        ),
        (
            WatchEnd::NotFound,
            "",
            ErrorKind::NotFound,
            "transfer_not_found",
            "was not found within 9000 ms (notFoundGraceMs). Last status: unknown.",
        ),
        (
            WatchEnd::Expired,
            "wait-rb",
            ErrorKind::Timeout,
            "wait_timeout",
            "did not finish within 60000 ms (timeoutMs). Last status: \"wait-rb\".",
        ),
        (
            WatchEnd::Aborted,
            "the service's own text",
            ErrorKind::Aborted,
            "aborted",
            "is no longer watched: the caller aborted. Last status: not in the specification.",
        ),
    ] {
        let error = end.error(&settings, HASH, status);
        assert_eq!((error.kind, error.code.as_str(), error.retryable), (kind, code, end == WatchEnd::Expired));
        assert_eq!(error.message, format!("Transfer {HASH} {what}"));
        assert_eq!(error.endpoint, Some("GET /bridge/transfers/transactions/:hash"));
    }
}

#[test]
fn a_watch_continues_after_transient_failures_only() {
    for (kind, name, _) in ErrorKind::ALL {
        // Lists every kind, so that a new one compiles only after a decision (`TRANSIENT_KINDS`).
        let transient = match kind {
            ErrorKind::Network | ErrorKind::Timeout | ErrorKind::RateLimited | ErrorKind::Server => true,
            ErrorKind::InvalidArgument
            | ErrorKind::Aborted
            | ErrorKind::RedirectBlocked
            | ErrorKind::BadRequest
            | ErrorKind::Unauthenticated
            | ErrorKind::Forbidden
            | ErrorKind::NotFound
            | ErrorKind::UnexpectedStatus
            | ErrorKind::Decode
            | ErrorKind::ResponseTooLarge
            | ErrorKind::PaginationStalled
            | ErrorKind::TransferFailed
            | ErrorKind::Internal => false,
        };
        let has_response = !matches!(kind, ErrorKind::Network | ErrorKind::Timeout);
        for (retryable, transient) in [(false, transient), (true, true)] {
            let expected = WatchOutcome::Failure { transient, retry_after_ms: 0, has_response };
            assert_eq!(WatchOutcome::failure(name, retryable, 0), expected, "TRANSIENT_KINDS and {kind:?}");
        }
    }
    let mut watch = watch(WatchSettings::default());
    let decisions = [true, true, false].map(|transient| decide_at(&mut watch, failure(transient), 0));
    assert_eq!(decisions.map(|decision| decision.report), [false; 3]);
    assert_eq!(
        decisions.map(|decision| decision.next),
        [WatchNext::Wait(5_000), WatchNext::Wait(7_500), WatchNext::Rethrow]
    );
    assert_eq!(watch.state.phase(), None);
}

#[test]
fn only_a_poll_after_one_without_a_response_waits_for_online() {
    let mut watch = watch(WatchSettings::default());
    let outcomes = [
        WatchOutcome::failure("network", true, 0),
        WatchOutcome::failure("timeout", true, 0),
        WatchOutcome::failure("server", true, 0),
        WatchOutcome::failure("network", true, 0),
        record("wait-rb"),
        WatchOutcome::Absent,
    ];
    let waits = outcomes.map(|outcome| decide_at(&mut watch, outcome, 0).waits_for_online);
    assert_eq!(waits, [true, true, false, true, false, false]);
}

#[test]
fn retry_after_is_the_minimal_wait() {
    let mut watch = watch(WatchSettings::default());
    let mut wait = |ms| watch.decide(WatchOutcome::failure("rate_limited", true, ms), 0, MIDDLE).next;
    assert_eq!(wait(90_000), WatchNext::Wait(90_000));
    assert_eq!(wait(100), WatchNext::Wait(7_500), "the interval is longer");
    assert_eq!(wait(u64::MAX), WatchNext::Wait(u64::MAX));
}

#[test]
fn the_result_of_a_native_call_becomes_an_outcome() {
    let transfer = serde_json::from_str(r#"{"_id":"1","status":"wait-rb"}"#).unwrap();
    let found = Ok(Some(transfer));
    assert_eq!(WatchOutcome::from(&found), WatchOutcome::record("wait-rb", r#"{"_id":"1","status":"wait-rb"}"#));
    assert_eq!(WatchOutcome::from(&Ok(None)), WatchOutcome::Absent);
    let mut error = Error::network("Connection refused.");
    error.retry_after_ms = Some(7);
    assert_eq!(
        WatchOutcome::from(&Err(error)),
        WatchOutcome::Failure { transient: true, retry_after_ms: 7, has_response: false }
    );
}
