//! Decides whether and when to retry a failed attempt.
//!
//! The decision is pure: the caller provides the random number and the remaining time. Backoff is
//! exponential with full jitter, and `Retry-After` is the minimum delay. All calls of a client
//! share a budget of tokens, which limits the retries while a service fails. The rules follow the
//! AWS SDKs' standard mode ("retries 2.1"), with a longer first delay, a shorter maximum delay, and
//! a `Retry-After` that the client never shortens.

mod http_date;
pub(crate) use http_date::http_date_ms;

pub use crate::error::GiveUpReason;
use crate::{limits::Limits, text::split};

/// The statuses of failures that may be temporary. Cloudflare sends 520 to 530, and other gateways
/// send 598 and 599, when they get no response from the service in time. The statuses 501, 505,
/// 511, 525 and 526 are absent, because a retry fails until someone corrects a setting.
///
/// ```
/// use ethereal_query::retry::RETRYABLE_STATUSES;
/// assert!(RETRYABLE_STATUSES.contains(&503) && !RETRYABLE_STATUSES.contains(&501));
/// ```
pub const RETRYABLE_STATUSES: &[u16] = &[
    408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 527, 529, 530, 598, 599,
];

/// Tokens of a full budget. A client starts with a full budget and never has more tokens. See the
/// example of [`Retry`].
pub const FULL_BUDGET: u32 = 500;

/// Tokens that a retry costs. A full budget pays for 35 retries.
const COST: u32 = 14;
/// Tokens that a retry costs if the service throttles.
const THROTTLED_COST: u32 = 5;
/// The maximum delay of the first retry, in milliseconds. The maximum doubles with every retry.
const BASE_MS: u32 = 200;
/// The maximum delay of the first retry if the service throttles, in milliseconds.
const THROTTLED_BASE_MS: u32 = 1000;
/// The maximum backoff, in milliseconds.
const MAX_BACKOFF_MS: u32 = 8000;

/// The header of a failed response by which a service refuses retries, with the value `false`. The clients of Stripe,
/// OpenAI and Anthropic read it too.
///
/// ```
/// assert_eq!(ethereal_query::retry::SHOULD_RETRY, "x-should-retry");
/// ```
pub const SHOULD_RETRY: &str = "x-should-retry";

/// A failed attempt, the input of [`Retry::failed`]. See the example of [`Retry`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failure {
    /// Whether the same request may succeed later.
    pub retryable: bool,
    /// Whether the service throttles: it limits the rate, or sends status 503 with a `Retry-After` above 0.
    pub throttled: bool,
    /// `Retry-After` in milliseconds; `None` without a header `Retry-After` or without a response.
    pub retry_after_ms: Option<u64>,
}

/// The decision after a failed attempt. See the example of [`Retry`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Retry after a delay.
    RetryIn {
        /// The delay in milliseconds.
        ms: u32,
    },
    /// Do not retry: the failure is the outcome of the call.
    GiveUp(GiveUpReason),
}

/// The retries of one call.
///
/// ```
/// use ethereal_query::{Limits, retry::{Decision, FULL_BUDGET, Failure, Retry}};
/// let (mut retry, mut budget) = (Retry::default(), FULL_BUDGET);
/// let failure = Failure { retryable: true, throttled: false, retry_after_ms: Some(1_500) };
/// let decision = retry.failed(&Limits::default(), &mut budget, &failure, u32::MAX, 30_000);
/// assert_eq!(decision, Decision::RetryIn { ms: 1_500 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Retry {
    /// The number of failed attempts.
    attempts: u32,
    /// The tokens that the last retry cost; 0 before the first retry.
    last_cost: u32,
}

impl Retry {
    /// Counts a failed attempt and decides what follows.
    ///
    /// `budget` holds the tokens that all calls of a client share, [`FULL_BUDGET`] at first; a retry spends some.
    /// `random` is uniform over all of `u32`. `remaining_ms` is the time until the deadline of the call, `u64::MAX`
    /// without one.
    pub fn failed(
        &mut self,
        limits: &Limits,
        budget: &mut u32,
        failure: &Failure,
        random: u32,
        remaining_ms: u64,
    ) -> Decision {
        // Each earlier failed attempt led to one retry, so the two counts are equal.
        let retries = self.attempts;
        self.attempts = retries.saturating_add(1);
        let (cost, base) = if failure.throttled {
            (THROTTLED_COST, THROTTLED_BASE_MS)
        } else {
            (COST, BASE_MS)
        };
        let requested_ms = failure.retry_after_ms.unwrap_or_default();
        let delay_ms = requested_ms.max(backoff(base, retries, random));
        if !failure.retryable {
            return Decision::GiveUp(GiveUpReason::Permanent);
        }
        if retries >= limits.max_retries {
            return Decision::GiveUp(GiveUpReason::Attempts);
        }
        if requested_ms > limits.max_retry_after_ms.into() {
            return Decision::GiveUp(GiveUpReason::RetryAfter);
        }
        if *budget < cost {
            return Decision::GiveUp(GiveUpReason::Budget);
        }
        if delay_ms > remaining_ms {
            return Decision::GiveUp(GiveUpReason::Deadline);
        }
        *budget -= cost;
        self.last_cost = cost;
        // The delay fits `u32`: `requested_ms` is at most `max_retry_after_ms` here, and the
        // backoff is at most `MAX_BACKOFF_MS`.
        Decision::RetryIn {
            ms: delay_ms as u32,
        }
    }

    /// Gives the tokens of the last retry back to the budget, or one token if the first attempt
    /// succeeded.
    pub fn succeeded(&self, budget: &mut u32) {
        *budget = budget
            .saturating_add(self.last_cost.max(1))
            .min(FULL_BUDGET);
    }

    /// Returns the number of failed attempts.
    #[must_use]
    pub fn attempts(&self) -> u32 {
        self.attempts
    }
}

/// Returns a random delay from 0 to `base` doubled `retries` times, at most [`MAX_BACKOFF_MS`].
/// Full jitter spreads the retries of many clients.
fn backoff(base: u32, retries: u32, random: u32) -> u64 {
    // Doubled six times, even `BASE_MS` exceeds the maximum. Without the limit of six, the shift
    // could overflow.
    let longest = (base << retries.min(6)).min(MAX_BACKOFF_MS);
    // The shift divides by 2^32. With `random + 1`, the largest random number gives exactly
    // `longest`.
    (u64::from(longest) * (u64::from(random) + 1)) >> 32
}

/// The largest number of seconds that [`retry_after`] reads, about 68 years. RFC 9111 §1.2.2 uses
/// this value for numbers that overflow.
pub const MAX_SECONDS: u64 = 1 << 31;

/// Parses a header `Retry-After` (RFC 9110 §10.2.3) to a delay in milliseconds. The header has a number of seconds, or
/// a date in one of the three forms of §5.6.7; `now_ms` is the Unix time at the service, in milliseconds.
///
/// A fraction of a second is rounded up. Two servers in a row may each write a value: the longest
/// delay counts. A date in the past gives 0, a number above [`MAX_SECONDS`] gives that limit, and
/// any other text gives `None`.
///
/// ```
/// use ethereal_query::retry::retry_after;
/// assert_eq!(retry_after("120", 0), Some(120_000));
/// assert_eq!(retry_after("Thu, 01 Jan 1970 00:01:40 GMT", 10_000), Some(90_000));
/// assert_eq!(retry_after("2, 1.5", 0), Some(2_000));
/// assert_eq!(retry_after("soon", 0), None);
/// ```
#[must_use]
pub fn retry_after(text: &str, now_ms: u64) -> Option<u64> {
    let mut longest = None;
    let mut parts = split(text, b',');
    while let Some(part) = parts.next() {
        let part = part.trim_ascii();
        let is_weekday = !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphabetic());
        let delay_ms = if is_weekday {
            // The comma after a weekday is part of the date.
            let date = [part, ",", parts.next().unwrap_or_default()].concat();
            ms_until(&date, now_ms)
        } else {
            seconds(part)
                .map(|seconds| seconds * 1000)
                .or_else(|| ms_until(part, now_ms))
        };
        // `None` is less than every delay.
        longest = longest.max(delay_ms);
    }
    longest
}

/// Returns the milliseconds until a date; 0 for a date in the past.
fn ms_until(date: &str, now_ms: u64) -> Option<u64> {
    http_date_ms(date, now_ms).map(|at_ms| at_ms.saturating_sub(now_ms))
}

/// Reads a number of seconds, rounded up, and at most [`MAX_SECONDS`].
fn seconds(text: &str) -> Option<u64> {
    let mut parts = split(text, b'.');
    let whole = parts.next()?;
    let fraction = parts.next();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_fraction_valid = fraction.is_none_or(is_number);
    let has_second_point = parts.next().is_some();
    if !is_number(whole) || !is_fraction_valid || has_second_point {
        return None;
    }
    let rounds_up = fraction.is_some_and(|digits| digits.bytes().any(|b| b != b'0'));
    let mut seconds = 0_u64;
    for b in whole.bytes() {
        // The limit in each step prevents an overflow.
        seconds = (seconds * 10 + u64::from(b - b'0')).min(MAX_SECONDS);
    }
    Some((seconds + u64::from(rounds_up)).min(MAX_SECONDS))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
