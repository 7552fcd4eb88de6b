//! What a host brings: a way to send one request, and a clock.

use crate::Error;
use std::{fmt, future::Future};

/// One GET request.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// Absolute URL.
    pub url: String,
    /// Value of the header `x-api-key`. A request that has one must not follow a redirect to another origin.
    pub api_key: Option<String>,
}

impl fmt::Debug for Request {
    /// Never shows the key: transports log requests.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let api_key = self.api_key.as_ref().map(|_| "[api key]");
        f.debug_struct("Request").field("url", &self.url).field("api_key", &api_key).finish()
    }
}

/// Sends requests. Dropping the future, or the response, ends the exchange.
pub trait Transport {
    /// A response whose body has not been read yet.
    type Response: HttpResponse;

    /// Sends one request; resolves when status and headers have arrived.
    ///
    /// # Errors
    /// [`Error::network`] or [`Error::redirect_blocked`]. A status is never an error here. The client enforces the time
    /// limits.
    fn send(&self, request: &Request) -> impl Future<Output = Result<Self::Response, Error>>;
}

/// A response whose body is read in chunks.
pub trait HttpResponse {
    /// Status code.
    fn status(&self) -> u16;

    /// Value of the header `name` (lower case); `None` when it is absent.
    fn header(&self, name: &str) -> Option<String>;

    /// All headers, names in lower case.
    fn headers(&self) -> Vec<(String, String)>;

    /// Appends the next chunk of the decoded body to `body`; resolves to `false` at the end of the body.
    ///
    /// # Errors
    /// [`Error::network`] when the connection breaks off. [`Error::too_large`] when `body` would exceed `max_body_bytes`,
    /// before the chunk is copied.
    fn read_chunk(&mut self, body: &mut Vec<u8>, max_body_bytes: u32) -> impl Future<Output = Result<bool, Error>>;
}

/// A response that is in memory as a whole, for transports without streaming.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Response {
    /// Status code.
    pub status: u16,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body, decoded.
    pub body: Vec<u8>,
}

impl HttpResponse for Response {
    fn status(&self) -> u16 {
        self.status
    }

    fn header(&self, name: &str) -> Option<String> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
    }

    fn headers(&self) -> Vec<(String, String)> {
        self.headers.clone()
    }

    async fn read_chunk(&mut self, body: &mut Vec<u8>, max_body_bytes: u32) -> Result<bool, Error> {
        let chunk = std::mem::take(&mut self.body);
        if body.len() + chunk.len() > max_body_bytes as usize {
            return Err(Error::too_large(max_body_bytes));
        }
        body.extend_from_slice(&chunk);
        Ok(!chunk.is_empty())
    }
}

/// Time and randomness.
pub trait Clock {
    /// Milliseconds on a clock that never goes back, with fractions.
    fn now_ms(&self) -> f64;

    /// Milliseconds since 1970, for a `Retry-After` that is a date.
    fn unix_ms(&self) -> u64;

    /// A random number, uniform over all values.
    fn random(&self) -> u32;

    /// Waits `ms` milliseconds.
    fn sleep(&self, ms: u32) -> impl Future<Output = ()>;
}
