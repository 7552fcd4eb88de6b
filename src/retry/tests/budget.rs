//! Tests of the retry budget, which all calls of a client share.

use super::*;

#[test]
fn a_permanent_failure_after_a_retry_returns_no_tokens() {
    let (mut retry, mut budget) = (Retry::default(), FULL_BUDGET);
    assert_eq!(
        decide_with_longest_delay(&mut retry, &Limits::OF_TESTS, &mut budget, &TRANSIENT),
        Decision::RetryIn { ms: 200 }
    );
    assert_eq!(
        decide_with_longest_delay(&mut retry, &Limits::OF_TESTS, &mut budget, &PERMANENT),
        Decision::GiveUp(GiveUpReason::Permanent)
    );
    assert_eq!((budget, retry.attempts()), (FULL_BUDGET - COST, 2));
}

#[test]
fn a_success_returns_tokens_up_to_the_full_budget() {
    for (before, after) in [(0, 1), (499, 500), (500, 500), (501, 500), (u32::MAX, 500)] {
        let mut budget = before;
        Retry::default().succeeded(&mut budget);
        assert_eq!(budget, after);
    }
    let (mut retry, mut budget) = (Retry::default(), FULL_BUDGET);
    decide_with_longest_delay(&mut retry, &Limits::OF_TESTS, &mut budget, &TRANSIENT);
    // The success returns `COST` tokens, but the budget has room for fewer.
    budget = FULL_BUDGET - COST + 1;
    retry.succeeded(&mut budget);
    assert_eq!(budget, FULL_BUDGET);
}

#[test]
fn calls_share_one_budget() {
    let (limits, mut budget) = (Limits::OF_TESTS, FULL_BUDGET);
    let (mut a, mut b) = (Retry::default(), Retry::default());
    decide_with_longest_delay(&mut a, &limits, &mut budget, &TRANSIENT);
    assert_eq!(budget, FULL_BUDGET - COST);
    decide_with_longest_delay(&mut a, &limits, &mut budget, &TRANSIENT);
    assert_eq!(budget, FULL_BUDGET - 2 * COST);
    decide_with_longest_delay(&mut b, &limits, &mut budget, &TRANSIENT);
    assert_eq!(budget, FULL_BUDGET - 3 * COST);
    a.succeeded(&mut budget);
    assert_eq!(budget, FULL_BUDGET - 2 * COST);
    b.succeeded(&mut budget);
    assert_eq!(budget, FULL_BUDGET - COST);
}

#[test]
fn the_budget_limits_the_retries_against_a_failing_service() {
    let remaining_ms = u64::from(Limits::OF_TESTS.deadline_ms);
    for (failure, cost) in [(TRANSIENT, COST), (THROTTLED, THROTTLED_COST)] {
        let (mut budget, mut retries) = (FULL_BUDGET, 0);
        for call in 0..1000_u32 {
            let mut retry = Retry::default();
            // The factor spreads the random numbers of the calls over all of `u32`.
            let random = call.wrapping_mul(2_654_435_761);
            while let Decision::RetryIn { .. } = retry.failed(
                &Limits::OF_TESTS,
                &mut budget,
                &failure,
                random,
                remaining_ms,
            ) {
                retries += 1;
            }
        }
        assert_eq!(retries, FULL_BUDGET / cost);
        // Each success adds one token, so these successes pay for a retry.
        for _ in 0..cost {
            Retry::default().succeeded(&mut budget);
        }
        let mut retry = Retry::default();
        let decision =
            decide_with_longest_delay(&mut retry, &Limits::OF_TESTS, &mut budget, &failure);
        assert!(matches!(decision, Decision::RetryIn { .. }));
    }
}
