//! A client whose transport returns a prepared response at once.

use ethereal_query::{
    BaseUrl, Call, CheckedResponse, Client, Clock, Config, Error, Request, Response, Transport,
};
use std::{
    cell::RefCell,
    future::{self, Future},
    pin::pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

/// The API key of every call. It is short, so that inputs contain it often. No error may show it.
pub const KEY: &str = "Py/B+G1=";

/// Returns the prepared response, and records the request.
#[derive(Debug, Default)]
pub struct PreparedTransport {
    response: RefCell<Option<Response>>,
    sent: RefCell<Option<Request>>,
}

impl Transport for PreparedTransport {
    type Response = Response;

    async fn send(&self, request: &Request) -> Result<Response, Error> {
        *self.sent.borrow_mut() = Some(request.clone());
        Ok(self.response.take().unwrap_or_default())
    }
}

impl Clock for PreparedTransport {
    fn now_ms(&self) -> f64 {
        0.0
    }

    fn unix_ms(&self) -> u64 {
        0
    }

    fn random(&self) -> u32 {
        0
    }

    /// Never ends, because time stands still.
    async fn sleep(&self, _ms: u32) {
        future::pending().await
    }
}

/// A client at `base` without retries.
#[must_use]
pub fn client(base: BaseUrl) -> Client<PreparedTransport> {
    let mut config = Config::new(base).with_api_key(KEY);
    config.limits.max_retries = 0;
    Client::new(config, PreparedTransport::default())
}

/// Makes a call that gets `response`. Returns the outcome of the call, and the request that the
/// call sent.
pub fn call(
    client: &Client<PreparedTransport>,
    call: &Call,
    response: Response,
) -> (Result<Rc<CheckedResponse>, Error>, Request) {
    *client.transport().response.borrow_mut() = Some(response);
    let pending_call = client.call(call.clone(), client.limits());
    let pending_response = pin!(pending_call.response());
    // The response is there at once, so one poll ends the call.
    let mut context = Context::from_waker(Waker::noop());
    let Poll::Ready(outcome) = pending_response.poll(&mut context) else {
        panic!("a call whose response comes at once is pending");
    };
    let request = client.transport().sent.take();
    (outcome, request.expect("every call is sent"))
}
