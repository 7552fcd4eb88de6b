//! What follows a failed attempt.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use super::{Decision, FULL_BUDGET, Failure, GiveUpReason, Policy, Retry};

mod header;
mod properties;

const TRANSIENT: Failure = Failure { retryable: true, throttled: false, retry_after_ms: None };
const THROTTLED: Failure = Failure { retryable: true, throttled: true, retry_after_ms: None };
const PERMANENT: Failure = Failure { retryable: false, throttled: false, retry_after_ms: None };

/// What an attempt of a vector ends with, and what is expected after it.
enum Step {
    /// Status, wait in units of the base, tokens left.
    Retried(u16, u32, u32),
    /// Status, reason, tokens left.
    Stopped(u16, GiveUpReason, u32),
    /// Tokens left; the next step is of another call.
    Succeeded(u32),
}
use Step::{Retried, Stopped, Succeeded};

fn asked(ms: u64) -> Failure {
    Failure { retry_after_ms: Some(ms), ..THROTTLED }
}

/// The decision with the longest wait there can be and no deadline.
fn longest(retry: &mut Retry, policy: &Policy, budget: &mut u32, failure: &Failure) -> Decision {
    retry.failed(policy, budget, failure, u32::MAX, u64::MAX)
}

fn follow(name: &str, max_attempts: u32, mut budget: u32, steps: &[Step]) {
    let policy = Policy { max_retries: max_attempts - 1, ..Policy::default() };
    let mut retry = Retry::default();
    for (at, step) in steps.iter().enumerate() {
        let at = format!("{name}, step {at}");
        let (status, expected, left) = match *step {
            Succeeded(left) => {
                std::mem::take(&mut retry).succeeded(&mut budget);
                assert_eq!(budget, left, "{at}");
                continue;
            }
            Retried(status, units, left) => {
                (status, Decision::RetryIn { ms: units * if status == 429 { 1000 } else { 200 } }, left)
            }
            Stopped(status, stop, left) => (status, Decision::GiveUp(stop), left),
        };
        let failure = if status == 429 { THROTTLED } else { TRANSIENT };
        assert_eq!(longest(&mut retry, &policy, &mut budget, &failure), expected, "{at}");
        assert_eq!(budget, left, "{at}");
    }
}

/// The standard mode vectors AWS publishes for retries 2.1, as data. Theirs wait 50 ms at first, hence the units.
#[test]
fn the_published_vectors_of_the_standard_mode_hold() {
    let vectors: [(&str, u32, u32, &[Step]); 8] = [
        ("succeeds at last", 3, 500, &[Retried(500, 1, 486), Retried(500, 2, 472), Succeeded(486)]),
        (
            "attempts used",
            3,
            500,
            &[Retried(502, 1, 486), Retried(502, 2, 472), Stopped(502, GiveUpReason::Attempts, 472)],
        ),
        ("budget for one retry", 3, 14, &[Retried(500, 1, 0), Stopped(500, GiveUpReason::Budget, 0)]),
        ("no budget", 3, 0, &[Stopped(500, GiveUpReason::Budget, 0)]),
        (
            "waits double",
            5,
            500,
            &[
                Retried(500, 1, 486),
                Retried(500, 2, 472),
                Retried(500, 4, 458),
                Retried(500, 8, 444),
                Stopped(500, GiveUpReason::Attempts, 444),
            ],
        ),
        ("budget runs out", 5, 20, &[Retried(500, 1, 6), Stopped(502, GiveUpReason::Budget, 6)]),
        (
            "budget recovers",
            5,
            30,
            &[Retried(500, 1, 16), Retried(502, 2, 2), Succeeded(16), Retried(500, 1, 2), Succeeded(16)],
        ),
        ("throttled", 3, 500, &[Retried(429, 1, 495), Succeeded(500)]),
    ];
    for (name, max_attempts, budget, steps) in vectors {
        follow(name, max_attempts, budget, steps);
    }
}

#[test]
fn waits_stop_growing_at_8_seconds() {
    for (failure, waits) in [
        (TRANSIENT, [200, 400, 800, 1600, 3200, 6400, 8000, 8000, 8000]),
        (THROTTLED, [1000, 2000, 4000, 8000, 8000, 8000, 8000, 8000, 8000]),
    ] {
        let policy = Policy { max_retries: u32::MAX, ..Policy::default() };
        let mut retry = Retry::default();
        for ms in waits {
            assert_eq!(longest(&mut retry, &policy, &mut 500, &failure), Decision::RetryIn { ms });
        }
        retry.attempts = u32::MAX - 1;
        assert_eq!(longest(&mut retry, &policy, &mut 500, &failure), Decision::RetryIn { ms: 8000 });
        assert_eq!(longest(&mut retry, &policy, &mut 500, &failure), Decision::GiveUp(GiveUpReason::Attempts));
        assert_eq!(retry.attempts(), u32::MAX);
    }
}

#[test]
fn the_kind_of_a_failure_sets_its_own_wait_and_cost() {
    let (policy, mut budget, mut retry) = (Policy::default(), 500, Retry::default());
    assert_eq!(longest(&mut retry, &policy, &mut budget, &TRANSIENT), Decision::RetryIn { ms: 200 });
    assert_eq!(longest(&mut retry, &policy, &mut budget, &THROTTLED), Decision::RetryIn { ms: 2000 });
    assert_eq!((budget, retry.attempts()), (481, 2));
    // Only what the last retry took comes back.
    retry.succeeded(&mut budget);
    assert_eq!(budget, 486);
}

#[test]
fn chance_spreads_waits_from_none_to_all() {
    for (random, ms) in [(0, 0), (u32::MAX / 4, 50), (u32::MAX / 2, 100), (1 << 31, 100), (u32::MAX, 200)] {
        let next = Retry::default().failed(&Policy::default(), &mut 500, &TRANSIENT, random, u64::MAX);
        assert_eq!(next, Decision::RetryIn { ms }, "{random}");
    }
}

#[test]
fn a_hint_is_the_least_wait_and_a_long_one_ends_the_call() {
    let wait = |ms| Decision::RetryIn { ms };
    for (ms, least, most) in [
        (0, wait(0), wait(1000)),
        (999, wait(999), wait(1000)),
        (1500, wait(1500), wait(1500)),
        (60_000, wait(60_000), wait(60_000)),
        (60_001, Decision::GiveUp(GiveUpReason::RetryAfter), Decision::GiveUp(GiveUpReason::RetryAfter)),
        (
            u64::from(u32::MAX) + 2,
            Decision::GiveUp(GiveUpReason::RetryAfter),
            Decision::GiveUp(GiveUpReason::RetryAfter),
        ),
        (u64::MAX, Decision::GiveUp(GiveUpReason::RetryAfter), Decision::GiveUp(GiveUpReason::RetryAfter)),
    ] {
        for (random, expected) in [(0, least), (u32::MAX, most)] {
            let next = Retry::default().failed(&Policy::default(), &mut 500, &asked(ms), random, u64::MAX);
            assert_eq!(next, expected, "{ms}");
        }
    }
    let patient = Policy { max_retry_after_ms: u32::MAX, ..Policy::default() };
    let next = longest(&mut Retry::default(), &patient, &mut 500, &asked(u32::MAX.into()));
    assert_eq!(next, Decision::RetryIn { ms: u32::MAX });
    let impatient = Policy { max_retry_after_ms: 0, ..Policy::default() };
    assert_eq!(
        longest(&mut Retry::default(), &impatient, &mut 500, &asked(1)),
        Decision::GiveUp(GiveUpReason::RetryAfter)
    );
    assert_eq!(longest(&mut Retry::default(), &impatient, &mut 500, &asked(0)), Decision::RetryIn { ms: 1000 });
}

#[test]
fn a_wait_may_end_with_the_deadline_but_not_after_it() {
    for (failure, ms) in [(TRANSIENT, 200), (asked(5000), 5000)] {
        for (remaining, expected) in
            [(u64::from(ms), Decision::RetryIn { ms }), (u64::from(ms) - 1, Decision::GiveUp(GiveUpReason::Deadline))]
        {
            let next = Retry::default().failed(&Policy::default(), &mut 500, &failure, u32::MAX, remaining);
            assert_eq!(next, expected);
        }
    }
}

#[test]
fn the_first_reason_counts_and_none_takes_tokens() {
    let one = Policy { max_retries: 0, ..Policy::default() };
    let bad = Failure { retryable: false, ..asked(u64::MAX) };
    // From all reasons at once, one fewer each time.
    for (policy, left, failure, remaining, stop) in [
        (one, 4, bad, 0, GiveUpReason::Permanent),
        (one, 4, asked(u64::MAX), 0, GiveUpReason::Attempts),
        (Policy::default(), 4, asked(u64::MAX), 0, GiveUpReason::RetryAfter),
        (Policy::default(), 4, asked(1), 0, GiveUpReason::Budget),
        (Policy::default(), 5, asked(1), 0, GiveUpReason::Deadline),
    ] {
        let (mut retry, mut budget) = (Retry::default(), left);
        assert_eq!(retry.failed(&policy, &mut budget, &failure, 0, remaining), Decision::GiveUp(stop));
        assert_eq!((budget, retry.attempts(), retry.tokens_spent), (left, 1, 0), "{stop:?}");
    }
    assert_eq!(
        longest(&mut Retry::default(), &Policy::default(), &mut 13, &TRANSIENT),
        Decision::GiveUp(GiveUpReason::Budget)
    );
}

#[test]
fn a_permanent_failure_after_a_retry_gives_nothing_back() {
    let (mut retry, mut budget) = (Retry::default(), 500);
    assert_eq!(longest(&mut retry, &Policy::default(), &mut budget, &TRANSIENT), Decision::RetryIn { ms: 200 });
    assert_eq!(
        longest(&mut retry, &Policy::default(), &mut budget, &PERMANENT),
        Decision::GiveUp(GiveUpReason::Permanent)
    );
    assert_eq!((budget, retry.attempts()), (486, 2));
}

#[test]
fn success_never_fills_beyond_full() {
    for (before, after) in [(0, 1), (499, 500), (500, 500), (501, 500), (u32::MAX, 500)] {
        let mut budget = before;
        Retry::default().succeeded(&mut budget);
        assert_eq!(budget, after);
    }
    let (mut retry, mut budget) = (Retry::default(), 500);
    longest(&mut retry, &Policy::default(), &mut budget, &TRANSIENT);
    budget = 495;
    retry.succeeded(&mut budget);
    assert_eq!(budget, FULL_BUDGET);
}

#[test]
fn calls_share_one_budget() {
    let (policy, mut budget) = (Policy::default(), FULL_BUDGET);
    let (mut a, mut b) = (Retry::default(), Retry::default());
    for (call, left) in [(true, 486), (true, 472), (false, 458)] {
        longest(if call { &mut a } else { &mut b }, &policy, &mut budget, &TRANSIENT);
        assert_eq!(budget, left);
    }
    a.succeeded(&mut budget);
    assert_eq!(budget, 472);
    b.succeeded(&mut budget);
    assert_eq!(budget, 486);
}

#[test]
fn a_dead_service_is_asked_little_more_than_once_a_call() {
    for (failure, retries) in [(TRANSIENT, 35), (THROTTLED, 100)] {
        let (mut budget, mut made) = (FULL_BUDGET, 0);
        for call in 0..1000_u32 {
            let mut retry = Retry::default();
            while let Decision::RetryIn { .. } =
                retry.failed(&Policy::default(), &mut budget, &failure, call.wrapping_mul(2_654_435_761), 30_000)
            {
                made += 1;
            }
        }
        assert_eq!(made, retries);
        // As many successes as a retry takes tokens, and one is possible again.
        for _ in 0..14 {
            Retry::default().succeeded(&mut budget);
        }
        assert!(matches!(
            longest(&mut Retry::default(), &Policy::default(), &mut budget, &failure),
            Decision::RetryIn { .. }
        ));
    }
}

#[test]
fn names_and_defaults_are_stable() {
    let stops = [
        GiveUpReason::Permanent,
        GiveUpReason::Attempts,
        GiveUpReason::Budget,
        GiveUpReason::RetryAfter,
        GiveUpReason::Deadline,
    ];
    let names = ["permanent", "attempts_used", "budget_exhausted", "retry_after_too_long", "deadline"];
    assert_eq!(stops.map(GiveUpReason::as_str), names);
    assert_eq!(Policy::default(), Policy { max_retries: 2, max_retry_after_ms: 60_000 });
    assert_eq!(FULL_BUDGET, 500);
}
