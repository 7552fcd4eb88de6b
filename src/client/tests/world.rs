//! A world without network and clock: scripted answers, a clock that only waits move, and a record of what was sent. The endpoints' tests use it, too.

use crate::{
    BaseUrl, Client, Endpoint, Error, Limits, Request, Response, Timer, Transport,
    endpoints::Query,
    json::{BigIntegers, Checked, check},
    retry::FULL_BUDGET,
};
use std::{
    cell::{Cell, RefCell},
    pin::pin,
    task::{Context, Poll, Waker},
};

/// A key as operators issue them: base64 with all three special characters.
pub(crate) const KEY: &str = "Py/BfoIG112ZrfX+Vl9duMGZ0MHWoOwRXhTl/4goYQI=";

#[derive(Debug)]
pub(crate) struct World {
    /// How long an answer takes, in milliseconds.
    pub(crate) answer_after: u32,
    /// The answers in turn; the last one is repeated.
    pub(crate) answers: Vec<Result<Response, Error>>,
    pub(crate) sent: RefCell<Vec<Request>>,
    /// The waits between attempts.
    pub(crate) waits: RefCell<Vec<u32>>,
    pub(crate) now: Cell<u32>,
    pub(crate) budget: Cell<u32>,
    pub(crate) chance: Cell<u32>,
    /// How often chance was asked.
    pub(crate) chances: Cell<u32>,
}

impl World {
    pub(crate) fn new(answer: Result<Response, Error>) -> Self {
        Self {
            answer_after: 0,
            answers: vec![answer],
            sent: RefCell::default(),
            waits: RefCell::default(),
            now: Cell::default(),
            budget: Cell::new(FULL_BUDGET),
            chance: Cell::new(u32::MAX),
            chances: Cell::default(),
        }
    }

    pub(crate) fn answering(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self::new(Ok(Response { status, body: body.into(), ..Response::default() }))
    }

    /// A client with one attempt.
    pub(crate) fn client(self) -> Client<Self> {
        let mut client = self.persistent();
        client.limits.retry.max_retries = 0;
        client
    }

    /// A client that tries again.
    pub(crate) fn persistent(self) -> Client<Self> {
        let base = BaseUrl::parse("https://api.example.com/v1/").unwrap();
        Client { base, api_key: Some(KEY.to_owned()), limits: Limits::default(), world: self }
    }

    fn passes(&self, ms: u32) {
        self.now.set(self.now.get().saturating_add(ms));
    }
}

impl Transport for World {
    async fn send(&self, request: &Request) -> Result<Response, Error> {
        let mut sent = self.sent.borrow_mut();
        sent.push(request.clone());
        self.passes(self.answer_after.min(request.timeout_ms));
        if self.answer_after > request.timeout_ms {
            return Err(Error::attempt_timeout(request.timeout_ms));
        }
        self.answers[sent.len().min(self.answers.len()) - 1].clone()
    }

    fn budget(&self) -> u32 {
        self.budget.get()
    }

    fn set_budget(&self, tokens: u32) {
        self.budget.set(tokens);
    }
}

impl Timer for World {
    fn now(&self) -> u64 {
        self.now.get().into()
    }

    fn chance(&self) -> u32 {
        self.chances.set(self.chances.get() + 1);
        self.chance.get()
    }

    async fn wait(&self, ms: u32, _: &Error) -> Result<(), Error> {
        self.waits.borrow_mut().push(ms);
        self.passes(ms);
        Ok(())
    }
}

/// Makes a call to its end; nothing in this world is ever pending.
pub(crate) fn run<E: Endpoint>(client: &Client<World>, endpoint: &E) -> Result<E::Output, Error> {
    match pin!(client.get(endpoint)).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the call waits for something that cannot happen"),
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
    let reading = E::ROUTE.reading;
    let big = if endpoint.call().exact { BigIntegers::Tag } else { reading.big };
    check(body.into(), reading.depth, big, reading.read).map_err(|(problem, body)| {
        let error = Error::decode(&problem, &body, 200);
        (error.code, error.into_details().pointer.unwrap_or_default())
    })
}

/// Reads a request's own target as a service does.
pub(crate) fn there_and_back<E: Endpoint>(endpoint: &E) -> Result<E, Error> {
    let target = endpoint.call().target;
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    assert_eq!(segments.len(), E::ROUTE.path.len(), "{target}");
    let mut variables = Vec::new();
    for (name, segment) in E::ROUTE.path.iter().zip(segments) {
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
