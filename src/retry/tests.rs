//! Tests of the decision after a failed attempt.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use super::{
    BASE_MS, COST, Decision, FULL_BUDGET, Failure, GiveUpReason, Retry, THROTTLED_BASE_MS,
    THROTTLED_COST,
};
use crate::limits::Limits;

mod budget;
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
    limits: &Limits,
    budget: &mut u32,
    failure: &Failure,
) -> Decision {
    retry.failed(limits, budget, failure, u32::MAX, u64::MAX)
}

/// Decides after the first attempt of a call, with a full budget.
fn first_decision(limits: &Limits, failure: &Failure, random: u32, remaining_ms: u64) -> Decision {
    let mut budget = FULL_BUDGET;
    Retry::default().failed(limits, &mut budget, failure, random, remaining_ms)
}

/// Decides after each failed attempt of a test vector. Asserts each decision and the tokens left.
fn check_vector(name: &str, max_attempts: u32, mut budget: u32, steps: &[Step]) {
    let limits = Limits {
        max_retries: max_attempts - 1,
        ..Limits::OF_TESTS
    };
    let mut retry = Retry::default();
    for (index, step) in steps.iter().enumerate() {
        let label = format!("{name}, step {index}");
        let (status, expected, tokens_left) = match *step {
            Succeeded(tokens_left) => {
                retry.succeeded(&mut budget);
                retry = Retry::default();
                assert_eq!(budget, tokens_left, "{label}");
                continue;
            }
            Retried(status, multiple, tokens_left) => {
                let first_delay_ms = if status == 429 {
                    THROTTLED_BASE_MS
                } else {
                    BASE_MS
                };
                let ms = multiple * first_delay_ms;
                (status, Decision::RetryIn { ms }, tokens_left)
            }
            Stopped(status, reason, tokens_left) => (status, Decision::GiveUp(reason), tokens_left),
        };
        let failure = if status == 429 { THROTTLED } else { TRANSIENT };
        assert_eq!(
            decide_with_longest_delay(&mut retry, &limits, &mut budget, &failure),
            expected,
            "{label}"
        );
        assert_eq!(budget, tokens_left, "{label}");
    }
}

/// The vectors that AWS publishes for the standard mode (retries 2.1). Delays are multiples of the
/// first delay, because AWS begins with 50 ms, and this client with [`BASE_MS`].
#[test]
fn the_vectors_of_the_aws_standard_mode_hold() {
    // Each vector has a name, the maximum number of attempts, the tokens at the start, and the
    // steps.
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
        let limits = Limits {
            max_retries: u32::MAX,
            ..Limits::OF_TESTS
        };
        let (mut retry, mut budget) = (Retry::default(), FULL_BUDGET);
        for ms in delays {
            assert_eq!(
                decide_with_longest_delay(&mut retry, &limits, &mut budget, &failure),
                Decision::RetryIn { ms }
            );
        }
        // The counter of attempts does not overflow.
        retry.attempts = u32::MAX - 1;
        assert_eq!(
            decide_with_longest_delay(&mut retry, &limits, &mut budget, &failure),
            Decision::RetryIn { ms: 8000 }
        );
        assert_eq!(
            decide_with_longest_delay(&mut retry, &limits, &mut budget, &failure),
            Decision::GiveUp(GiveUpReason::Attempts)
        );
        assert_eq!(retry.attempts(), u32::MAX);
    }
}

#[test]
fn throttling_changes_delay_and_cost() {
    let (limits, mut budget, mut retry) = (Limits::OF_TESTS, FULL_BUDGET, Retry::default());
    assert_eq!(
        decide_with_longest_delay(&mut retry, &limits, &mut budget, &TRANSIENT),
        Decision::RetryIn { ms: 200 }
    );
    assert_eq!(
        decide_with_longest_delay(&mut retry, &limits, &mut budget, &THROTTLED),
        Decision::RetryIn { ms: 2000 }
    );
    assert_eq!(budget, FULL_BUDGET - COST - THROTTLED_COST);
    assert_eq!(retry.attempts(), 2);
    // A success returns only the tokens of the last retry.
    retry.succeeded(&mut budget);
    assert_eq!(budget, FULL_BUDGET - COST);
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
        let decision = first_decision(&Limits::OF_TESTS, &TRANSIENT, random, u64::MAX);
        assert_eq!(decision, Decision::RetryIn { ms }, "{random}");
    }
}

#[test]
fn retry_after_is_the_minimum_delay_and_a_long_retry_after_ends_the_call() {
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
        // Cut to 32 bits, this number would be 1.
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
            let failure = throttled_with_retry_after(ms);
            let decision = first_decision(&Limits::OF_TESTS, &failure, random, u64::MAX);
            assert_eq!(decision, expected, "{ms}");
        }
    }
    let patient = Limits {
        max_retry_after_ms: u32::MAX,
        ..Limits::OF_TESTS
    };
    let max_delay = throttled_with_retry_after(u32::MAX.into());
    assert_eq!(
        first_decision(&patient, &max_delay, u32::MAX, u64::MAX),
        Decision::RetryIn { ms: u32::MAX }
    );
    let impatient = Limits {
        max_retry_after_ms: 0,
        ..Limits::OF_TESTS
    };
    let delay_of_1_ms = throttled_with_retry_after(1);
    assert_eq!(
        first_decision(&impatient, &delay_of_1_ms, u32::MAX, u64::MAX),
        Decision::GiveUp(GiveUpReason::RetryAfter)
    );
    let no_delay = throttled_with_retry_after(0);
    assert_eq!(
        first_decision(&impatient, &no_delay, u32::MAX, u64::MAX),
        Decision::RetryIn { ms: 1000 }
    );
}

#[test]
fn a_delay_may_end_at_the_deadline_but_not_after_it() {
    for (failure, ms) in [(TRANSIENT, 200), (throttled_with_retry_after(5000), 5000)] {
        for (remaining_ms, expected) in [
            (u64::from(ms), Decision::RetryIn { ms }),
            (u64::from(ms) - 1, Decision::GiveUp(GiveUpReason::Deadline)),
        ] {
            let decision = first_decision(&Limits::OF_TESTS, &failure, u32::MAX, remaining_ms);
            assert_eq!(decision, expected);
        }
    }
}

#[test]
fn the_first_reason_counts_and_giving_up_costs_no_tokens() {
    let no_retries = Limits {
        max_retries: 0,
        ..Limits::OF_TESTS
    };
    let permanent = Failure {
        retryable: false,
        ..throttled_with_retry_after(u64::MAX)
    };
    let too_few_tokens = THROTTLED_COST - 1;
    // The first row has all reasons to give up, and each other row has one fewer. No row has time
    // left until the deadline.
    for (limits, tokens, failure, reason) in [
        (
            no_retries,
            too_few_tokens,
            permanent,
            GiveUpReason::Permanent,
        ),
        (
            no_retries,
            too_few_tokens,
            throttled_with_retry_after(u64::MAX),
            GiveUpReason::Attempts,
        ),
        (
            Limits::OF_TESTS,
            too_few_tokens,
            throttled_with_retry_after(u64::MAX),
            GiveUpReason::RetryAfter,
        ),
        (
            Limits::OF_TESTS,
            too_few_tokens,
            throttled_with_retry_after(1),
            GiveUpReason::Budget,
        ),
        (
            Limits::OF_TESTS,
            THROTTLED_COST,
            throttled_with_retry_after(1),
            GiveUpReason::Deadline,
        ),
    ] {
        let (mut retry, mut budget) = (Retry::default(), tokens);
        assert_eq!(
            retry.failed(&limits, &mut budget, &failure, 0, 0),
            Decision::GiveUp(reason)
        );
        assert_eq!(
            (budget, retry.attempts(), retry.last_cost),
            (tokens, 1, 0),
            "{reason:?}"
        );
    }
    // Without throttling, a retry needs more tokens.
    let (mut retry, mut budget) = (Retry::default(), COST - 1);
    assert_eq!(
        decide_with_longest_delay(&mut retry, &Limits::OF_TESTS, &mut budget, &TRANSIENT),
        Decision::GiveUp(GiveUpReason::Budget)
    );
}

#[test]
fn the_names_of_reasons_and_the_full_budget_are_stable() {
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
