//! Whether a failed attempt is made again, and after how long.
//!
//! No clock, no randomness, no I/O: the caller brings the chance and the time that is left. Waits grow exponentially
//! under full jitter, a header `Retry-After` is obeyed, and a budget all calls of a client share keeps a failing
//! service from being asked ever more. The rules are the standard mode of the AWS SDKs ("retries 2.1") with a longer
//! first wait, a shorter longest one, and a `Retry-After` that is never shortened.

mod http_date;

use serde::{Serialize, Serializer};

/// How often and how long, per client and per call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Attempts after the first; 0 makes none.
    pub max_retries: u32,
    /// The longest `Retry-After` that is waited for, in milliseconds; a longer one ends the call.
    pub max_retry_after_ms: u32,
}

impl Default for Policy {
    fn default() -> Self {
        Self { max_retries: 2, max_retry_after_ms: 60_000 }
    }
}

/// Tokens of a full bucket: what a client starts with, and the most it ever has.
pub const FULL_BUDGET: u32 = 500;

/// Tokens a retry takes: 35 of them empty a bucket.
const COST: u32 = 14;
/// Tokens a retry takes of a service that answers, but asks for time.
const THROTTLED_COST: u32 = 5;
/// The longest first wait, in milliseconds; it doubles with every retry.
const BASE_MS: u32 = 200;
/// As [`BASE_MS`], for a service that asks for time.
const THROTTLED_BASE_MS: u32 = 1000;
/// The longest wait no service asked for, in milliseconds.
const LONGEST_MS: u32 = 8000;

/// What a failed attempt was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failure {
    /// The same request may succeed later.
    pub retryable: bool,
    /// The service asks for time: status 429, or 503 with a `Retry-After` above 0.
    pub throttled: bool,
    /// What `Retry-After` asks for, in milliseconds; absent where the answer has none or there is no answer.
    pub retry_after_ms: Option<u64>,
}

/// Why no further attempt is made. The first reason that holds counts, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The same request would fail again.
    Permanent,
    /// `max_retries` are made.
    Attempts,
    /// `Retry-After` is longer than `max_retry_after_ms`.
    RetryAfter,
    /// The budget has fewer tokens than the retry takes.
    Budget,
    /// The wait would end after the deadline.
    Deadline,
}

impl Serialize for Stop {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Stop {
    /// The stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Permanent => "permanent",
            Self::Attempts => "attempts_used",
            Self::RetryAfter => "retry_after_too_long",
            Self::Budget => "budget_exhausted",
            Self::Deadline => "deadline",
        }
    }
}

/// What follows a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Another attempt.
    Wait {
        /// How long to wait before it, in milliseconds.
        ms: u32,
    },
    /// None: the failure is the outcome of the call.
    Stop(Stop),
}

/// One call: how often it failed and what its last retry cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Retry {
    attempts: u32,
    taken: u32,
}

impl Retry {
    /// Counts a failed attempt and decides what follows.
    ///
    /// `budget` is the tokens of the bucket all calls of a client share, [`FULL_BUDGET`] at first; only a retry takes
    /// some. `chance` is uniform over all of `u32`. `remaining_ms` is what is left of the call's deadline, `u64::MAX`
    /// where it has none.
    pub fn failed(
        &mut self,
        policy: &Policy,
        budget: &mut u32,
        failure: &Failure,
        chance: u32,
        remaining_ms: u64,
    ) -> Next {
        let retries = self.attempts;
        self.attempts = retries.saturating_add(1);
        let (cost, base) = if failure.throttled { (THROTTLED_COST, THROTTLED_BASE_MS) } else { (COST, BASE_MS) };
        let asked = failure.retry_after_ms.unwrap_or_default();
        let wait = asked.max(backoff(base, retries, chance));
        Next::Stop(if !failure.retryable {
            Stop::Permanent
        } else if retries >= policy.max_retries {
            Stop::Attempts
        } else if asked > policy.max_retry_after_ms.into() {
            Stop::RetryAfter
        } else if *budget < cost {
            Stop::Budget
        } else if wait > remaining_ms {
            Stop::Deadline
        } else {
            *budget -= cost;
            self.taken = cost;
            // Nothing is lost: what is asked for is at most `max_retry_after_ms` here.
            return Next::Wait { ms: wait as u32 };
        })
    }

    /// Gives back what the last retry took, or one token for a first attempt that succeeded.
    pub fn succeeded(&self, budget: &mut u32) {
        *budget = budget.saturating_add(self.taken.max(1)).min(FULL_BUDGET);
    }

    /// Failed attempts so far.
    #[must_use]
    pub fn attempts(&self) -> u32 {
        self.attempts
    }
}

/// Any time up to `base` doubled `retries` times: full jitter, so that clients that failed together do not come back
/// together.
fn backoff(base: u32, retries: u32, chance: u32) -> u64 {
    // The sixth doubling is above the longest wait whatever the base; one more than `chance`, so that all of it is all.
    let most = (base << retries.min(6)).min(LONGEST_MS);
    (u64::from(most) * (u64::from(chance) + 1)) >> 32
}

/// What the header `Retry-After` asks for (RFC 9110 §10.2.3), in milliseconds from `now_ms` (Unix time in
/// milliseconds): whole seconds or a date in one of the three forms of §5.6.7.
///
/// A date in the past is 0, a number beyond [`MAX_SECONDS`] is that one; nothing for any other text.
#[must_use]
pub fn retry_after(text: &str, now_ms: u64) -> Option<u64> {
    let text = text.trim_ascii();
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return http_date::ahead(text, now_ms);
    }
    let seconds = text.bytes().fold(0, |n: u64, b| (n * 10 + u64::from(b - b'0')).min(MAX_SECONDS));
    Some(seconds * 1000)
}

/// The most seconds of a `Retry-After`: what RFC 9111 §1.2.2 lets an overflowing number of seconds be, 68 years.
pub const MAX_SECONDS: u64 = 1 << 31;

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
