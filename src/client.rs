//! The call path, written once: URL, key, attempts, time limits, status, decoding.
//!
//! The client knows no network and no clock: a [`Transport`] carries one request, a [`Timer`] tells time and waits. What
//! is tried again, and when, is decided by [`crate::retry`].

use crate::{
    BaseUrl, Call, Endpoint, Error, Route,
    error::{hide, hide_in},
    json::{self, BigIntegers, Checked},
    retry::{FULL_BUDGET, Failure, Next, Policy, Retry, Stop},
    rules,
    status::failure,
};
use std::future::Future;

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
    /// Milliseconds for headers and body before the transport gives up.
    pub timeout_ms: u32,
}

/// One answer, whatever its status.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Response {
    /// Status code.
    pub status: u16,
    /// Value of the header `retry-after`.
    pub retry_after: Option<String>,
    /// When it came, in milliseconds since 1970, for a `retry-after` that is a date; not looked at without one.
    pub received_ms: u64,
    /// The body, decoded.
    pub body: Vec<u8>,
}

/// Carries a request and brings the answer. Dropping the future ends the exchange.
pub trait Transport {
    /// Sends once.
    ///
    /// # Errors
    /// [`Error::network`], [`Error::attempt_timeout`] after [`Request::timeout_ms`], [`Error::too_large`] and the like; a
    /// status is never an error here.
    fn send(&self, request: &Request) -> impl Future<Output = Result<Response, Error>>;

    /// What is left of the retries that all calls over this transport share, at first [`FULL_BUDGET`].
    fn budget(&self) -> u32 {
        FULL_BUDGET
    }

    /// Keeps what is left.
    fn set_budget(&self, _tokens: u32) {}
}

/// Time and chance.
pub trait Timer {
    /// Milliseconds on a clock that never goes back.
    fn now(&self) -> u64;

    /// A random number, uniform over all values.
    fn chance(&self) -> u32;

    /// Waits `ms` milliseconds before the next attempt, after one that failed with `error`.
    ///
    /// # Errors
    /// Whatever ends the call instead.
    fn wait(&self, ms: u32, error: &Error) -> impl Future<Output = Result<(), Error>>;
}

/// Limits of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// One attempt, headers and body, in milliseconds.
    pub timeout_ms: u32,
    /// Everything, waits included, in milliseconds.
    pub deadline_ms: u32,
    /// Bytes of a decoded body.
    pub max_body_bytes: u32,
    /// What is tried again.
    pub retry: Policy,
}

impl Default for Limits {
    fn default() -> Self {
        Self { timeout_ms: 10_000, deadline_ms: 30_000, max_body_bytes: 10 << 20, retry: Policy::default() }
    }
}

/// Makes calls over the world `W`.
#[derive(Debug, Clone)]
pub struct Client<W> {
    /// Where the service is.
    pub base: BaseUrl,
    /// The key; sent with the calls that need one, and only with them.
    pub api_key: Option<String>,
    /// Limits of each call.
    pub limits: Limits,
    /// The world: network and clock.
    pub world: W,
}

impl<W: Transport + Timer> Client<W> {
    /// Makes one call and gives its typed answer.
    ///
    /// # Errors
    /// Every [`crate::ErrorKind`] but `aborted`, `pagination_stalled` and those of watching; the class says which.
    pub async fn get<E: Endpoint>(&self, endpoint: &E) -> Result<E::Output, Error> {
        let checked = self.call(endpoint.call()).await?;
        E::output(&checked).map_err(|error| error.of(E::ROUTE.name))
    }

    /// Makes one call and gives its checked text, with what differs from the specification.
    ///
    /// # Errors
    /// As [`Client::get`].
    pub async fn call(&self, Call { route, target, exact }: Call) -> Result<Checked, Error> {
        let (url, api_key) = (self.base.join(&target), self.api_key.clone());
        let mut sending = Sending::new(route, exact, url, api_key, self.limits);
        sending.send(&self.world, self.world.now()).await
    }
}

/// A call on its way.
pub(crate) struct Sending {
    route: &'static Route,
    exact: bool,
    request: Request,
    limits: Limits,
}

impl Sending {
    pub(crate) fn new(
        route: &'static Route,
        exact: bool,
        url: String,
        api_key: Option<String>,
        limits: Limits,
    ) -> Self {
        let Limits { timeout_ms, max_body_bytes, .. } = limits;
        Self { route, exact, request: Request { url, api_key, max_body_bytes, timeout_ms }, limits }
    }

    /// Attempts until one answers or none may follow. `started` is when the call began, by the timer's clock.
    pub(crate) async fn send<W: Transport + Timer>(&mut self, world: &W, started: u64) -> Result<Checked, Error> {
        let Self { route, exact, request, limits } = self;
        let timeout_ms = limits.timeout_ms;
        check_key(route, &mut request.api_key).map_err(|error| error.of(route.name))?;
        let deadline_exceeded = || Error::timeout("deadline_exceeded", "deadlineMs", limits.deadline_ms);
        let mut retry = Retry::default();
        loop {
            let left = remaining(started, limits.deadline_ms, world);
            let outcome = if left == 0 {
                Err(deadline_exceeded())
            } else {
                request.timeout_ms = timeout_ms.min(left);
                let answer = world.send(request).await;
                let key = request.api_key.as_deref().unwrap_or_default();
                answer.map_err(|error| error.without(key)).and_then(|answer| read(route, *exact, answer, key))
            };
            let mut budget = world.budget();
            let mut error = match outcome {
                Ok(checked) => {
                    retry.succeeded(&mut budget);
                    world.set_budget(budget);
                    return Ok(checked);
                }
                Err(error) if error.code == "attempt_timeout" && request.timeout_ms < timeout_ms => deadline_exceeded(),
                Err(error) => error,
            };
            let left = remaining(started, limits.deadline_ms, world);
            let next = retry.failed(&limits.retry, &mut budget, &failed(&error), world.chance(), left.into());
            world.set_budget(budget);
            match next {
                Next::Wait { ms } => world.wait(ms, &error).await?,
                Next::Stop(stop) => {
                    error.gave_up = (stop != Stop::Permanent).then_some(stop);
                    return Err(error.of(route.name));
                }
            }
        }
    }
}

/// What is left of the deadline.
fn remaining(started: u64, deadline_ms: u32, timer: &impl Timer) -> u32 {
    let passed = timer.now().saturating_sub(started);
    deadline_ms.saturating_sub(u32::try_from(passed).unwrap_or(u32::MAX))
}

/// An error as the retry decision sees it.
fn failed(error: &Error) -> Failure {
    let throttled = error.status == Some(429) || (error.status == Some(503) && error.retry_after_ms.is_some());
    Failure { retryable: error.retryable, throttled, retry_after_ms: error.retry_after_ms }
}

/// Takes the key away where none is needed, and refuses what no header can carry.
fn check_key(route: &Route, key: &mut Option<String>) -> Result<(), Error> {
    if !route.keyed {
        *key = None;
        return Ok(());
    }
    match key {
        Some(key) if (rules::API_KEY.canonical)(key).is_some() => Ok(()),
        Some(_) => Err(bad_key()),
        None => {
            let message = "`apiKey` is missing: this call needs one; pass it to `new Client({ apiKey })`.";
            Err(Error::refused("apiKey", message))
        }
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
fn read(route: &Route, exact: bool, mut answer: Response, key: &str) -> Result<Checked, Error> {
    let reading = route.reading;
    if reading.absent && answer.status == 404 {
        // What an endpoint reads as "there is none".
        answer.body = b"null".to_vec();
    } else if !(200..300).contains(&answer.status) {
        answer.body = hide(&answer.body, key);
        return Err(failure(route.keyed, &answer));
    } else if route.keyed && json::message(&answer.body, true).is_some() {
        // The specification gives no status for a bad key: some services answer 200 with nothing but a message.
        let said = json::message(&hide(&answer.body, key), true);
        return Err(crate::status::key_refused(answer.status, said.as_deref()));
    }
    let big = if exact { BigIntegers::Tag } else { reading.big };
    json::check(answer.body, reading.depth, big, reading.read).map_err(|(mut problem, body)| {
        problem.pointer = hide_in(&problem.pointer, key);
        Error::decode(&problem, &hide(&body, key), answer.status)
    })
}

#[cfg(all(test, not(target_arch = "wasm32")))]
pub(crate) mod tests;
