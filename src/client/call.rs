//! One call of the client.
//!
//! A call gets its API key first. Then the call joins an equal request in flight, or starts a
//! request.

use super::{
    Clock, Limits, State, Transport,
    api_key::{self, ApiKey},
    exchange::{self, Exchange},
    in_flight::{RequestKey, SharedRequest},
    response::CheckedResponse,
    timeline::Timeline,
};
use crate::{
    endpoints::Call,
    error::{Error, ErrorCode},
    headers::Headers,
};
use futures_util::future::{Either, select};
use std::{cell::RefCell, fmt, pin::pin, rc::Rc};

/// A prepared call, which can describe its progress while it is in flight.
///
/// Dropping the future of [`PendingCall::response`] cancels the call.
///
/// ```no_run
/// # use ethereal_query::{Client, Clock, Endpoint, GetProject, Transport};
/// # async fn example<T: Transport + Clock + 'static>(client: Client<T>) -> Result<(), ethereal_query::Error> {
/// let call = client.call(GetProject.call(), client.limits());
/// let response = call.response().await?;
/// println!("status {}: {}", response.status, response.checked.text());
/// # Ok(())
/// # }
/// ```
pub struct PendingCall<T> {
    state: Rc<State<T>>,
    limits: Limits,
    timeline: Rc<Timeline>,
    /// The timeline of the request in flight, which another call may have started. Errors show this
    /// timeline.
    shared_timeline: RefCell<Rc<Timeline>>,
}

impl<T> fmt::Debug for PendingCall<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingCall")
            .field("call", &self.timeline.call)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl<T: Transport + Clock + 'static> PendingCall<T> {
    pub(super) fn new(state: Rc<State<T>>, call: Call, limits: Limits, call_id: u32) -> Self {
        let url = state.config.base.join(&call.target);
        // The secret has the API key even if the call needs no key: a service that knows the key
        // from earlier calls may repeat the key in its response.
        let secret = state.config.secret();
        let timeline = Rc::new(Timeline::new(
            call,
            call_id,
            url,
            secret,
            state.transport.now_ms(),
            limits.deadline_ms,
        ));
        let shared_timeline = RefCell::new(Rc::clone(&timeline));
        timeline.add_headers(state.config.headers.clone());
        Self {
            state,
            limits,
            timeline,
            shared_timeline,
        }
    }

    /// Adds headers to the request. They replace the client's headers with the same name.
    #[must_use]
    pub fn with_headers(self, headers: Headers) -> Self {
        self.timeline.add_headers(headers);
        self
    }

    /// Adds the timeline of the call so far to `error`.
    #[must_use]
    pub fn describe(&self, error: Error) -> Error {
        self.shared_timeline
            .borrow()
            .describe(error, self.state.transport.now_ms())
    }

    /// Makes the call and returns its checked response.
    ///
    /// # Errors
    /// The same as [`super::Client::get`].
    pub async fn response(&self) -> Result<Rc<CheckedResponse>, Error> {
        let api_key = self.api_key().await.map_err(|error| self.describe(error))?;
        if let Some(api_key) = api_key {
            self.timeline.set_api_key(api_key);
        }
        let request_key = RequestKey {
            url: self.timeline.url.clone(),
            exact: self.timeline.call.exact,
            skip_invalid_records: self.timeline.call.skip_invalid_records,
            headers: self.timeline.headers.borrow().clone(),
            limits: self.limits,
        };
        self.join_or_start(request_key).await
    }

    /// Joins the request in flight that has the same key, or starts a request.
    async fn join_or_start(&self, request_key: RequestKey) -> Result<Rc<CheckedResponse>, Error> {
        loop {
            let start = || -> SharedRequest {
                Box::pin(exchange::run(Exchange {
                    state: Rc::clone(&self.state),
                    limits: self.limits,
                    headers: request_key.headers.clone(),
                    timeline: Rc::clone(&self.timeline),
                }))
            };
            let in_flight = &self.state.in_flight;
            let shared = in_flight.share(request_key.clone(), &self.timeline, start);
            self.shared_timeline.replace(shared.timeline);
            if !shared.is_joined {
                // `exchange::run` ends the request at the deadline of this call.
                return shared.outcome.await;
            }
            // The request ends at the deadline of the call that started it. The deadline of this
            // call may be earlier.
            let outcome = self.within_deadline(shared.outcome).await;
            let is_deadline_error =
                matches!(&outcome, Err(error) if error.code == ErrorCode::DeadlineExceeded);
            if !is_deadline_error || self.remaining_ms() == 0 {
                return outcome;
            }
            // The request ended at the deadline of the call that started it. This call has time
            // left, so it joins or starts a new request.
        }
    }

    /// Resolves to the result of `future`, or to `deadline_exceeded` when the deadline of this call passes first.
    async fn within_deadline<O>(
        &self,
        future: impl Future<Output = Result<O, Error>> + Unpin,
    ) -> Result<O, Error> {
        let timeout = exchange::timeout(&self.state.transport, self.remaining_ms());
        match select(future, pin!(timeout)).await {
            Either::Left((outcome, _)) => outcome,
            Either::Right(_) => {
                Err(self.describe(Error::deadline_exceeded(self.limits.deadline_ms)))
            }
        }
    }

    /// Returns the remaining time until the deadline of this call, in whole milliseconds.
    fn remaining_ms(&self) -> u32 {
        self.timeline.remaining_ms(self.state.transport.now_ms())
    }

    /// Returns the API key to send; `None` if the call needs no key or a proxy adds the key. Fails
    /// if the call needs a key and the client has no valid key.
    async fn api_key(&self) -> Result<Option<String>, Error> {
        if !self.timeline.call.route.requires_api_key {
            return Ok(None);
        }
        let key = match &self.state.config.api_key {
            ApiKey::None => None,
            ApiKey::AddedByProxy => return Ok(None),
            ApiKey::Value(key) => Some(key.clone()),
            ApiKey::Provider(provider) => self.within_deadline(provider()).await?,
        };
        api_key::validate(key).map(Some)
    }
}
