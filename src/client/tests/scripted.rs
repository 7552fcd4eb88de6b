//! A transport with scripted responses, on a virtual clock.

use super::{KEY, clock::VirtualClock};
use crate::{
    base_url::BaseUrl,
    client::{ApiKey, Client, Clock, Config, HttpResponse, Request, Response, Transport},
    error::Error,
    limits::Limits,
};
use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    rc::Rc,
};

#[derive(Debug)]
pub(crate) struct ScriptedTransport {
    /// The responses in order. The last response is repeated.
    pub(crate) responses: Vec<Result<Response, Error>>,
    /// Milliseconds from the request to the head of the response.
    pub(crate) response_after_ms: u32,
    /// Bytes of a chunk; 0 for a body in one chunk.
    pub(crate) chunk_bytes: usize,
    /// Milliseconds before each chunk, and before the end of the body.
    pub(crate) chunk_after_ms: u32,
    /// The error after the last chunk of the body.
    pub(crate) body_error: Option<Error>,
    /// The result of [`Clock::unix_ms`] at the start.
    pub(crate) unix_ms: u64,
    /// The result of [`Clock::random`]. The default, `u32::MAX`, gives the longest delay before a
    /// retry.
    pub(crate) random: u32,
    /// The number of calls of [`Clock::random`].
    pub(crate) random_draws: Cell<u32>,
    pub(crate) sent: RefCell<Vec<Request>>,
    /// The times of the requests, in virtual milliseconds.
    pub(crate) sent_ms: RefCell<Vec<u64>>,
    /// The number of requests whose future or response has not been dropped.
    pub(crate) open: Rc<Cell<usize>>,
    pub(crate) clock: Rc<VirtualClock>,
}

impl ScriptedTransport {
    pub(crate) fn new(responses: Vec<Result<Response, Error>>) -> Self {
        Self {
            responses,
            response_after_ms: 0,
            chunk_bytes: 0,
            chunk_after_ms: 0,
            body_error: None,
            unix_ms: 0,
            random: u32::MAX,
            random_draws: Cell::default(),
            sent: RefCell::default(),
            sent_ms: RefCell::default(),
            open: Rc::default(),
            clock: Rc::default(),
        }
    }

    pub(crate) fn responding(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self::new(vec![Ok(Response {
            status,
            body: body.into(),
            ..Response::default()
        })])
    }

    /// A client with one attempt.
    pub(crate) fn client(self) -> Client<Self> {
        self.client_with(|config| config.limits.max_retries = 0)
    }

    /// A client with [`Limits::OF_TESTS`], which allow two retries.
    pub(crate) fn retrying_client(self) -> Client<Self> {
        self.client_with(|_| {})
    }

    /// A client whose options `change` sets.
    pub(crate) fn client_with(self, change: impl FnOnce(&mut Config)) -> Client<Self> {
        let mut config = Config::new(BaseUrl::parse("https://api.example.com/v1/").unwrap());
        config.api_key = ApiKey::Value(KEY.to_owned());
        config.limits = Limits::OF_TESTS;
        change(&mut config);
        Client::new(config, self)
    }

    /// Returns the number of requests.
    pub(crate) fn request_count(&self) -> usize {
        self.sent.borrow().len()
    }

    /// Returns the API key of each request.
    pub(crate) fn sent_keys(&self) -> Vec<Option<String>> {
        self.sent
            .borrow()
            .iter()
            .map(|request| request.headers.get("x-api-key").map(str::to_owned))
            .collect()
    }

    /// Returns the milliseconds between each request and the next.
    pub(crate) fn delays_ms(&self) -> Vec<u64> {
        self.sent_ms
            .borrow()
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .collect()
    }
}

impl Transport for ScriptedTransport {
    type Response = ScriptedResponse;

    async fn send(&self, request: &Request) -> Result<ScriptedResponse, Error> {
        let index = self.request_count().min(self.responses.len() - 1);
        self.sent.borrow_mut().push(request.clone());
        self.sent_ms.borrow_mut().push(self.clock.now_ms());
        let open = OpenRequest::new(&self.open);
        self.clock.sleep_unless_zero(self.response_after_ms).await;
        let mut head = self.responses[index].clone()?;
        let body = std::mem::take(&mut head.body);
        let chunk_bytes = if self.chunk_bytes == 0 {
            // `chunks` panics for a size of 0.
            body.len().max(1)
        } else {
            self.chunk_bytes
        };
        let chunks = body.chunks(chunk_bytes);
        Ok(ScriptedResponse {
            head,
            chunks: chunks.map(<[u8]>::to_vec).collect(),
            chunk_after_ms: self.chunk_after_ms,
            error: self.body_error.clone(),
            clock: Rc::clone(&self.clock),
            _open: open,
        })
    }
}

impl Clock for ScriptedTransport {
    fn now_ms(&self) -> f64 {
        self.clock.now_ms() as f64
    }

    fn unix_ms(&self) -> u64 {
        self.unix_ms + self.clock.now_ms()
    }

    fn random(&self) -> u32 {
        self.random_draws.set(self.random_draws.get() + 1);
        self.random
    }

    async fn sleep(&self, ms: u32) {
        self.clock.sleep(ms).await;
    }
}

/// A response that delivers its body in chunks.
#[derive(Debug)]
pub(crate) struct ScriptedResponse {
    head: Response,
    chunks: VecDeque<Vec<u8>>,
    chunk_after_ms: u32,
    error: Option<Error>,
    clock: Rc<VirtualClock>,
    _open: OpenRequest,
}

impl HttpResponse for ScriptedResponse {
    fn status(&self) -> u16 {
        self.head.status
    }

    fn header(&self, name: &str) -> Option<String> {
        self.head.header(name)
    }

    fn headers(&self) -> Vec<(String, String)> {
        self.head.headers()
    }

    async fn read_chunk(&mut self, body: &mut Vec<u8>, max_body_bytes: u32) -> Result<bool, Error> {
        self.clock.sleep_unless_zero(self.chunk_after_ms).await;
        match self.chunks.pop_front() {
            Some(chunk) => {
                // A `Response` delivers its body as one chunk, and checks the limit.
                let mut response = Response {
                    body: chunk,
                    ..Response::default()
                };
                response.read_chunk(body, max_body_bytes).await
            }
            None => match self.error.take() {
                Some(error) => Err(error),
                None => Ok(false),
            },
        }
    }
}

/// Counts a request in [`ScriptedTransport::open`] until this value is dropped.
#[derive(Debug)]
struct OpenRequest(Rc<Cell<usize>>);

impl OpenRequest {
    fn new(count: &Rc<Cell<usize>>) -> Self {
        count.set(count.get() + 1);
        Self(Rc::clone(count))
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}
