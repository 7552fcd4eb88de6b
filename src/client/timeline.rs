//! What happened to a call, attempt by attempt. Every error of the call carries it.

use crate::{Attempt, Call, Error, error::Secret};
use std::cell::{Cell, RefCell};

/// The timeline of a call. Callers that share a request share its timeline.
#[derive(Debug)]
pub(super) struct Timeline {
    pub(super) call: Call,
    pub(super) url: String,
    /// The API key. Errors and events of the call never show it.
    pub(super) secret: RefCell<Secret>,
    /// When the call began, on the clock of the client.
    pub(super) started_ms: f64,
    attempts: RefCell<Vec<Attempt>>,
    /// Header `x-request-id` of the last response.
    request_id: RefCell<Option<String>>,
    /// Whether the last attempt is in flight.
    is_sending: Cell<bool>,
}

impl Timeline {
    pub(super) fn new(call: Call, url: String, secret: Secret, started_ms: f64) -> Self {
        let (attempts, request_id, is_sending) = Default::default();
        Self { call, url, secret: secret.into(), started_ms, attempts, request_id, is_sending }
    }

    /// Milliseconds since the call began.
    pub(super) fn elapsed_ms(&self, now_ms: f64) -> f64 {
        (now_ms - self.started_ms).max(0.0)
    }

    /// What remains of the deadline, in whole milliseconds.
    pub(super) fn remaining_ms(&self, deadline_ms: u32, now_ms: f64) -> u32 {
        deadline_ms.saturating_sub(self.elapsed_ms(now_ms) as u32)
    }

    /// The number of the current attempt, from 1.
    pub(super) fn attempt(&self) -> u32 {
        self.attempts.borrow().len() as u32
    }

    pub(super) fn begin_attempt(&self, now_ms: f64) {
        self.request_id.take();
        self.is_sending.set(true);
        let started_ms = self.elapsed_ms(now_ms);
        self.attempts.borrow_mut().push(Attempt { started_ms, ..Attempt::default() });
    }

    /// Notes the head of a response; returns the milliseconds since the attempt began.
    pub(super) fn receive_head(&self, now_ms: f64, status: u16, request_id: Option<String>) -> f64 {
        *self.request_id.borrow_mut() = request_id;
        let mut elapsed_ms = 0.0;
        self.update(|attempt| {
            attempt.status = Some(status);
            elapsed_ms = self.elapsed_ms(now_ms) - attempt.started_ms;
        });
        elapsed_ms
    }

    /// Notes the end of an attempt, with what kept it from a complete response.
    pub(super) fn end_attempt(&self, now_ms: f64, code: Option<&'static str>) {
        self.is_sending.set(false);
        self.update(|attempt| {
            attempt.elapsed_ms = Some(self.elapsed_ms(now_ms) - attempt.started_ms);
            attempt.code = code;
        });
    }

    /// Forgets the last attempt, of which nothing was sent.
    pub(super) fn withdraw_attempt(&self) {
        self.attempts.borrow_mut().pop();
    }

    /// Notes the wait after an attempt.
    pub(super) fn retry_in(&self, delay_ms: u32) {
        self.update(|attempt| attempt.delay_ms = Some(delay_ms));
    }

    /// The last attempt.
    pub(super) fn last(&self) -> Attempt {
        self.attempts.borrow().last().cloned().unwrap_or_default()
    }

    /// The error with the timeline as it stands, without the key. Every error of a call passes here.
    pub(super) fn describe(&self, error: Error, now_ms: f64) -> Error {
        let mut error = error.of(self.call.route.name);
        let mut attempts = self.attempts.borrow().clone();
        if let Some(attempt) = attempts.last_mut().filter(|_| self.is_sending.get()) {
            attempt.elapsed_ms = Some(self.elapsed_ms(now_ms) - attempt.started_ms);
        }
        error.url = Some(self.url.clone());
        error.elapsed_ms = Some(self.elapsed_ms(now_ms));
        error.attempts = Some(attempts);
        error.request_id.clone_from(&self.request_id.borrow());
        error.cursor.clone_from(&self.call.cursor);
        self.secret.borrow().redact_error(&mut error);
        error
    }

    fn update(&self, change: impl FnOnce(&mut Attempt)) {
        if let Some(attempt) = self.attempts.borrow_mut().last_mut() {
            change(attempt);
        }
    }
}
