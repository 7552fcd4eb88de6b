//! Why a call has failed without another retry.

use serde::{Serialize, Serializer};

/// Declares each reason: its description, its name in JavaScript, and its words in the message of an error.
macro_rules! reasons {
    ($(#[doc = $docs:literal])+ $reasons:ident {
        $($(#[doc = $doc:literal])+ $reason:ident = $name:literal, $explanation:literal;)+
    }) => {
        $(#[doc = $docs])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $reasons {
            $($(#[doc = $doc])+ $reason,)+
        }

        impl $reasons {
            /// The lines of the doc comment, which `GaveUp` of TypeScript has too.
            pub const DOCS: &'static [&'static str] = &[$($docs),+];

            /// All reasons with their names in JavaScript and the lines of their descriptions.
            pub const ALL: &'static [(Self, &'static str, &'static [&'static str])] =
                &[$((Self::$reason, $name, &[$($doc),+]),)+];

            /// Returns the stable name, which is `gaveUp` in JavaScript.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$reason => $name,)+ }
            }

            /// Returns the end of a sentence in the message of an error whose response has a
            /// `Retry-After`. The sentence begins with `The service asks for a wait of 9 s, `.
            pub(crate) fn explain(self) -> &'static str {
                match self { $(Self::$reason => $explanation,)+ }
            }
        }
    };
}

reasons! {
    /// The reason that the client does not retry. If several reasons apply, the first in this order
    /// counts.
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
    GiveUpReason {
        /// The same request would fail again.
        Permanent = "permanent", "and the same request would fail again";
        /// The client has retried `max_retries` times.
        Attempts = "attempts_used", "and the retries are used up";
        /// `Retry-After` is longer than `max_retry_after_ms`.
        RetryAfter = "retry_after_too_long", "longer than maxRetryAfterMs allows";
        /// The budget has fewer tokens than the retry costs.
        Budget = "budget_exhausted", "and the retry budget is empty";
        /// The delay would end after the deadline.
        Deadline = "deadline", "longer than deadlineMs allows";
    }
}

impl Serialize for GiveUpReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
