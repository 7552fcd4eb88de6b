//! The call path, written once: URL, key, attempts, time limits, status, decoding.
//!
//! What a call does is a state machine without network and clock (`sending.rs`); what is tried again, and when, is decided by
//! [`crate::retry`]. Native programs bring a [`Transport`], which carries one request, and a [`Timer`], which tells time
//! and waits; in WebAssembly `src/wasm/running.rs` does what the steps say.

mod sending;

use crate::{
    BaseUrl, Call, Endpoint, Error,
    json::Checked,
    retry::{FULL_BUDGET, Policy},
};
#[cfg(all(target_arch = "wasm32", feature = "client"))]
pub(crate) use sending::bad_key;
pub(crate) use sending::{Sending, Step};
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
        let Self { base, api_key, limits, world } = self;
        let started = world.now();
        let passed = || world.now().saturating_sub(started);
        let mut sending = Sending::new(route, exact, base.join(&target), api_key.clone(), *limits);
        let mut step = sending.begin(0);
        loop {
            step = match step {
                Step::Send => {
                    let outcome = sending.read(world.send(&sending.request).await);
                    let mut budget = world.budget();
                    let step = sending.decide(outcome, || (passed(), world.chance()), &mut budget);
                    world.set_budget(budget);
                    step
                }
                Step::Wait { ms, failure } => {
                    world.wait(ms, &failure).await?;
                    sending.attempt(passed())
                }
                Step::End(outcome) => return outcome,
            };
        }
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
pub(crate) mod tests;
