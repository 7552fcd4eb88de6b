//! Tests of the decision after a failed attempt.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use super::{Decision, FULL_BUDGET, Failure, GiveUpReason, Retry};
use crate::limits::Limits;

mod header;
mod properties;

const TRANSIENT: Failure = Failure {
    retryable: true,
    throttled: false,
    retry_after_ms: None,
};
const THROTTLED: Failure = Failure {
    retryable: true,
    throttled: true,
    retry_after_ms: None,
};
const PERMANENT: Failure = Failure {
    retryable: false,
    throttled: false,
    retry_after_ms: None,
};

/// The outcome of an attempt in a test vector, with the expected decision.
enum Step {
    /// The status, the delay in multiples of the first delay, and the tokens left.
    Retried(u16, u32, u32),
    /// The status, the reason, and the tokens left.
    Stopped(u16, GiveUpReason, u32),
    /// The tokens left. The next step belongs to another call.
    Succeeded(u32),
}
use Step::{Retried, Stopped, Succeeded};

fn throttled_with_retry_after(ms: u64) -> Failure {
    Failure {
        retry_after_ms: Some(ms),
        ..THROTTLED
    }
}

/// Decides with the longest backoff and without a deadline.
fn decide_with_longest_delay(
    retry: &mut Retry,
    policy: &Limits,
    budget: &mut u32,
    failure: &Failure,
) -> Decision {
    retry.failed(policy, budget, failure, u32::MAX, u64::MAX)
}

fn check_vector(name: &str, max_attempts: u32, mut budget: u32, steps: &[Step]) {
    let policy = Limits {
        max_retries: max_attempts - 1,
        ..Limits::OF_TESTS
    };
    let mut retry = Retry::default();
    for (index, step) in steps.iter().enumerate() {
        let label = format!("{name}, step {index}");
        let (status, expected, left) = match *step {
            Succeeded(left) => {
                retry.succeeded(&mut budget);
                retry = Retry::default();
                assert_eq!(budget, left, "{label}");
                continue;
            }
            Retried(status, multiple, left) => {
                let first_delay_ms = if status == 429 { 1000 } else { 200 };
                let ms = multiple * first_delay_ms;
                (status, Decision::RetryIn { ms }, left)
            }
            Stopped(status, reason, left) => (status, Decision::GiveUp(reason), left),
        };
        let failure = if status == 429 { THROTTLED } else { TRANSIENT };
        assert_eq!(
            decide_with_longest_delay(&mut retry, &policy, &mut budget, &failure),
            expected,
            "{label}"
        );
        assert_eq!(budget, left, "{label}");
    }
}

/// The vectors that AWS publishes for the standard mode (retries 2.1). Delays are multiples of the
/// first delay, because AWS has another first delay (50 ms) than this client.
#[test]
fn the_vectors_of_the_aws_standard_mode_hold() {
    let vectors: [(&str, u32, u32, &[Step]); 8] = [
        (
            "succeeds at last",
            3,
            500,
            &[Retried(500, 1, 486), Retried(500, 2, 472), Succeeded(486)],
        ),
        (
            "attempts used",
            3,
            500,
            &[
                Retried(502, 1, 486),
                Retried(502, 2, 472),
                Stopped(502, GiveUpReason::Attempts, 472),
            ],
        ),
        (
            "budget for one retry",
            3,
            14,
            &[Retried(500, 1, 0), Stopped(500, GiveUpReason::Budget, 0)],
        ),
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
        (
            "budget runs out",
            5,
            20,
            &[Retried(500, 1, 6), Stopped(502, GiveUpReason::Budget, 6)],
        ),
        (
            "budget recovers",
            5,
            30,
            &[
                Retried(500, 1, 16),
                Retried(502, 2, 2),
                Succeeded(16),
                Retried(500, 1, 2),
                Succeeded(16),
            ],
        ),
        ("throttled", 3, 500, &[Retried(429, 1, 495), Succeeded(500)]),
    ];
    for (name, max_attempts, budget, steps) in vectors {
        check_vector(name, max_attempts, budget, steps);
    }
}

#[test]
fn delays_grow_up_to_8_seconds() {
    for (failure, delays) in [
        (
            TRANSIENT,
            [200, 400, 800, 1600, 3200, 6400, 8000, 8000, 8000],
        ),
        (
            THROTTLED,
            [1000, 2000, 4000, 8000, 8000, 8000, 8000, 8000, 8000],
        ),
    ] {
        let policy = Limits {
            max_retries: u32::MAX,
            ..Limits::OF_TESTS
        };
        let mut retry = Retry::default();
        for ms in delays {
            assert_eq!(
                decide_with_longest_delay(&mut retry, &policy, &mut 500, &failure),
                Decision::RetryIn { ms }
            );
        }
        retry.attempts = u32::MAX - 1;
        assert_eq!(
            decide_with_longest_delay(&mut retry, &policy, &mut 500, &failure),
            Decision::RetryIn { ms: 8000 }
        );
        assert_eq!(
            decide_with_longest_delay(&mut retry, &policy, &mut 500, &failure),
            Decision::GiveUp(GiveUpReason::Attempts)
        );
        assert_eq!(retry.attempts(), u32::MAX);
    }
}

#[test]
fn throttling_changes_delay_and_cost() {
    let (policy, mut budget, mut retry) = (Limits::OF_TESTS, 500, Retry::default());
    assert_eq!(
        decide_with_longest_delay(&mut retry, &policy, &mut budget, &TRANSIENT),
        Decision::RetryIn { ms: 200 }
    );
    assert_eq!(
        decide_with_longest_delay(&mut retry, &policy, &mut budget, &THROTTLED),
        Decision::RetryIn { ms: 2000 }
    );
    assert_eq!((budget, retry.attempts()), (481, 2));
    // A success returns only the tokens of the last retry.
    retry.succeeded(&mut budget);
    assert_eq!(budget, 486);
}

#[test]
fn jitter_spreads_delays_from_0_to_the_backoff() {
    for (random, ms) in [
        (0, 0),
        (u32::MAX / 4, 50),
        (u32::MAX / 2, 100),
        (1 << 31, 100),
        (u32::MAX, 200),
    ] {
        let next =
            Retry::default().failed(&Limits::OF_TESTS, &mut 500, &TRANSIENT, random, u64::MAX);
        assert_eq!(next, Decision::RetryIn { ms }, "{random}");
    }
}

#[test]
fn retry_after_is_the_minimal_delay_and_a_long_one_ends_the_call() {
    let wait = |ms| Decision::RetryIn { ms };
    for (ms, shortest, longest) in [
        (0, wait(0), wait(1000)),
        (999, wait(999), wait(1000)),
        (1500, wait(1500), wait(1500)),
        (30_000, wait(30_000), wait(30_000)),
        (
            30_001,
            Decision::GiveUp(GiveUpReason::RetryAfter),
            Decision::GiveUp(GiveUpReason::RetryAfter),
        ),
        (
            u64::from(u32::MAX) + 2,
            Decision::GiveUp(GiveUpReason::RetryAfter),
            Decision::GiveUp(GiveUpReason::RetryAfter),
        ),
        (
            u64::MAX,
            Decision::GiveUp(GiveUpReason::RetryAfter),
            Decision::GiveUp(GiveUpReason::RetryAfter),
        ),
    ] {
        for (random, expected) in [(0, shortest), (u32::MAX, longest)] {
            let next = Retry::default().failed(
                &Limits::OF_TESTS,
                &mut 500,
                &throttled_with_retry_after(ms),
                random,
                u64::MAX,
            );
            assert_eq!(next, expected, "{ms}");
        }
    }
    let patient = Limits {
        max_retry_after_ms: u32::MAX,
        ..Limits::OF_TESTS
    };
    let next = decide_with_longest_delay(
        &mut Retry::default(),
        &patient,
        &mut 500,
        &throttled_with_retry_after(u32::MAX.into()),
    );
    assert_eq!(next, Decision::RetryIn { ms: u32::MAX });
    let impatient = Limits {
        max_retry_after_ms: 0,
        ..Limits::OF_TESTS
    };
    assert_eq!(
        decide_with_longest_delay(
            &mut Retry::default(),
            &impatient,
            &mut 500,
            &throttled_with_retry_after(1)
        ),
        Decision::GiveUp(GiveUpReason::RetryAfter)
    );
    assert_eq!(
        decide_with_longest_delay(
            &mut Retry::default(),
            &impatient,
            &mut 500,
            &throttled_with_retry_after(0)
        ),
        Decision::RetryIn { ms: 1000 }
    );
}

#[test]
fn a_delay_may_end_at_the_deadline_but_not_after_it() {
    for (failure, ms) in [(TRANSIENT, 200), (throttled_with_retry_after(5000), 5000)] {
        for (remaining, expected) in [
            (u64::from(ms), Decision::RetryIn { ms }),
            (u64::from(ms) - 1, Decision::GiveUp(GiveUpReason::Deadline)),
        ] {
            let next =
                Retry::default().failed(&Limits::OF_TESTS, &mut 500, &failure, u32::MAX, remaining);
            assert_eq!(next, expected);
        }
    }
}

#[test]
fn the_first_reason_counts_and_giving_up_costs_no_tokens() {
    let no_retries = Limits {
        max_retries: 0,
        ..Limits::OF_TESTS
    };
    let bad = Failure {
        retryable: false,
        ..throttled_with_retry_after(u64::MAX)
    };
    // The first row has all reasons, and each other row has one fewer.
    for (policy, left, failure, remaining, reason) in [
        (no_retries, 4, bad, 0, GiveUpReason::Permanent),
        (
            no_retries,
            4,
            throttled_with_retry_after(u64::MAX),
            0,
            GiveUpReason::Attempts,
        ),
        (
            Limits::OF_TESTS,
            4,
            throttled_with_retry_after(u64::MAX),
            0,
            GiveUpReason::RetryAfter,
        ),
        (
            Limits::OF_TESTS,
            4,
            throttled_with_retry_after(1),
            0,
            GiveUpReason::Budget,
        ),
        (
            Limits::OF_TESTS,
            5,
            throttled_with_retry_after(1),
            0,
            GiveUpReason::Deadline,
        ),
    ] {
        let (mut retry, mut budget) = (Retry::default(), left);
        assert_eq!(
            retry.failed(&policy, &mut budget, &failure, 0, remaining),
            Decision::GiveUp(reason)
        );
        assert_eq!(
            (budget, retry.attempts(), retry.last_cost),
            (left, 1, 0),
            "{reason:?}"
        );
    }
    assert_eq!(
        decide_with_longest_delay(
            &mut Retry::default(),
            &Limits::OF_TESTS,
            &mut 13,
            &TRANSIENT
        ),
        Decision::GiveUp(GiveUpReason::Budget)
    );
}

#[test]
fn a_permanent_failure_after_a_retry_returns_no_tokens() {
    let (mut retry, mut budget) = (Retry::default(), 500);
    assert_eq!(
        decide_with_longest_delay(&mut retry, &Limits::OF_TESTS, &mut budget, &TRANSIENT),
        Decision::RetryIn { ms: 200 }
    );
    assert_eq!(
        decide_with_longest_delay(&mut retry, &Limits::OF_TESTS, &mut budget, &PERMANENT),
        Decision::GiveUp(GiveUpReason::Permanent)
    );
    assert_eq!((budget, retry.attempts()), (486, 2));
}

#[test]
fn a_success_never_exceeds_the_full_budget() {
    for (before, after) in [(0, 1), (499, 500), (500, 500), (501, 500), (u32::MAX, 500)] {
        let mut budget = before;
        Retry::default().succeeded(&mut budget);
        assert_eq!(budget, after);
    }
    let (mut retry, mut budget) = (Retry::default(), 500);
    decide_with_longest_delay(&mut retry, &Limits::OF_TESTS, &mut budget, &TRANSIENT);
    budget = 495;
    retry.succeeded(&mut budget);
    assert_eq!(budget, FULL_BUDGET);
}

#[test]
fn calls_share_one_budget() {
    let (policy, mut budget) = (Limits::OF_TESTS, FULL_BUDGET);
    let (mut a, mut b) = (Retry::default(), Retry::default());
    decide_with_longest_delay(&mut a, &policy, &mut budget, &TRANSIENT);
    assert_eq!(budget, 486);
    decide_with_longest_delay(&mut a, &policy, &mut budget, &TRANSIENT);
    assert_eq!(budget, 472);
    decide_with_longest_delay(&mut b, &policy, &mut budget, &TRANSIENT);
    assert_eq!(budget, 458);
    a.succeeded(&mut budget);
    assert_eq!(budget, 472);
    b.succeeded(&mut budget);
    assert_eq!(budget, 486);
}

#[test]
fn the_budget_limits_the_retries_against_a_failing_service() {
    for (failure, expected_retries) in [(TRANSIENT, 35), (THROTTLED, 100)] {
        let (mut budget, mut retries) = (FULL_BUDGET, 0);
        for call in 0..1000_u32 {
            let mut retry = Retry::default();
            // The factor spreads the random numbers of the calls over all of `u32`.
            let random = call.wrapping_mul(2_654_435_761);
            while let Decision::RetryIn { .. } =
                retry.failed(&Limits::OF_TESTS, &mut budget, &failure, random, 30_000)
            {
                retries += 1;
            }
        }
        assert_eq!(retries, expected_retries);
        // A retry costs up to 14 tokens, and a success adds one token.
        for _ in 0..14 {
            Retry::default().succeeded(&mut budget);
        }
        assert!(matches!(
            decide_with_longest_delay(
                &mut Retry::default(),
                &Limits::OF_TESTS,
                &mut budget,
                &failure
            ),
            Decision::RetryIn { .. }
        ));
    }
}

#[test]
fn names_are_stable() {
    let reasons = [
        GiveUpReason::Permanent,
        GiveUpReason::Attempts,
        GiveUpReason::Budget,
        GiveUpReason::RetryAfter,
        GiveUpReason::Deadline,
    ];
    let names = [
        "permanent",
        "attempts_used",
        "budget_exhausted",
        "retry_after_too_long",
        "deadline",
    ];
    assert_eq!(reasons.map(GiveUpReason::as_str), names);
    assert_eq!(FULL_BUDGET, 500);
}
