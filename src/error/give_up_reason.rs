//! Why a call has failed without another retry.

use serde::{Serialize, Serializer};

/// The reason that the client does not retry. If several reasons apply, the first in this order counts.
///
/// ```
/// use ethereal_query::retry::GiveUpReason;
/// assert_eq!(GiveUpReason::Attempts.as_str(), "attempts_used");
/// ```
/// ```ts
/// const fetch = async () => new Response("", { status: 429, headers: { "retry-after": "3600" } });
/// const client = new Client({ baseUrl: "https://api.example.com", apiKey, fetch });
/// const error: EtherealQueryError = await client.project().catch((error) => error);
/// const reason: GaveUp | undefined = error.gaveUp;
/// console.log(reason, error.retryAfterMs); // retry_after_too_long 3600000
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GiveUpReason {
    /// The same request would fail again.
    Permanent,
    /// The client has retried `max_retries` times.
    Attempts,
    /// `Retry-After` is longer than `max_retry_after_ms`.
    RetryAfter,
    /// The budget has fewer tokens than the retry costs.
    Budget,
    /// The delay would end after the deadline.
    Deadline,
}

impl Serialize for GiveUpReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl GiveUpReason {
    /// Returns the stable name, which is `gaveUp` in JavaScript.
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

    /// Describes the reason in the message of an error whose response has a `Retry-After`.
    pub(crate) fn explain(self) -> &'static str {
        match self {
            Self::Permanent => "and the same request would fail again",
            Self::Attempts => "and the retries are used up",
            Self::RetryAfter => "longer than maxRetryAfterMs allows",
            Self::Budget => "and the retry budget is empty",
            Self::Deadline => "longer than deadlineMs allows",
        }
    }
}
