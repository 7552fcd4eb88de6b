//! A transport for native programs, over reqwest's client and Tokio's timers.

use super::{Clock, HttpResponse, Request, Transport};
use crate::error::Error;
use reqwest::{ClientBuilder, header::HeaderValue, redirect::Policy};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Sends requests with [`reqwest`]. Needs Tokio, and a TLS feature of reqwest for `https:` URLs.
///
/// ```
/// use ethereal_query::{BaseUrl, Client, Config, ReqwestTransport};
/// let config = Config::new(BaseUrl::parse("https://api.example.com")?).with_api_key("q9/Tn…");
/// let client = Client::new(config, ReqwestTransport::new()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ReqwestTransport {
    /// For requests that may follow a redirect.
    client: reqwest::Client,
    /// For requests with an API key or headers of the caller.
    client_without_redirects: reqwest::Client,
    started: Instant,
}

impl ReqwestTransport {
    /// Creates a transport with reqwest's defaults.
    ///
    /// # Errors
    /// The errors of [`ClientBuilder::build`].
    pub fn new() -> Result<Self, reqwest::Error> {
        Self::with_builder(ClientBuilder::new)
    }

    /// Creates a transport with clients from `builder`, which can set a proxy, a user agent or certificates.
    ///
    /// Requests with an API key or with headers of the caller follow no redirects, even if `builder` sets another
    /// policy. [`crate::Client`] enforces the time limits.
    ///
    /// # Errors
    /// The errors of [`ClientBuilder::build`].
    pub fn with_builder(builder: impl Fn() -> ClientBuilder) -> Result<Self, reqwest::Error> {
        Ok(Self {
            client: builder().build()?,
            client_without_redirects: builder().redirect(Policy::none()).build()?,
            started: Instant::now(),
        })
    }
}

impl Transport for ReqwestTransport {
    type Response = ReqwestResponse;

    async fn send(&self, request: &Request) -> Result<ReqwestResponse, Error> {
        let client = if request.may_redirect() {
            &self.client
        } else {
            &self.client_without_redirects
        };
        let mut builder = client.get(&request.url);
        for (name, value) in request.headers.iter() {
            // The conversion never fails: `Headers` has only valid values.
            let mut value = HeaderValue::from_str(value).map_err(|_| Error::unusable_api_key())?;
            // reqwest leaves sensitive values out of its debug texts and logs.
            value.set_sensitive(true);
            builder = builder.header(name, value);
        }
        let response = builder.send().await.map_err(network_error)?;
        if !request.may_redirect() && response.status().is_redirection() {
            return Err(Error::redirect_blocked());
        }
        Ok(ReqwestResponse(response))
    }
}

/// A response of [`ReqwestTransport`].
#[derive(Debug)]
pub struct ReqwestResponse(reqwest::Response);

impl HttpResponse for ReqwestResponse {
    fn status(&self) -> u16 {
        self.0.status().as_u16()
    }

    fn header(&self, name: &str) -> Option<String> {
        Some(self.0.headers().get(name)?.to_str().ok()?.to_owned())
    }

    fn headers(&self) -> Vec<(String, String)> {
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        self.0
            .headers()
            .iter()
            .map(|(name, value)| (name.as_str().to_owned(), text(value)))
            .collect()
    }

    async fn read_chunk(&mut self, body: &mut Vec<u8>, max_body_bytes: u32) -> Result<bool, Error> {
        let Some(chunk) = self.0.chunk().await.map_err(network_error)? else {
            return Ok(false);
        };
        if body.len() + chunk.len() > max_body_bytes as usize {
            return Err(Error::too_large(max_body_bytes));
        }
        body.extend_from_slice(&chunk);
        Ok(true)
    }
}

/// Creates the error of a request without a complete response. The URL is removed from the cause,
/// because the error already has the URL.
fn network_error(error: reqwest::Error) -> Error {
    let message = "Network error: no complete response (unreachable or connection lost).";
    Error::network(message).with_cause(error.without_url())
}

impl Clock for ReqwestTransport {
    fn now_ms(&self) -> f64 {
        self.started.elapsed().as_secs_f64() * 1000.0
    }

    fn unix_ms(&self) -> u64 {
        let since_1970 = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        since_1970.as_millis() as u64
    }

    fn random(&self) -> u32 {
        fastrand::u32(..)
    }

    async fn sleep(&self, ms: u32) {
        tokio::time::sleep(Duration::from_millis(ms.into())).await;
    }
}
