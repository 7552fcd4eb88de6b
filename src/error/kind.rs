//! The kinds and codes of errors, and the fields that each kind always has: one table for Rust and TypeScript.

use serde::{Serialize, Serializer};

// Groups of fields, which the table below combines. `ErrorDetails` describes the fields.

/// The fields of the kinds whose errors all come from a call to the service. `aborted`, `timeout`
/// and `not_found` also come from a watch, and `decode` also from the conversion to a Rust type.
const CALL: &[&str] = &["endpoint", "url", "attempts", "elapsedMs"];
const ENDPOINT: &[&str] = &["endpoint"];
const PARAMETER: &[&str] = &["parameter"];
const STATUS: &[&str] = &["status"];
/// The record of a watched transfer, which only errors in JavaScript have.
const TRANSFER: &[&str] = &["transfer"];

/// A kind or code, its name, and the lines of its description.
type Described<T> = (T, &'static str, &'static [&'static str]);

/// Declares each kind with the fields that its errors always have, and with its codes.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $kind:ident = $name:literal has [$($fields:ident)*] {
        $($(#[doc = $code_doc:literal])+ $code:ident = $code_name:literal,)+
    })+) => {
        /// The class of an error, on which a program branches.
        ///
        /// ```
        /// use ethereal_query::{ErrorKind, TokenId};
        /// let error = "-1".parse::<TokenId>().unwrap_err();
        /// assert_eq!((error.kind, error.kind.as_str()), (ErrorKind::InvalidArgument, "invalid_argument"));
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $($(#[doc = $doc])+ $kind,)+
        }

        impl ErrorKind {
            /// All kinds with their names and descriptions.
            pub const ALL: &'static [Described<Self>] = &[$((Self::$kind, $name, &[$($doc),+]),)+];

            /// Returns the stable name, which is `kind` in JavaScript.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$kind => $name,)+ }
            }

            /// Returns the optional fields, by their names in JavaScript, that every error of this kind has.
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

        /// The exact reason of an error. A kind has one or more codes: `invalid_json` and `too_deep` are of kind
        /// `decode`.
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
            /// All codes with their names and descriptions.
            pub const ALL: &'static [Described<Self>] =
                &[$($((Self::$code, $code_name, &[$($code_doc),+]),)+)+];

            /// Returns the stable name, which is `code` in JavaScript.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $($(Self::$code => $code_name,)+)+ }
            }

            /// Returns the kind of the code.
            #[must_use]
            pub fn kind(self) -> ErrorKind {
                match self { $($(Self::$code)|+ => ErrorKind::$kind,)+ }
            }
        }
    };
}

kinds! {
    /// A parameter or option breaks a rule; the client sent nothing.
    InvalidArgument = "invalid_argument" has [PARAMETER] {
        /// A parameter or option breaks its rule.
        InvalidArgument = "invalid_argument",
        /// The function `apiKey` threw or rejected; `cause` is its error.
        ApiKeyUnavailable = "api_key_unavailable",
    }
    /// The caller's signal aborted the call; `cause` is its reason.
    Aborted = "aborted" has [ENDPOINT] {
        /// The caller's signal aborted the call.
        Aborted = "aborted",
    }
    /// `timeoutMs` or `deadlineMs` has passed.
    Timeout = "timeout" has [ENDPOINT] {
        /// `timeoutMs` of an attempt has passed.
        AttemptTimeout = "attempt_timeout",
        /// `deadlineMs` of a call has passed.
        DeadlineExceeded = "deadline_exceeded",
        /// `timeoutMs` of a watch has passed.
        WaitTimeout = "wait_timeout",
    }
    /// No complete response arrived: no connection, a truncated body, or in a browser no CORS headers.
    Network = "network" has [CALL] {
        /// No complete response arrived.
        Network = "network",
    }
    /// The service redirected the request; the client sends an API key to no other place.
    RedirectBlocked = "redirect_blocked" has [CALL] {
        /// The service redirected the request.
        RedirectBlocked = "redirect_blocked",
    }
    /// Status 400: the service rejected the request.
    BadRequest = "bad_request" has [CALL STATUS] {
        /// Status 400.
        BadRequest = "bad_request",
    }
    /// The key is missing, unknown or revoked.
    Unauthenticated = "unauthenticated" has [CALL STATUS] {
        /// The service rejected the key.
        Unauthenticated = "unauthenticated",
    }
    /// Status 403 that is not about the key: for a token, from a proxy, or from a firewall.
    Forbidden = "forbidden" has [CALL STATUS] {
        /// Status 403 for a request without a key: a token, or a call through a proxy.
        Forbidden = "forbidden",
        /// Status 403 with a web page or a text, which a firewall or a bot protection sends instead of the service.
        RequestBlocked = "request_blocked",
    }
    /// Status 404: no such token, or no such service at the base URL.
    NotFound = "not_found" has [ENDPOINT] {
        /// Status 404.
        NotFound = "not_found",
        /// A watched transfer was not found for longer than `notFoundGraceMs`.
        TransferNotFound = "transfer_not_found",
    }
    /// Status 422 of a token: it has no document that can be read. `serverMessage` describes the content at its URI.
    InvalidDocument = "invalid_document" has [CALL STATUS] {
        /// Status 422 of a token.
        InvalidDocument = "invalid_document",
    }
    /// Too many requests: status 429, or 403 with `Retry-After` or a message about a rate limit.
    RateLimited = "rate_limited" has [CALL STATUS] {
        /// Too many requests.
        RateLimited = "rate_limited",
    }
    /// Status 5xx: the service failed.
    Server = "server" has [CALL STATUS] {
        /// Status 5xx.
        Server = "server",
    }
    /// Any other status.
    UnexpectedStatus = "unexpected_status" has [CALL STATUS] {
        /// A status that no other kind covers.
        UnexpectedStatus = "unexpected_status",
    }
    /// The body is not JSON or does not match the specification; `pointer` is the place.
    Decode = "decode" has [ENDPOINT] {
        /// The body is not UTF-8.
        InvalidUtf8 = "invalid_utf8",
        /// The body is not JSON.
        InvalidJson = "invalid_json",
        /// The body is nested too deeply.
        TooDeep = "too_deep",
        /// The body does not match the specification.
        UnexpectedShape = "unexpected_shape",
    }
    /// The body is larger than `maxBodyBytes`.
    ResponseTooLarge = "response_too_large" has [CALL] {
        /// The body is larger than `maxBodyBytes`.
        ResponseTooLarge = "response_too_large",
    }
    /// The service returned the same cursor twice, so the list would never end.
    PaginationStalled = "pagination_stalled" has [ENDPOINT] {
        /// The service returned the same cursor twice.
        PaginationStalled = "pagination_stalled",
    }
    /// A watched transfer failed (status `error`), or waits for manual action and the watch stops there.
    TransferFailed = "transfer_failed" has [ENDPOINT TRANSFER] {
        /// The status of the transfer is `error`.
        TransferFailed = "transfer_failed",
        /// The status of the transfer is `manual`, and `onManual` is `"stop"`.
        ManualActionRequired = "manual_action_required",
    }
    /// A defect of this package.
    Internal = "internal" has [] {
        /// A defect. The next call works.
        Internal = "internal",
        /// The WebAssembly module cannot be loaded or started.
        InitFailed = "init_failed",
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
