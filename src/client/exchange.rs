//! One request with its retries.

use super::{
    Clock, HttpResponse, Limits, Request, State, Transport,
    decode::decode,
    events::{
        AcceptedDriftEvent, DriftEvent, DriftPlace, ResponseEvent, RetryEvent, SkippedRecordEvent,
    },
    in_flight::Outcome,
    response::RawResponse,
    timeline::Timeline,
};
use crate::{
    error::{Attempt, Error, ErrorCode, ErrorKind},
    headers::{DATE, Headers, REQUEST_ID, RETRY_AFTER},
    json::{Checked, Drift, SkippedRecord},
    retry::{Decision, Failure, GiveUpReason, Retry, SHOULD_RETRY, http_date_ms, retry_after},
    text::decimal_text,
};
use futures_util::future::{Either, select};
use std::{pin::pin, rc::Rc};

/// The maximum length of `found` in an event about drift, in characters.
const MAX_FOUND_CHARS: usize = 64;

/// A request to send, with its limits and its timeline.
pub(super) struct Exchange<T> {
    pub(super) state: Rc<State<T>>,
    pub(super) limits: Limits,
    /// The headers of the client and of the call, and the API key.
    pub(super) headers: Headers,
    pub(super) timeline: Rc<Timeline>,
}

/// Sends the request until an attempt succeeds or [`Retry::failed`] decides to give up.
pub(super) async fn run<T: Transport + Clock>(exchange: Exchange<T>) -> Outcome {
    let Exchange {
        state,
        limits,
        timeline,
        ..
    } = &exchange;
    let clock = &state.transport;
    let mut retry = Retry::default();
    loop {
        let outcome = exchange.attempt().await;
        let mut budget = state.retry_budget.get();
        let mut error = match outcome {
            Ok(response) => {
                retry.succeeded(&mut budget);
                state.retry_budget.set(budget);
                exchange.report_drift(&response.checked);
                return Ok(response);
            }
            Err(error) => error,
        };
        let remaining_ms = timeline.remaining_ms(clock.now_ms());
        let decision = retry.failed(
            limits,
            &mut budget,
            &retry_failure(&error),
            clock.random(),
            remaining_ms.into(),
        );
        state.retry_budget.set(budget);
        match decision {
            Decision::RetryIn { ms } => {
                timeline.record_delay(ms);
                exchange.report_retry(ms);
                clock.sleep(ms).await;
            }
            Decision::GiveUp(reason) => {
                if reason == GiveUpReason::Permanent {
                    error.gave_up = None;
                } else {
                    error.gave_up = Some(reason);
                    add_requested_wait(&mut error, reason);
                }
                return Err(timeline.describe(error, clock.now_ms()));
            }
        }
    }
}

/// Adds a sentence to the message of an error whose response has a `Retry-After` above 0. The
/// sentence says how long the service asks to wait, and why the client does not wait.
fn add_requested_wait(error: &mut Error, reason: GiveUpReason) {
    let requested_ms = error.retry_after_ms.unwrap_or_default();
    if requested_ms == 0 {
        return;
    }
    let seconds = decimal_text(requested_ms.div_ceil(1000));
    let sentence = [
        " The service asks for a wait of ",
        &seconds,
        " s, ",
        reason.explain(),
        ".",
    ];
    error.message.push_str(&sentence.concat());
}

/// Waits `ms` milliseconds and one more turn of the event loop. In that turn, the host delivers a response that arrived
/// while the machine slept.
pub(super) async fn timeout(clock: &impl Clock, ms: u32) {
    clock.sleep(ms).await;
    clock.sleep(0).await;
}

impl<T: Transport + Clock> Exchange<T> {
    /// Makes one attempt, within its timeout and the remaining time until the deadline.
    async fn attempt(&self) -> Outcome {
        let Self {
            state,
            limits,
            timeline,
            ..
        } = self;
        let clock = &state.transport;
        let now_ms = clock.now_ms();
        let remaining_ms = timeline.remaining_ms(now_ms);
        if remaining_ms == 0 {
            return Err(Error::deadline_exceeded(limits.deadline_ms));
        }
        let timeout_ms = limits.timeout_ms.min(remaining_ms);
        timeline.begin_attempt(now_ms, self.headers.clone());
        let response = self.send_and_read();
        let timeout = timeout(clock, timeout_ms);
        let received = match select(pin!(response), pin!(timeout)).await {
            Either::Left((received, _)) => received,
            Either::Right(_) => Err(Error::attempt_timeout(timeout_ms)),
        };
        let code = received.as_ref().err().map(attempt_code);
        timeline.end_attempt(clock.now_ms(), code);
        match received {
            Ok(received) => decode(
                &timeline.call,
                self.headers.has_api_key(),
                received,
                &timeline.secret.borrow(),
            ),
            Err(error)
                if error.code == ErrorCode::AttemptTimeout && timeout_ms < limits.timeout_ms =>
            {
                // The deadline of the call came before the end of the attempt's timeout.
                Err(Error::deadline_exceeded(limits.deadline_ms))
            }
            Err(mut error) => {
                if error.kind == ErrorKind::InvalidArgument {
                    // The request was not created, for example because the host refused its URL.
                    // So the attempt sent nothing.
                    timeline.withdraw_attempt();
                }
                if error.kind == ErrorKind::Network {
                    let details = timeline.network_details(&error);
                    error.message.push(' ');
                    error.message.push_str(&details);
                }
                Err(error)
            }
        }
    }

    /// Sends the request, and reads the response to the end of its body.
    async fn send_and_read(&self) -> Result<RawResponse, Error> {
        let Self {
            state,
            limits,
            timeline,
            ..
        } = self;
        let request = self.request().await?;
        let mut response = state.transport.send(&request).await?;
        let status = response.status();
        self.record_head(status, response.header(REQUEST_ID));
        let headers = if timeline.call.route.keeps_headers {
            response.headers()
        } else {
            Vec::new()
        };
        let has_failed = !(200..300).contains(&status);
        let retry_after_ms = if has_failed {
            self.retry_after_ms(&response)
        } else {
            None
        };
        let refuses_retry = has_failed
            && response
                .header(SHOULD_RETRY)
                .is_some_and(|text| text.trim_ascii().eq_ignore_ascii_case("false"));
        let mut body = Vec::new();
        let mut has_more = true;
        while has_more {
            has_more = response
                .read_chunk(&mut body, limits.max_body_bytes)
                .await?;
        }
        Ok(RawResponse {
            status,
            headers,
            retry_after_ms,
            refuses_retry,
            body,
        })
    }

    /// Creates the request, with the headers that a hook adds to the attempt.
    async fn request(&self) -> Result<Request, Error> {
        let Self {
            state, timeline, ..
        } = self;
        if let Some(on_request) = &state.config.hooks.on_request {
            let headers = on_request(&timeline.request_event());
            timeline.add_headers(headers.await?);
        }
        // `begin_attempt` has copied the headers of the exchange into the timeline.
        let headers = timeline.headers.borrow().clone();
        let revalidates = timeline.call.route.requires_api_key;
        Ok(Request {
            url: timeline.url.clone(),
            headers,
            revalidates,
        })
    }

    /// Records and reports that the status and headers of a response have arrived.
    fn record_head(&self, status: u16, request_id: Option<String>) {
        let Self {
            state, timeline, ..
        } = self;
        timeline.receive_head(status, request_id.clone());
        if let Some(on_response) = &state.config.hooks.on_response {
            on_response(&ResponseEvent {
                base: timeline.request_event(),
                status,
                elapsed_ms: timeline.attempt_elapsed_ms(state.transport.now_ms()),
                request_id: request_id.map(|id| timeline.redacted(id)),
            });
        }
    }

    /// Returns the time that a response asks to wait before a retry.
    fn retry_after_ms(&self, response: &impl HttpResponse) -> Option<u64> {
        let text = response.header(RETRY_AFTER)?;
        let now_ms = self.state.transport.unix_ms();
        // The service took a date in `Retry-After` from its own clock, so the wait is counted from
        // the header `Date` of the same response.
        let sent_ms = response
            .header(DATE)
            .and_then(|date| http_date_ms(&date, now_ms));
        retry_after(&text, sent_ms.unwrap_or(now_ms))
    }

    fn report_retry(&self, delay_ms: u32) {
        if let Some(on_retry) = &self.state.config.hooks.on_retry {
            let Attempt { status, code, .. } = self.timeline.last();
            // Without a code, the attempt has a complete response, and its status is the reason.
            let reason = code.unwrap_or("status");
            on_retry(&RetryEvent {
                base: self.timeline.request_event(),
                delay_ms,
                reason,
                status,
            });
        }
    }

    fn report_drift(&self, checked: &Checked) {
        let Some(on_drift) = &self.state.config.hooks.on_drift else {
            return;
        };
        let timeline = &self.timeline;
        let place = |pointer, expected| DriftPlace {
            base: timeline.request_event(),
            pointer: timeline.redacted(pointer),
            expected,
        };
        for Drift {
            pointer,
            expected,
            found,
        } in checked.drift()
        {
            let found = timeline.secret.borrow().shorten(found, MAX_FOUND_CHARS);
            on_drift(&DriftEvent::Accepted(AcceptedDriftEvent {
                base: place(pointer, expected),
                found,
            }));
        }
        for SkippedRecord {
            pointer,
            expected,
            index,
            offset,
        } in checked.skipped()
        {
            let (index, offset) = (index as u32, offset as u32);
            on_drift(&DriftEvent::Skipped(SkippedRecordEvent {
                base: place(pointer, expected),
                index,
                offset,
            }));
        }
    }
}

/// Converts an error to the input of the retry decision.
fn retry_failure(error: &Error) -> Failure {
    // `Retry-After: 0` does not indicate throttling.
    let throttled = error.kind == ErrorKind::RateLimited
        || (error.status == Some(503) && error.retry_after_ms.is_some_and(|ms| ms > 0));
    Failure {
        retryable: error.retryable,
        throttled,
        retry_after_ms: error.retry_after_ms,
    }
}

/// Returns the reason that an attempt has no complete response, as the timeline shows it.
fn attempt_code(error: &Error) -> &'static str {
    match error.kind {
        ErrorKind::Timeout => "timeout",
        ErrorKind::ResponseTooLarge => "large",
        ErrorKind::RedirectBlocked => "redirect",
        _ => "network",
    }
}
