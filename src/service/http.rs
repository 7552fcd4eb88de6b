//! Requests and responses without a network.

use crate::{Error, text::json_string};

/// A request as the service sees it.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// Method, upper case.
    pub method: &'a str,
    /// Path and query as sent: `/ethereals?page_size=2`.
    pub target: &'a str,
    /// Value of the header `x-api-key`.
    pub api_key: Option<&'a str>,
}

/// An answer; every one may be read by any web page (CORS).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Response {
    /// Status code.
    pub status: u16,
    /// Headers, names in lower case.
    pub headers: Vec<(&'static str, String)>,
    /// JSON text, or nothing.
    pub body: String,
}

/// Methods every endpoint answers, for `Allow` (RFC 9110 §10.2.1) and CORS.
const METHODS: &str = "GET, HEAD, OPTIONS";

impl Response {
    fn new(status: u16, body: String) -> Self {
        let headers = vec![
            ("access-control-allow-origin", "*".to_owned()),
            ("access-control-expose-headers", "ETag, Retry-After, X-Request-Id".to_owned()),
        ];
        Self { status, headers, body }
    }

    /// Status 200 with a JSON body.
    #[must_use]
    pub fn json(body: String) -> Self {
        Self::new(200, body).with("content-type", "application/json")
    }

    /// `{"message": …}`, the body of every failure.
    #[must_use]
    pub fn failure(status: u16, message: &str) -> Self {
        let body = ["{\"message\":", &json_string(message), "}"].concat();
        Self::new(status, body).with("content-type", "application/json")
    }

    /// Status 400 for a parameter that breaks its rule.
    pub(crate) fn refused(error: &Error) -> Self {
        Self::failure(400, &error.message)
    }

    /// Status 401, the same for a missing, an unknown and a revoked key.
    #[must_use]
    pub fn unauthenticated() -> Self {
        Self::failure(401, "Invalid API key.")
    }

    /// The answer to a preflight request: `x-api-key` may be sent.
    pub(crate) fn preflight() -> Self {
        let response = Self::new(204, String::new()).with("access-control-allow-methods", METHODS);
        response.with("access-control-allow-headers", "x-api-key").with("access-control-max-age", "7200")
    }

    /// Status 405.
    pub(crate) fn wrong_method(method: &str) -> Self {
        let shown = crate::text::quoted(method);
        Self::failure(405, &["The method ", &shown, " is not allowed here: use GET."].concat()).with("allow", METHODS)
    }

    /// The same with one more header.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }
}
