//! The limits of a call, each declared once.
//!
//! From the declaration, `limits!` makes the struct with its defaults, the function that reads the
//! options of JavaScript, and [`LIMITS`]. `npm run generate` writes the TypeScript types from
//! `LIMITS`.

use crate::rules::{Rule, integer_rule};

/// The rule of times. Timers of JavaScript wait at most 2^31-1 milliseconds.
pub(crate) const MILLISECONDS: Rule = integer_rule!("", 1, 2147483647, " (milliseconds)");
const RETRY_AFTER: Rule = integer_rule!("", 0, 2147483647, " (milliseconds)");
const RETRIES: Rule = integer_rule!(0, 10);
const BYTES: Rule = integer_rule!("", 1, 2147483647, " (bytes)");

/// The declaration of a limit, from which documents and TypeScript types are generated.
///
/// ```
/// use ethereal_query::{LIMITS, Limits};
/// assert_eq!((LIMITS[0].name, LIMITS[0].default), ("timeoutMs", Limits::DEFAULT.timeout_ms));
/// ```
#[derive(Debug)]
pub struct Limit {
    /// The name of the option in JavaScript.
    pub name: &'static str,
    /// The default.
    pub default: u32,
    /// The rule of the option, as an error message has it.
    pub expectation: &'static str,
    /// The lines of the doc comment. The first paragraph is the description in the documents.
    pub docs: &'static [&'static str],
}

/// Declares the limits: `field: "option of JavaScript" [RULE] = default`. In TypeScript, the
/// generated doc comment has the rule and the default at the end of the first paragraph.
macro_rules! limits {
    ($(#[doc = $docs:literal])+ $limits:ident { $(
        $(#[doc = $doc:literal])+
        $field:ident: $name:literal [$rule:ident] = $default:literal,
    )+ }) => {
        $(#[doc = $docs])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $limits { $(
            $(#[doc = $doc])+
            #[doc = ""]
            #[doc = concat!("Default: ", stringify!($default), ".")]
            pub $field: u32,
        )+ }

        impl $limits {
            /// The defaults.
            pub const DEFAULT: Self = Self { $($field: $default),+ };

            /// The lines of the doc comment, which `CallLimits` of TypeScript has too.
            pub const DOCS: &'static [&'static str] = &[$($docs),+];

            /// Reads each limit with `read`, which gets its name, its rule and its current value.
            #[cfg(all(target_arch = "wasm32", feature = "client"))]
            pub(crate) fn read<E>(self, read: impl Fn(&'static str, &Rule, u32) -> Result<u32, E>) -> Result<Self, E> {
                Ok(Self { $($field: read($name, &$rule, self.$field)?),+ })
            }
        }

        /// The limits of a call. See the example of [`Limit`].
        pub const LIMITS: &[Limit] = &[
            $(Limit { name: $name, default: $default, expectation: $rule.expectation, docs: &[$($doc),+] }),+
        ];
    };
}

limits! {
    /// The limits of a call: options of a client and of each call. A limit passed to a call overrides the client's limit.
    ///
    /// ```
    /// use ethereal_query::Limits;
    /// let limits = Limits { timeout_ms: 5_000, max_retries: 0, ..Limits::default() };
    /// assert_eq!(limits.deadline_ms, 30_000);
    /// ```
    /// ```ts
    /// const limits: CallLimits = { timeoutMs: 5_000, maxRetries: 0 };
    /// const client = new Client({ baseUrl: "https://api.example.com", apiKey, ...limits });
    /// console.log((await client.project({ maxRetries: 3 })).requestOwner); // demo
    /// ```
    Limits {
        /// The time limit of one attempt, headers and body included.
        timeout_ms: "timeoutMs" [MILLISECONDS] = 10_000,
        /// The time limit of one call: the key function, all attempts with their bodies, and the waits between them.
        deadline_ms: "deadlineMs" [MILLISECONDS] = 30_000,
        /// The maximum number of retries.
        ///
        /// The client retries network errors, attempts that time out, and temporary failures such
        /// as status 429 or 503. It does not retry if the response has the header
        /// `x-should-retry: false`. The wait is random. Its maximum is 200 ms before the first
        /// retry, or 1 s if the service throttles, and doubles with each further retry, up to 8 s.
        /// The wait is never shorter than `Retry-After`. All calls of a client share a retry
        /// budget, so that clients do not overload a service that is down.
        max_retries: "maxRetries" [RETRIES] = 2,
        /// The longest `Retry-After` that the client waits for. A longer `Retry-After` ends the
        /// call. The call also ends at once if the wait would end after the deadline.
        max_retry_after_ms: "maxRetryAfterMs" [RETRY_AFTER] = 30_000,
        /// The size limit of a body, after decompression.
        max_body_bytes: "maxBodyBytes" [BYTES] = 10_485_760,
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::Limits;

    impl Limits {
        /// The limits of tests, which stay as they are when a default changes.
        pub(crate) const OF_TESTS: Self = Self {
            timeout_ms: 10_000,
            deadline_ms: 30_000,
            max_retries: 2,
            max_retry_after_ms: 30_000,
            max_body_bytes: 10 << 20,
        };
    }
}
