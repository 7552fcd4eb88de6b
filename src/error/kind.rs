//! The kinds and codes of errors, with the fields that each kind always has: one table for Rust, JavaScript and its types.

use serde::{Serialize, Serializer};

/// Fields of every error that ends a call: see [`super::ErrorDetails`] for their meaning.
const CALL: &[&str] = &["endpoint", "url", "attempts", "elapsedMs"];
const ENDPOINT: &[&str] = &["endpoint"];
const PARAMETER: &[&str] = &["parameter"];
const STATUS: &[&str] = &["status"];
/// The record of a watched transfer; errors in JavaScript only.
const TRANSFER: &[&str] = &["transfer"];

/// A name with its description, a line each.
type Described<T> = (T, &'static str, &'static [&'static str]);

/// Declares each kind with the fields that its errors always have, and with its codes.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident = $name:literal has [$($fields:ident)*] {
        $($(#[doc = $code_doc:literal])+ $code:ident = $code_name:literal,)+
    })+) => {
        /// The class of an error: what a program branches on.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[doc = $doc])+ $kind,)+
        }

        impl ErrorKind {
            /// Every kind with its name and description.
            pub const ALL: &'static [Described<Self>] = &[$((Self::$kind, $name, &[$($doc),+]),)+];

            /// The stable name, `kind` in JavaScript.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$kind => $name,)+ }
            }

            /// The fields, by their names in JavaScript, that every error of this kind has, beside those that are never
            /// absent.
            ///
            /// ```
            /// use ethereal_query::ErrorKind;
            /// assert!(ErrorKind::RateLimited.fields().any(|field| field == "status"));
            /// ```
            pub fn fields(self) -> impl Iterator<Item = &'static str> {
                let groups: &'static [&'static [&'static str]] = match self { $(Self::$kind => &[$($fields),*],)+ };
                groups.iter().copied().flatten().copied()
            }
        }

        /// What went wrong, finer than the kind: `invalid_json` and `too_deep` are both of kind `decode`.
        ///
        /// ```
        /// use ethereal_query::{ErrorCode, ErrorKind};
        /// assert_eq!(ErrorCode::TooDeep.as_str(), "too_deep");
        /// assert_eq!(ErrorCode::TooDeep.kind(), ErrorKind::Decode);
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum ErrorCode {
            $($($(#[doc = $code_doc])+ $code,)+)+
        }

        impl ErrorCode {
            /// Every code with its name and description.
            pub const ALL: &'static [Described<Self>] =
                &[$($((Self::$code, $code_name, &[$($code_doc),+]),)+)+];

            /// The stable name, `code` in JavaScript.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $($(Self::$code => $code_name,)+)+ }
            }

            /// The kind that the code belongs to.
            #[must_use]
            pub fn kind(self) -> ErrorKind {
                match self { $($(Self::$code)|+ => ErrorKind::$kind,)+ }
            }
        }
    };
}

kinds! {
    /// A parameter or option breaks a rule; nothing was sent.
    InvalidArgument = "invalid_argument" has [PARAMETER] {
        /// A parameter or option breaks its rule.
        InvalidArgument = "invalid_argument",
        /// The function `apiKey` threw or rejected; `cause` is its error.
        ApiKeyUnavailable = "api_key_unavailable",
    }
    /// The caller's signal ended the call; `cause` is its reason.
    Aborted = "aborted" has [ENDPOINT] {
        /// The caller's signal ended the call.
        Aborted = "aborted",
    }
    /// `timeoutMs` or `deadlineMs` ran out.
    Timeout = "timeout" has [ENDPOINT] {
        /// `timeoutMs` of an attempt ran out.
        AttemptTimeout = "attempt_timeout",
        /// `deadlineMs` of a call ran out.
        DeadlineExceeded = "deadline_exceeded",
        /// `timeoutMs` of a watch ran out.
        WaitTimeout = "wait_timeout",
    }
    /// No complete answer came: no connection, a truncated body, or, in browsers, an answer without CORS headers.
    Network = "network" has [CALL] {
        /// No complete answer came.
        Network = "network",
    }
    /// The service redirected; a key is never sent on to another place.
    RedirectBlocked = "redirect_blocked" has [CALL] {
        /// The service redirected.
        RedirectBlocked = "redirect_blocked",
    }
    /// Status 400: the service refuses the request.
    BadRequest = "bad_request" has [CALL STATUS] {
        /// Status 400.
        BadRequest = "bad_request",
    }
    /// The key is missing, unknown or revoked.
    Unauthenticated = "unauthenticated" has [CALL STATUS] {
        /// The service does not accept the key.
        Unauthenticated = "unauthenticated",
    }
    /// Status 403 where no key is used.
    Forbidden = "forbidden" has [CALL STATUS] {
        /// Status 403 where no key is used.
        Forbidden = "forbidden",
    }
    /// Status 404: no such token, or no such service at the base URL.
    NotFound = "not_found" has [ENDPOINT] {
        /// Status 404.
        NotFound = "not_found",
        /// A watched transfer was not found for longer than `notFoundGraceMs`.
        TransferNotFound = "transfer_not_found",
    }
    /// Status 429: too many requests.
    RateLimited = "rate_limited" has [CALL STATUS] {
        /// Status 429.
        RateLimited = "rate_limited",
    }
    /// Status 5xx: the service failed.
    Server = "server" has [CALL STATUS] {
        /// Status 5xx.
        Server = "server",
    }
    /// Any other status.
    UnexpectedStatus = "unexpected_status" has [CALL STATUS] {
        /// A status that has no kind of its own.
        UnexpectedStatus = "unexpected_status",
    }
    /// The body is not JSON or not what the specification describes; `pointer` says where.
    Decode = "decode" has [ENDPOINT] {
        /// The body is not UTF-8.
        InvalidUtf8 = "invalid_utf8",
        /// The body is not JSON.
        InvalidJson = "invalid_json",
        /// The body is nested too deep.
        TooDeep = "too_deep",
        /// The body is not what the specification describes.
        UnexpectedShape = "unexpected_shape",
        /// A page that was asked for again has other records than those handed out by `stream`.
        PageChanged = "page_changed",
    }
    /// The body is larger than `maxBodyBytes`.
    ResponseTooLarge = "response_too_large" has [CALL] {
        /// The body is larger than `maxBodyBytes`.
        ResponseTooLarge = "response_too_large",
    }
    /// The service gave the same cursor twice, so the list would never end.
    PaginationStalled = "pagination_stalled" has [ENDPOINT] {
        /// The service gave the same cursor twice.
        PaginationStalled = "pagination_stalled",
    }
    /// A watched transfer failed (status `error`), or waits for a person and the watch was to stop there.
    TransferFailed = "transfer_failed" has [ENDPOINT TRANSFER] {
        /// The status of the transfer is `error`.
        TransferFailed = "transfer_failed",
        /// The status of the transfer is `manual`, and `onManual` is `"stop"`.
        ManualActionRequired = "manual_action_required",
    }
    /// A defect of this package.
    Internal = "internal" has [] {
        /// A defect; the next call works.
        Internal = "internal",
        /// The WebAssembly cannot be loaded or started.
        InitFailed = "init_failed",
        /// `init` of `ethereal-query/external` was not awaited.
        NotInitialized = "not_initialized",
    }
}

impl Serialize for ErrorKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
