//! The timeline of a call: the attempts with their times. Every error of the call shows the
//! timeline.

use super::events::{CallStartEvent, RequestEvent};
use crate::{
    base_url::without_query,
    endpoints::Call,
    error::{Attempt, Error, Secret},
    headers::Headers,
};
use std::{
    cell::{Cell, RefCell},
    error::Error as _,
};

/// The maximum number of characters of the causes in the message of a network error.
const MAX_CAUSE_CHARS: usize = 256;

/// The request of a call, and the timeline of its attempts. Callers that share a request share its timeline.
#[derive(Debug)]
pub(super) struct Timeline {
    pub(super) call: Call,
    /// The number of the call in its client, from 1.
    pub(super) call_id: u32,
    pub(super) url: String,
    /// The API key and the values of headers, which errors and events of the call never show.
    pub(super) secret: RefCell<Secret>,
    /// The start of the call, by [`super::Clock::now_ms`].
    pub(super) started_ms: f64,
    /// The time limit of the call.
    deadline_ms: u32,
    attempts: RefCell<Vec<Attempt>>,
    /// The header `x-request-id` of the response to the last attempt; `None` before the response.
    request_id: RefCell<Option<String>>,
    /// The headers of the last attempt; before the first attempt, the headers of the call.
    pub(super) headers: RefCell<Headers>,
    /// Whether the last attempt is in flight.
    is_sending: Cell<bool>,
}

impl Timeline {
    pub(super) fn new(
        call: Call,
        call_id: u32,
        url: String,
        secret: Secret,
        started_ms: f64,
        deadline_ms: u32,
    ) -> Self {
        Self {
            call,
            call_id,
            url,
            secret: RefCell::new(secret),
            started_ms,
            deadline_ms,
            attempts: RefCell::new(Vec::new()),
            request_id: RefCell::new(None),
            headers: RefCell::new(Headers::default()),
            is_sending: Cell::new(false),
        }
    }

    /// Adds headers. Values that may be credentials become secret.
    pub(super) fn add_headers(&self, headers: Headers) {
        for value in headers.secrets() {
            self.secret.borrow_mut().add(value);
        }
        self.headers.borrow_mut().extend(headers);
    }

    /// Adds the API key to the headers.
    pub(super) fn set_api_key(&self, key: String) {
        self.secret.borrow_mut().add(&key);
        self.headers.borrow_mut().set_api_key(key);
    }

    /// Returns the milliseconds since the start of the call.
    pub(super) fn elapsed_ms(&self, now_ms: f64) -> f64 {
        (now_ms - self.started_ms).max(0.0)
    }

    /// Returns the remaining time until the deadline, in whole milliseconds.
    pub(super) fn remaining_ms(&self, now_ms: f64) -> u32 {
        self.deadline_ms
            .saturating_sub(self.elapsed_ms(now_ms) as u32)
    }

    /// Returns the number of the current attempt, from 1.
    pub(super) fn attempt(&self) -> u32 {
        self.attempts.borrow().len() as u32
    }

    /// Returns the event of the start of the call.
    pub(super) fn call_event(&self) -> CallStartEvent {
        CallStartEvent {
            call_id: self.call_id,
            endpoint: self.call.route.name,
        }
    }

    /// Returns the event of the current attempt.
    pub(super) fn request_event(&self) -> RequestEvent {
        RequestEvent {
            base: self.call_event(),
            url: self.redacted(self.url.clone()),
            attempt: self.attempt(),
        }
    }

    /// Returns a text without the API key and the values of headers.
    pub(super) fn redacted(&self, mut text: String) -> String {
        self.secret.borrow().redact_text(&mut text);
        text
    }

    /// Begins an attempt with the headers of the call.
    pub(super) fn begin_attempt(&self, now_ms: f64, headers: Headers) {
        self.request_id.take();
        self.headers.replace(headers);
        self.is_sending.set(true);
        let started_ms = self.elapsed_ms(now_ms);
        self.attempts.borrow_mut().push(Attempt {
            started_ms,
            ..Attempt::default()
        });
    }

    /// Records the head of a response.
    pub(super) fn receive_head(&self, status: u16, request_id: Option<String>) {
        *self.request_id.borrow_mut() = request_id;
        self.update(|attempt| attempt.status = Some(status));
    }

    /// Returns the milliseconds since the last attempt began.
    pub(super) fn attempt_elapsed_ms(&self, now_ms: f64) -> f64 {
        self.elapsed_ms(now_ms) - self.last().started_ms
    }

    /// Records the end of an attempt. `code` is the reason for an incomplete response; `None` if the
    /// response is complete.
    pub(super) fn end_attempt(&self, now_ms: f64, code: Option<&'static str>) {
        self.is_sending.set(false);
        self.update(|attempt| {
            attempt.elapsed_ms = Some(self.elapsed_ms(now_ms) - attempt.started_ms);
            attempt.code = code;
        });
    }

    /// Removes the last attempt, which has ended and sent nothing.
    pub(super) fn withdraw_attempt(&self) {
        self.attempts.borrow_mut().pop();
    }

    /// Records the delay after an attempt.
    pub(super) fn record_delay(&self, delay_ms: u32) {
        self.update(|attempt| attempt.delay_ms = Some(delay_ms));
    }

    /// Returns the last attempt.
    pub(super) fn last(&self) -> Attempt {
        self.attempts.borrow().last().cloned().unwrap_or_default()
    }

    /// Adds the timeline so far to an error, and redacts the API key and the values of headers.
    /// Every error of a call passes through this function.
    pub(super) fn describe(&self, error: Error, now_ms: f64) -> Error {
        let mut error = error.for_endpoint(self.call.route.name);
        let mut attempts = self.attempts.borrow().clone();
        if self.is_sending.get()
            && let Some(attempt) = attempts.last_mut()
        {
            attempt.elapsed_ms = Some(self.elapsed_ms(now_ms) - attempt.started_ms);
        }
        error.call_id = Some(self.call_id);
        error.url = Some(self.url.clone());
        error.elapsed_ms = Some(self.elapsed_ms(now_ms));
        error.attempts = Some(attempts);
        error.request_id.clone_from(&self.request_id.borrow());
        error.header_names = self.headers.borrow().names();
        error.cursor.clone_from(&self.call.cursor);
        self.secret.borrow().redact_error(&mut error);
        error
    }

    /// Returns a sentence for the message of a network error: the URL without its query, and the
    /// causes. For example, `GET https://api.example.com/v1/project: connection lost: timed out.`
    pub(super) fn network_details(&self, error: &Error) -> String {
        let mut causes = String::new();
        let mut source = error.source();
        while let Some(cause) = source {
            causes.push_str(": ");
            causes.push_str(cause.to_string().trim_ascii());
            source = cause.source();
        }
        let causes = self.secret.borrow().shorten(&causes, MAX_CAUSE_CHARS);
        let causes = causes.trim_ascii();
        // The sentence below ends with a period. A cause without text leaves only a colon.
        let causes = causes.strip_suffix(['.', ':']).unwrap_or(causes);
        ["GET ", without_query(&self.url), causes, "."].concat()
    }

    fn update(&self, change: impl FnOnce(&mut Attempt)) {
        if let Some(attempt) = self.attempts.borrow_mut().last_mut() {
            change(attempt);
        }
    }
}
