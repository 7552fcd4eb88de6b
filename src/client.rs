//! The client: one async call path for every host.
//!
//! A host implements [`Transport`], which sends one request, and [`Clock`], which tells the time and waits. The client
//! adds the API key, time limits, retries ([`crate::retry`]), decoding, request deduplication, the timeline of
//! attempts and the hooks. Dropping the future of a call cancels the call.

mod api_key;
mod call;
mod decode;
mod events;
mod exchange;
mod hooks;
mod in_flight;
mod pages;
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
mod reqwest;
mod response;
mod status;
mod timeline;
mod transport;

#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub use self::reqwest::{ReqwestResponse, ReqwestTransport};
pub use api_key::{ApiKey, ApiKeyFuture};
pub use call::PendingCall;
pub use events::{
    AcceptedDriftEvent, CallEndEvent, CallStartEvent, DriftEvent, DriftPlace, EVENTS, RequestEvent,
    ResponseEvent, RetryEvent, SkippedRecordEvent,
};
pub use hooks::{HOOKS, HeadersFuture, Hook, Hooks};
pub use pages::PAGINATION_STALLED;
pub use response::CheckedResponse;
pub use transport::{Clock, HttpResponse, Request, Response, Transport};

use crate::{
    base_url::BaseUrl,
    endpoints::{Call, Endpoint},
    error::{Error, Secret},
    headers::Headers,
    limits::Limits,
    retry::FULL_BUDGET,
};
use std::{cell::Cell, rc::Rc};

/// Options of a client.
///
/// ```
/// use ethereal_query::{BaseUrl, Config, Limits};
/// let base = BaseUrl::parse("https://api.example.com")?;
/// let limits = Limits { timeout_ms: 5_000, ..Limits::default() };
/// let config = Config::new(base).with_api_key("q9/Tn…").with_limits(limits);
/// # Ok::<(), ethereal_query::Error>(())
/// ```
#[derive(Debug)]
pub struct Config {
    /// The base URL of the service.
    pub base: BaseUrl,
    /// The API key. The client sends it only with calls that need one.
    pub api_key: ApiKey,
    /// The headers of all requests.
    pub headers: Headers,
    /// The default limits of a call.
    pub limits: Limits,
    /// The hooks of all calls.
    pub hooks: Hooks,
}

impl Config {
    /// Creates options for the service at `base`, with the default limits, without an API key, headers or hooks.
    #[must_use]
    pub fn new(base: BaseUrl) -> Self {
        Self {
            base,
            api_key: ApiKey::None,
            headers: Headers::default(),
            limits: Limits::default(),
            hooks: Hooks::default(),
        }
    }

    /// Sets the API key.
    #[must_use]
    pub fn with_api_key(self, key: impl Into<String>) -> Self {
        Self {
            api_key: ApiKey::Value(key.into()),
            ..self
        }
    }

    /// Returns the secrets among the options: the API key, if the key is a fixed value.
    fn secret(&self) -> Secret {
        let mut secret = Secret::default();
        if let ApiKey::Value(key) = &self.api_key {
            secret.add(key);
        }
        secret
    }

    /// Sets the headers of all requests.
    #[must_use]
    pub fn with_headers(self, headers: Headers) -> Self {
        Self { headers, ..self }
    }

    /// Sets the default limits of a call.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

/// Makes calls over the transport `T`.
///
/// Clones share the retry budget and the requests in flight. The futures are not `Send`: a native program
/// needs a current-thread runtime. `docs/rust.md` has more examples.
///
/// ```no_run
/// use ethereal_query::{Client, Clock, Config, Error, GetProject, Transport};
/// async fn balance(config: Config, transport: impl Transport + Clock + 'static) -> Result<Option<String>, Error> {
///     let client = Client::new(config, transport);
///     Ok(client.get(&GetProject).await?.balance)
/// }
/// ```
#[derive(Debug)]
pub struct Client<T>(Rc<State<T>>);

/// The state that all calls of a client share.
#[derive(Debug)]
struct State<T> {
    config: Config,
    transport: T,
    retry_budget: Cell<u32>,
    last_call_id: Cell<u32>,
    in_flight: in_flight::InFlight,
}

impl<T> Clone for Client<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> Client<T> {
    /// Returns the default limits of a call.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.0.config.limits
    }

    /// Returns what an error about an invalid argument must not show: the API key, if the key is a
    /// fixed value, and the values of headers.
    #[cfg(all(target_arch = "wasm32", feature = "client"))]
    pub(crate) fn secret(&self) -> Secret {
        let mut secret = self.0.config.secret();
        for (_, value) in self.0.config.headers.iter() {
            secret.add(value);
        }
        secret
    }

    /// Returns the transport.
    #[must_use]
    pub fn transport(&self) -> &T {
        &self.0.transport
    }

    /// Returns the tokens left in the retry budget, from 0 to [`FULL_BUDGET`].
    #[must_use]
    pub fn retry_budget(&self) -> u32 {
        self.0.retry_budget.get()
    }
}

impl<T: Transport + Clock + 'static> Client<T> {
    /// Creates a client without sending a request.
    pub fn new(config: Config, transport: T) -> Self {
        Self(Rc::new(State {
            config,
            transport,
            retry_budget: Cell::new(FULL_BUDGET),
            last_call_id: Cell::new(0),
            in_flight: in_flight::InFlight::default(),
        }))
    }

    /// Makes one call and returns its typed result.
    ///
    /// # Errors
    /// Every [`crate::ErrorKind`] except `aborted`, `internal`, `pagination_stalled` and
    /// `transfer_failed`.
    pub async fn get<E: Endpoint>(&self, endpoint: &E) -> Result<E::Output, Error> {
        let call = self.call(endpoint.call(), self.limits());
        let response = call.response().await?;
        E::output(&response.checked).map_err(|error| call.describe(error))
    }

    /// Prepares a call. The client sends nothing until [`PendingCall::response`] is polled.
    pub fn call(&self, call: Call, limits: Limits) -> PendingCall<T> {
        let call_id = self.0.last_call_id.get().wrapping_add(1);
        self.0.last_call_id.set(call_id);
        self.call_with_id(call, limits, call_id)
    }

    /// Prepares a call with an id from the caller: the JavaScript package numbers its calls itself.
    pub(crate) fn call_with_id(&self, call: Call, limits: Limits, call_id: u32) -> PendingCall<T> {
        PendingCall::new(Rc::clone(&self.0), call, limits, call_id)
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
pub(crate) mod tests;
