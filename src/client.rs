//! The client: one async call path for every host.
//!
//! A host brings a [`Transport`], which sends one request, and a [`Clock`], which tells time and waits. Everything else
//! happens here: the API key, time limits, retries ([`crate::retry`]), decoding, request deduplication, the cache, the
//! timeline of attempts and the hooks. Dropping the future of a call cancels the call.

mod answer;
mod api_key;
mod cache;
mod call;
mod decode;
mod events;
mod exchange;
mod in_flight;
mod pages;
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
mod reqwest;
mod status;
mod timeline;
mod transport;
mod watch;

#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub use self::reqwest::{ReqwestResponse, ReqwestTransport};
pub use answer::Answer;
pub use api_key::{ApiKey, ApiKeyFuture};
pub use cache::CacheLimits;
pub use call::PendingCall;
pub use events::{BodyObserver, Event, EventKind, Hooks};
pub use transport::{Clock, HttpResponse, Request, Response, Transport};
pub use watch::TransferUpdate;

use crate::{BaseUrl, Call, Endpoint, Error, retry::FULL_BUDGET, retry::Policy};
use std::{
    cell::{Cell, RefCell},
    fmt,
    rc::Rc,
};

/// Limits of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// One attempt, headers and body, in milliseconds.
    pub timeout_ms: u32,
    /// The whole call, waits included, in milliseconds.
    pub deadline_ms: u32,
    /// Bytes of a decoded body.
    pub max_body_bytes: u32,
    /// Which failures are retried, and how often.
    pub retry: Policy,
}

impl Default for Limits {
    fn default() -> Self {
        Self { timeout_ms: 10_000, deadline_ms: 30_000, max_body_bytes: 10 << 20, retry: Policy::default() }
    }
}

/// Options of a client.
pub struct Config {
    /// Where the service is.
    pub base: BaseUrl,
    /// The API key. It is sent with the calls that need one, and with no other.
    pub api_key: ApiKey,
    /// Limits of each call that names none of its own.
    pub limits: Limits,
    /// Bounds of the cache; `None` for no cache.
    pub cache: Option<CacheLimits>,
    /// Receives the events of all calls.
    pub hooks: Option<Rc<dyn Hooks>>,
}

impl Config {
    /// A client of the service at `base`, without a key, with the default limits, no cache and no hooks.
    #[must_use]
    pub fn new(base: BaseUrl) -> Self {
        Self { base, api_key: ApiKey::None, limits: Limits::default(), cache: None, hooks: None }
    }

    /// The same with an API key.
    #[must_use]
    pub fn with_api_key(self, key: impl Into<String>) -> Self {
        Self { api_key: ApiKey::Value(key.into()), ..self }
    }

    /// The same with other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { base, api_key, limits, cache, hooks } = self;
        let mut out = f.debug_struct("Config");
        out.field("base", base).field("api_key", api_key).field("limits", limits).field("cache", cache);
        out.field("hooks", &hooks.is_some()).finish()
    }
}

/// Makes calls over the transport `T`. A clone is the same client: it shares the cache, the retry budget and the requests
/// in flight.
///
/// Its futures stay on one thread, as JavaScript's do; natively, use a current-thread runtime.
#[derive(Debug)]
pub struct Client<T>(Rc<State<T>>);

/// What all calls of a client share.
#[derive(Debug)]
struct State<T> {
    config: Config,
    transport: T,
    retry_budget: Cell<u32>,
    in_flight: in_flight::InFlight,
    cache: Option<RefCell<cache::Cache>>,
}

impl<T> Clone for Client<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> Client<T> {
    /// The limits of a call that names none of its own.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.0.config.limits
    }

    /// The transport.
    #[must_use]
    pub fn transport(&self) -> &T {
        &self.0.transport
    }

    /// Tokens left in the retry budget, [`FULL_BUDGET`] at first.
    #[must_use]
    pub fn retry_budget(&self) -> u32 {
        self.0.retry_budget.get()
    }

    /// Forgets the cached answers.
    pub fn clear_cache(&self) {
        if let Some(cache) = &self.0.cache {
            cache.borrow_mut().clear();
        }
    }
}

impl<T: Transport + Clock + 'static> Client<T> {
    /// Creates a client. Sends nothing.
    pub fn new(config: Config, transport: T) -> Self {
        let cache = config.cache.map(|limits| RefCell::new(cache::Cache::new(limits)));
        let retry_budget = Cell::new(FULL_BUDGET);
        Self(Rc::new(State { config, transport, retry_budget, in_flight: Default::default(), cache }))
    }

    /// Makes one call and returns its typed result.
    ///
    /// # Errors
    /// Every [`crate::ErrorKind`] but `aborted`, `pagination_stalled` and those of watching.
    pub async fn get<E: Endpoint>(&self, endpoint: &E) -> Result<E::Output, Error> {
        let call = self.call(endpoint.call(), self.limits());
        let answer = call.answer().await?;
        E::output(&answer.checked).map_err(|error| call.describe(error))
    }

    /// Prepares a call. Nothing is sent before [`PendingCall::answer`] is polled.
    pub fn call(&self, call: Call, limits: Limits) -> PendingCall<T> {
        PendingCall::new(Rc::clone(&self.0), call, limits)
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
pub(crate) mod tests;
