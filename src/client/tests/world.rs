//! A world without network and clock: one scripted answer, a clock that jumps to the next wake-up, and a record of what
//! was sent. The endpoints' tests use it, too.

use crate::{
    BaseUrl, Client, Endpoint, Error, KeySource, Limits, Request, Response, Timer, Transport,
    endpoints::Query,
    json::{Checked, check},
};
use std::{
    cell::{Cell, RefCell},
    future::poll_fn,
    pin::pin,
    task::{Context, Poll, Waker},
};

/// A key as operators issue them: base64 with all three special characters.
pub(crate) const KEY: &str = "Py/BfoIG112ZrfX+Vl9duMGZ0MHWoOwRXhTl/4goYQI=";

#[derive(Debug)]
pub(crate) struct World {
    pub(crate) key: Result<Option<String>, Error>,
    /// When the key, then the answer comes, in milliseconds after it was asked for.
    pub(crate) key_after: u32,
    pub(crate) answer_after: u32,
    pub(crate) answer: Result<Response, Error>,
    pub(crate) sent: RefCell<Vec<Request>>,
    pub(crate) keys_given: Cell<u32>,
    /// Exchanges begun and not ended.
    pub(crate) open: Cell<i32>,
    pub(crate) now: Cell<u32>,
    pub(crate) wake: RefCell<Vec<u32>>,
}

struct Exchange<'a>(&'a Cell<i32>);

impl Drop for Exchange<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl World {
    pub(crate) fn new(answer: Result<Response, Error>) -> Self {
        Self {
            key: Ok(Some(KEY.to_owned())),
            key_after: 0,
            answer_after: 0,
            answer,
            sent: RefCell::default(),
            keys_given: Cell::default(),
            open: Cell::default(),
            now: Cell::default(),
            wake: RefCell::default(),
        }
    }

    pub(crate) fn answering(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self::new(Ok(Response { status, body: body.into(), ..Response::default() }))
    }

    pub(crate) fn client(self) -> Client<Self> {
        let base = BaseUrl::parse("https://api.example.com/v1/").unwrap();
        Client { base, limits: Limits::default(), world: self }
    }

    /// The time `ms` from now, and whether it has come.
    async fn until(&self, ms: u32) {
        let end = self.now.get().saturating_add(ms);
        poll_fn(|_| {
            if self.now.get() >= end {
                return Poll::Ready(());
            }
            self.wake.borrow_mut().push(end);
            Poll::Pending
        })
        .await;
    }
}

impl Transport for World {
    async fn send(&self, request: &Request) -> Result<Response, Error> {
        self.sent.borrow_mut().push(request.clone());
        self.open.set(self.open.get() + 1);
        let _exchange = Exchange(&self.open);
        self.until(self.answer_after).await;
        self.answer.clone()
    }
}

impl Timer for World {
    async fn sleep(&self, ms: u32) {
        self.until(ms).await;
    }
}

impl KeySource for World {
    async fn api_key(&self) -> Result<Option<String>, Error> {
        self.keys_given.set(self.keys_given.get() + 1);
        self.until(self.key_after).await;
        self.key.clone()
    }
}

/// Makes a call to its end; the clock jumps to the next wake-up whenever nothing else can happen.
pub(crate) fn run<E: Endpoint>(client: &Client<World>, endpoint: &E) -> Result<E::Output, Error> {
    let mut work = pin!(client.get(endpoint));
    loop {
        if let Poll::Ready(output) = work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return output;
        }
        let next = client.world.wake.take().into_iter().min();
        client.world.now.set(next.expect("a call waits for something that cannot happen"));
    }
}

/// The outcome of a call that is answered at once.
pub(crate) fn get<E: Endpoint>(endpoint: &E, status: u16, body: impl Into<Vec<u8>>) -> Result<E::Output, Error> {
    run(&World::answering(status, body).client(), endpoint)
}

/// The one request a call sends.
pub(crate) fn request<E: Endpoint>(endpoint: &E) -> Request {
    let client = World::answering(500, "").client();
    let _ = run(&client, endpoint);
    assert_eq!(client.world.sent.borrow().len(), 1);
    client.world.sent.take().remove(0)
}

/// The text JavaScript parses; an error by code and pointer.
pub(crate) fn json<E: Endpoint>(endpoint: &E, body: &str) -> Result<Option<String>, (&'static str, String)> {
    let checked = checked(endpoint, body)?;
    Ok(checked.json().map(|json| json.into_owned()))
}

pub(crate) fn checked<E: Endpoint>(endpoint: &E, body: &str) -> Result<Checked, (&'static str, String)> {
    let reading = endpoint.call().reading;
    check(body.into(), reading.depth, reading.big, reading.read).map_err(|(problem, body)| {
        let error = Error::decode(&problem, &body, 200);
        (error.code, error.into_details().pointer.unwrap_or_default())
    })
}

/// Reads a request's own target as a service does.
pub(crate) fn there_and_back<E: Endpoint>(endpoint: &E) -> Result<E, Error> {
    let target = endpoint.target();
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    assert_eq!(segments.len(), E::PATH.len(), "{target}");
    let mut variables = Vec::new();
    for (name, segment) in E::PATH.iter().zip(segments) {
        if name.starts_with(':') { variables.push(unescape(segment)) } else { assert_eq!(*name, segment) }
    }
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    E::decode(&variables, &mut Query(pairs.map(|(name, value)| (name.to_owned(), unescape(value))).collect()))
}

/// The characters a URL may hold are the only ones there; each escaped byte comes back.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        assert!(byte.is_ascii_alphanumeric() || b"-._~,%".contains(&byte), "{text}");
        let mut digit = || (rest.next().unwrap() as char).to_digit(16).unwrap() as u8;
        bytes.push(if byte == b'%' { digit() << 4 | digit() } else { byte });
    }
    String::from_utf8(bytes).unwrap()
}

/// A query as a service receives it.
pub(crate) fn query(pairs: &[(&str, &str)]) -> Query {
    Query(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
}

/// That a parameter is refused, with a message that names it, its value and its rule.
pub(crate) fn refused<T: std::fmt::Debug>(outcome: Result<T, Error>, parameter: &str, value: &str, rule: &str) {
    let error = outcome.expect_err(&format!("{parameter} {value}"));
    assert_eq!((error.kind.as_str(), error.parameter), ("invalid_argument", Some(parameter)), "{error}");
    assert!(!error.retryable && error.status.is_none(), "{error:?}");
    let message = format!("`{parameter}` is {value}: it must be {rule}.");
    assert_eq!(error.message, message);
}
