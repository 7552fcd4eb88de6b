//! The call path, written once: URL, key, time limits, status, decoding.
//!
//! The client knows no network and no clock: a [`Transport`] carries one request, a [`Timer`] waits, a [`KeySource`]
//! gives the key. The retry decision of a later version belongs between [`Client::call`] and `attempt`.

use crate::{
    BaseUrl, Call, Endpoint, Error,
    error::{hide, hide_in},
    json::{self, Checked},
    rules,
    status::failure,
};
use std::{
    future::{Future, poll_fn},
    pin::pin,
    task::Poll,
};

/// One GET request.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// Absolute URL.
    pub url: String,
    /// Value of the header `x-api-key`. A request that has one must not be redirected.
    pub api_key: Option<String>,
    /// Most bytes of the body, decoded, before the transport gives up.
    pub max_body_bytes: u32,
}

/// One answer, whatever its status.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Response {
    /// Status code.
    pub status: u16,
    /// Value of the header `retry-after`.
    pub retry_after: Option<String>,
    /// The body, decoded.
    pub body: Vec<u8>,
}

/// Carries a request and brings the answer. Dropping the future ends the exchange.
pub trait Transport {
    /// Sends once.
    ///
    /// # Errors
    /// `network`, `redirect_blocked` or `response_too_large`; a status is never an error here.
    fn send(&self, request: &Request) -> impl Future<Output = Result<Response, Error>>;
}

/// Waits.
pub trait Timer {
    /// Ends after `ms` milliseconds. Dropping the future ends the wait.
    fn sleep(&self, ms: u32) -> impl Future<Output = ()>;
}

/// Gives the API key of a call.
pub trait KeySource {
    /// The key, `None` when there is none.
    ///
    /// # Errors
    /// Whatever kept the host program from giving one.
    fn api_key(&self) -> impl Future<Output = Result<Option<String>, Error>>;
}

/// Limits of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// One attempt, headers and body, in milliseconds.
    pub timeout_ms: u32,
    /// Everything, in milliseconds.
    pub deadline_ms: u32,
    /// Bytes of a decoded body.
    pub max_body_bytes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { timeout_ms: 10_000, deadline_ms: 30_000, max_body_bytes: 10 << 20 }
    }
}

/// Makes calls over the world `W`.
#[derive(Debug, Clone)]
pub struct Client<W> {
    /// Where the service is.
    pub base: BaseUrl,
    /// Limits of each call.
    pub limits: Limits,
    /// The world: network, clock and key.
    pub world: W,
}

impl<W: Transport + Timer + KeySource> Client<W> {
    /// Makes one call and gives its typed answer.
    ///
    /// # Errors
    /// Every [`crate::ErrorKind`] but `aborted` and `pagination_stalled`; the class says which.
    pub async fn get<E: Endpoint>(&self, endpoint: &E) -> Result<E::Output, Error> {
        let checked = self.call(&endpoint.call()).await?;
        E::output(&checked).map_err(|error| error.of(E::NAME))
    }

    /// Makes one call and gives its checked text.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub async fn call(&self, call: &Call) -> Result<Checked, Error> {
        let limit = self.limits.deadline_ms;
        match within(self.attempt(call), self.world.sleep(limit)).await {
            Some(Ok(checked)) => Ok(checked),
            Some(Err(error)) => Err(error.of(call.name)),
            None => Err(Error::timeout("deadline_exceeded", "deadlineMs", limit).of(call.name)),
        }
    }

    async fn attempt(&self, call: &Call) -> Result<Checked, Error> {
        let api_key = self.key(call).await?;
        let request =
            Request { url: self.base.join(&call.target), api_key, max_body_bytes: self.limits.max_body_bytes };
        let limit = self.limits.timeout_ms;
        let answer = within(self.world.send(&request), self.world.sleep(limit)).await;
        let key = request.api_key.as_deref().unwrap_or_default();
        match answer {
            None => Err(Error::timeout("attempt_timeout", "timeoutMs", limit)),
            Some(Err(error)) => Err(error.without(key)),
            Some(Ok(answer)) => read(call, answer, key),
        }
    }

    async fn key(&self, call: &Call) -> Result<Option<String>, Error> {
        if !call.keyed {
            return Ok(None);
        }
        let Some(key) = self.world.api_key().await? else {
            let message = "`apiKey` is missing: this call needs one; pass it to `new Client({ apiKey })`.";
            return Err(Error::refused("apiKey", message));
        };
        if (rules::API_KEY.canonical)(&key).is_some() { Ok(Some(key)) } else { Err(bad_key()) }
    }
}

/// The error for a key no header can carry; it does not show the key.
pub(crate) fn bad_key() -> Error {
    Error::refused(
        "apiKey",
        ["`apiKey` is not usable (its value is not shown): it must be ", rules::API_KEY.words, "."].concat(),
    )
}

/// The outcome of an answer: its checked text, or the error its status or body stands for, which never shows `key`.
fn read(call: &Call, mut answer: Response, key: &str) -> Result<Checked, Error> {
    let reading = call.reading;
    if reading.absent && answer.status == 404 {
        // What an endpoint reads as "there is none".
        answer.body = b"null".to_vec();
    } else if !(200..300).contains(&answer.status) {
        answer.body = hide(&answer.body, key);
        return Err(failure(call.keyed, &answer));
    } else if call.keyed && json::message(&answer.body, true).is_some() {
        // The specification gives no status for a bad key: some services answer 200 with nothing but a message.
        let said = json::message(&hide(&answer.body, key), true);
        return Err(crate::status::key_refused(answer.status, said.as_deref()));
    }
    json::check(answer.body, reading.depth, reading.big, reading.read).map_err(|(mut problem, body)| {
        problem.pointer = hide_in(&problem.pointer, key);
        Error::decode(&problem, &hide(&body, key), answer.status)
    })
}

/// The output of `work`, or nothing when `limit` ends first. An output that is there wins over a limit that has passed.
pub(crate) async fn within<T>(work: impl Future<Output = T>, limit: impl Future<Output = ()>) -> Option<T> {
    let (mut work, mut limit) = (pin!(work), pin!(limit));
    poll_fn(|cx| {
        if let Poll::Ready(output) = work.as_mut().poll(cx) {
            return Poll::Ready(Some(output));
        }
        limit.as_mut().poll(cx).map(|()| None)
    })
    .await
}

#[cfg(all(test, not(target_arch = "wasm32")))]
pub(crate) mod tests;
