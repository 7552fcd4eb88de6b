//! The traits that a host implements: [`Transport`] sends one request, [`Clock`] tells the time and waits.

use crate::{error::Error, headers::Headers};
use std::future::Future;

/// One GET request. Its debug text shows no value of a header, because transports log requests. See the example of
/// [`Transport`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// The absolute URL.
    pub url: String,
    /// The headers that the caller adds, and `x-api-key` if the endpoint needs a key.
    pub headers: Headers,
    /// Whether an HTTP cache must ask the service before it uses a stored response. This is true
    /// for every call that needs a key: a poll needs the current record, and a cache does not know
    /// which key a stored response belongs to.
    pub revalidates: bool,
}

impl Request {
    /// Returns whether the request may follow a redirect. A request with a header that may be a
    /// credential must not, because a redirect could send the credential to another origin.
    #[must_use]
    pub fn may_redirect(&self) -> bool {
        self.headers.secrets().next().is_none()
    }
}

/// Sends requests. Dropping the future or the response cancels the request.
///
/// ```
/// use ethereal_query::{Error, Request, Response, Transport};
///
/// /// Responds to every request with an empty object.
/// struct EmptyObject;
///
/// impl Transport for EmptyObject {
///     type Response = Response;
///
///     async fn send(&self, request: &Request) -> Result<Response, Error> {
///         if !request.url.starts_with("https:") {
///             return Err(Error::network("Network error: this transport needs TLS."));
///         }
///         Ok(Response { status: 200, body: b"{}".to_vec(), ..Response::default() })
///     }
/// }
/// ```
pub trait Transport {
    /// A response whose body has not been read yet.
    type Response: HttpResponse;

    /// Sends one request. Resolves when the status and the headers have arrived.
    ///
    /// # Errors
    /// [`Error::network`] or [`Error::redirect_blocked`]. A status of failure is not an error here, and
    /// [`crate::Client`] enforces the time limits.
    fn send(&self, request: &Request) -> impl Future<Output = Result<Self::Response, Error>>;
}

/// A response whose body is read in chunks.
///
/// ```
/// use ethereal_query::{HttpResponse, Response};
/// let headers = vec![("x-request-id".to_owned(), "r-1".to_owned())];
/// let response = Response { status: 503, headers, ..Response::default() };
/// assert_eq!((response.status(), response.header("x-request-id").as_deref()), (503, Some("r-1")));
/// ```
pub trait HttpResponse {
    /// Returns the status code.
    fn status(&self) -> u16;

    /// Returns the value of the header `name` (lower case); `None` when it is absent.
    fn header(&self, name: &str) -> Option<String>;

    /// Returns all headers, with names in lower case.
    fn headers(&self) -> Vec<(String, String)>;

    /// Appends the next chunk of the decoded body to `body`; resolves to `false` at the end of the body.
    ///
    /// # Errors
    /// [`Error::network`] when the connection is lost. [`Error::too_large`], before the chunk is copied, when `body`
    /// would exceed `max_body_bytes`.
    fn read_chunk(
        &mut self,
        body: &mut Vec<u8>,
        max_body_bytes: u32,
    ) -> impl Future<Output = Result<bool, Error>>;
}

/// A response that is complete in memory, for transports without streaming.
///
/// ```
/// use ethereal_query::Response;
/// let response = Response { status: 200, body: b"{}".to_vec(), ..Response::default() };
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body, after decompression.
    pub body: Vec<u8>,
}

impl HttpResponse for Response {
    fn status(&self) -> u16 {
        self.status
    }

    fn header(&self, name: &str) -> Option<String> {
        self.headers
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.clone())
    }

    fn headers(&self) -> Vec<(String, String)> {
        self.headers.clone()
    }

    async fn read_chunk(&mut self, body: &mut Vec<u8>, max_body_bytes: u32) -> Result<bool, Error> {
        // The first call takes the whole body, so the second call returns the end.
        let chunk = std::mem::take(&mut self.body);
        if body.len() + chunk.len() > max_body_bytes as usize {
            return Err(Error::too_large(max_body_bytes));
        }
        body.extend_from_slice(&chunk);
        Ok(!chunk.is_empty())
    }
}

/// Tells the time, waits, and draws random numbers.
///
/// ```
/// use ethereal_query::Clock;
/// use std::time::{Instant, SystemTime, UNIX_EPOCH};
/// # fn random_u32() -> u32 { 4 }
/// # async fn timer(_: std::time::Duration) {}
///
/// struct SystemClock {
///     started: Instant,
/// }
///
/// impl Clock for SystemClock {
///     fn now_ms(&self) -> f64 {
///         self.started.elapsed().as_secs_f64() * 1000.0
///     }
///
///     fn unix_ms(&self) -> u64 {
///         SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
///     }
///
///     fn random(&self) -> u32 {
///         random_u32()
///     }
///
///     async fn sleep(&self, ms: u32) {
///         timer(std::time::Duration::from_millis(ms.into())).await;
///     }
/// }
/// ```
pub trait Clock {
    /// Returns the milliseconds of a monotonic clock, with fractions.
    fn now_ms(&self) -> f64;

    /// Returns the Unix time in milliseconds. The client needs it for a `Retry-After` that is a date.
    fn unix_ms(&self) -> u64;

    /// Returns a random number, uniform over all of `u32`.
    fn random(&self) -> u32;

    /// Waits `ms` milliseconds.
    fn sleep(&self, ms: u32) -> impl Future<Output = ()>;
}
