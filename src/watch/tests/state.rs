//! Tests of the text from which a watch continues.

use super::{HASH, MIDDLE, STATUSES, Watch, WatchSettings, failure, record, watch};
use crate::{WatchEnd, WatchNext, WatchOutcome, WatchPhase, WatchState};
use proptest::prelude::*;

#[test]
fn a_watch_continues_from_its_text() {
    let mut first = watch(WatchSettings::default());
    for ms in [1_000, 6_000, 13_000] {
        first.decide(record("wait-rb"), ms, MIDDLE);
    }
    let mut second = first.reloaded();
    assert_eq!((second.state.elapsed_ms(), second.state.polls()), (13_000, 3));
    assert_eq!(second.state.phase(), Some(WatchPhase::Pending));
    let decision = second.decide(record("wait-rb"), 14_000, MIDDLE);
    assert_eq!(
        (decision.report, decision.next),
        (false, WatchNext::Wait(16_875)),
        "no second report; the interval continues to grow"
    );
    assert!(second.decide(record("wait-cc"), 15_000, MIDDLE).report);
}

#[test]
fn an_end_is_not_reported_again_after_a_reload() {
    for status in ["done", "error", "manual"] {
        let mut first = watch(WatchSettings { stops_at_manual: true, ..WatchSettings::default() });
        let end = first.decide(record(status), 0, MIDDLE);
        let second = first.reloaded().decide(record(status), 0, MIDDLE);
        assert_eq!((end.report, second.report, second.next), (true, false, end.next));
    }
}

#[test]
fn a_state_without_its_record_reports_the_current_record_once() {
    for (before, now, reports) in [
        (record("wait-rb"), record("wait-rb"), [true, false]),
        (record("wait-rb"), record("done"), [true, false]),
        (record("done"), record("done"), [true, false]),
        (WatchOutcome::Absent, WatchOutcome::Absent, [true, false]),
        (WatchOutcome::Absent, record("manual"), [true, false]),
        // An instance of the service may lag behind.
        (record("wait-rb"), WatchOutcome::Absent, [false, false]),
        (record("wait-rb"), failure(true), [false, false]),
    ] {
        let mut first = watch(WatchSettings::default());
        first.decide(before, 1_000, MIDDLE);
        let mut second = Watch { state: first.state.forget_record(), ..first }.reloaded();
        let decisions = [6_000, 13_000].map(|ms| second.decide(now, ms, MIDDLE));
        assert_eq!(decisions.map(|decision| decision.report), reports, "{before:?} then {now:?}");
        assert_eq!((second.state.polls(), second.state.elapsed_ms()), (3, 13_000));
    }
}

#[test]
fn a_record_that_the_first_poll_does_not_find_is_reported_by_a_later_one() {
    let mut first = watch(WatchSettings::default());
    first.decide(record("wait-rb"), 1_000, MIDDLE);
    let mut second = Watch { state: first.state.forget_record(), ..first };
    let outcomes = [failure(true), WatchOutcome::Absent, record("wait-rb"), record("wait-rb")];
    let reports = outcomes.map(|outcome| second.decide(outcome, 2_000, MIDDLE).report);
    assert_eq!(reports, [false, false, true, false]);
}

#[test]
fn the_grace_and_the_timeout_continue_after_a_reload() {
    let mut first = watch(WatchSettings { timeout_ms: 150_000, ..WatchSettings::default() });
    first.decide(WatchOutcome::Absent, 500, MIDDLE);
    first.decide(WatchOutcome::Absent, 100_000, MIDDLE);
    let mut second = first.reloaded();
    assert_eq!(second.left_ms(), 50_000);
    let decision = second.decide(WatchOutcome::Absent, 120_500, MIDDLE);
    assert_eq!((decision.report, decision.next), (false, WatchNext::Fail(WatchEnd::NotFound)));
}

#[test]
fn settings_may_change_after_a_reload() {
    let mut first = watch(WatchSettings::default());
    first.decide(record("wait-rb"), 0, MIDDLE);
    let mut second =
        Watch { settings: WatchSettings { max_interval_ms: 100, ..WatchSettings::default() }, ..first.reloaded() };
    assert_eq!(second.decide(record("wait-rb"), 0, MIDDLE).next, WatchNext::Wait(100));
}

#[test]
fn a_state_belongs_to_its_hash_in_any_case_of_letters() {
    let state = WatchState::default().text(HASH);
    for same in [HASH.to_lowercase(), HASH.to_uppercase()] {
        assert_eq!(WatchState::parse(&state, &same), Ok(WatchState::default()));
    }
    for other in [HASH.replace("6f", "6e"), HASH[..65].to_owned(), String::new()] {
        let error = WatchState::parse(&state, &other).unwrap_err();
        assert_eq!((error.code.as_str(), error.parameter), ("invalid_argument", Some("state")));
        assert!(error.message.ends_with(". Expected the state of an earlier update for the same hash."), "{error}");
    }
    assert_eq!(WatchState::parse("", HASH), Ok(WatchState::default()), "an empty text is the default");
}

#[test]
fn rejects_a_changed_state() {
    let mut first = watch(WatchSettings::default());
    first.decide(record("wait-rb"), 1_234, MIDDLE);
    let state = first.state.text(HASH);
    assert!(state.len() < 80 && state.bytes().all(|b| b.is_ascii_digit() || b == b'.'), "{state}");
    let assert_rejected = |text: &str| assert!(WatchState::parse(text, HASH).is_err(), "{text}");
    for at in 0..state.len() {
        for byte in b"0123456789.x".iter().filter(|byte| state.as_bytes()[at] != **byte) {
            let mut bytes = state.clone().into_bytes();
            bytes[at] = *byte;
            assert_rejected(&String::from_utf8(bytes).unwrap());
        }
        assert_rejected(&[&state[..at], &state[at + 1..]].concat());
        assert_rejected(&state[at + 1..state.len()].replacen("", "x", 1));
    }
    for changed in [format!("{state}."), format!("{state}0."), format!("0{state}"), format!(" {state}"), "null".into()]
    {
        assert_rejected(&changed);
    }
}

/// Outcomes of polls. There are few different records, so that they repeat.
fn outcome() -> impl Strategy<Value = WatchOutcome> {
    prop_oneof![
        4 => (0..STATUSES.len(), 0..3_u64)
            .prop_map(|(i, fingerprint)| WatchOutcome::Record { phase: WatchPhase::of(STATUSES[i]), fingerprint }),
        1 => Just(WatchOutcome::Absent),
        2 => (any::<bool>(), 0..3_u64, any::<bool>())
            .prop_map(|(transient, retry_after_ms, has_response)| {
                WatchOutcome::Failure { transient, retry_after_ms, has_response }
            }),
    ]
}

fn limits() -> impl Strategy<Value = (u64, u64, u64, u64)> {
    let interval = 1..=(1_u64 << 31) - 1;
    (any::<u64>(), interval.clone(), interval, any::<u64>())
        .prop_map(|(timeout, a, b, grace)| ((timeout >> 11).max(1), a.min(b), a.max(b), grace >> 11))
}

proptest! {
    #[test]
    fn rejects_any_text_but_that_of_a_state(text in ".{0,80}", digits in "[0-9.]{0,60}") {
        for text in [text, digits] {
            // `parse` accepts only the exact text that `text` returns.
            if let Ok(state) = WatchState::parse(&text, HASH) {
                prop_assert!(text.is_empty() || state.text(HASH) == text);
            }
        }
    }

    /// A text of the right form with any numbers, even numbers that no watch has.
    #[test]
    fn any_state_with_its_checksum_is_harmless(
        numbers in prop::array::uniform6(0..1_000_000_000_000_000_000_u64),
        polls in prop::collection::vec((outcome(), any::<u64>(), any::<u32>()), 1..4),
    ) {
        let [elapsed_ms, interval_ms, phase, fingerprint, missing_since, polls_before] = numbers;
        let state = WatchState { elapsed_ms, interval_ms, phase, fingerprint, missing_since, polls: polls_before };
        prop_assert_eq!(WatchState::parse(&state.text(HASH), HASH), Ok(state));
        let mut watched = Watch { state, ..watch(WatchSettings::default()) };
        for (outcome, elapsed, random) in polls {
            let next = watched.decide(outcome, elapsed, random).next;
            prop_assert!(!matches!(next, WatchNext::Wait(0 | 72_001..)), "{:?}", next);
        }
    }

    /// Waits are within their bounds, nothing is reported twice in a row, and a reload does not change the decisions.
    #[test]
    fn every_watch_keeps_the_rules(
        (timeout, interval, max, grace) in limits(),
        polls in prop::collection::vec((outcome(), any::<u64>(), any::<u32>()), 1..20),
        stop in any::<bool>(),
    ) {
        let mut watched = watch(WatchSettings {
            timeout_ms: timeout,
            interval_ms: interval as u32,
            max_interval_ms: max as u32,
            not_found_grace_ms: grace,
            stops_at_manual: stop,
        });
        let mut reported = None;
        for (outcome, elapsed, random) in polls {
            let mut resumed = watched.reloaded();
            let decision = watched.decide(outcome, elapsed, random);
            prop_assert_eq!(resumed.decide(outcome, elapsed, random), decision);
            prop_assert_eq!(resumed.state, watched.state);
            if let WatchNext::Wait(ms) = decision.next {
                prop_assert!(ms >= 1 && ms <= (max + max / 5).max(3), "{}", ms);
                prop_assert!(watched.left_ms() > 0);
                let clipped = outcome == WatchOutcome::Absent;
                prop_assert!(clipped || ms >= interval - interval / 5);
            }
            if decision.report {
                let now = match outcome {
                    WatchOutcome::Record { phase, fingerprint } => (phase, fingerprint),
                    _ => (WatchPhase::Missing, 0),
                };
                prop_assert!(reported != Some(now), "{:?} is reported twice", now);
                reported = Some(now);
            }
            prop_assert!(!watched.decide(outcome, elapsed, random).report, "a repeated record is not reported");
        }
    }
}
