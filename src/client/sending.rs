//! A call from its first attempt to its end, as a state machine: what is sent, what an answer means, what follows.

use super::{Limits, Request, Response};
use crate::{
    Error, Route,
    error::{hide, hide_in},
    json::{self, BigIntegers, Checked},
    retry::{Failure, Next, Retry, Stop},
    rules,
    status::failure,
};

/// A call on its way. It knows neither network nor clock: whoever drives it does what each step says, and tells how many
/// milliseconds have passed since the call began.
#[derive(Debug)]
pub(crate) struct Sending {
    route: &'static Route,
    exact: bool,
    pub(crate) request: Request,
    limits: Limits,
    retry: Retry,
}

/// What a call needs next.
pub(crate) enum Step {
    /// [`Sending::request`] is to be sent; then [`Sending::read`].
    Send,
    /// Nothing for so many milliseconds, after an attempt that failed; then [`Sending::attempt`].
    Wait { ms: u32, failure: Error },
    /// It is over.
    End(Result<Checked, Error>),
}

impl Sending {
    pub(crate) fn new(
        route: &'static Route,
        exact: bool,
        url: String,
        api_key: Option<String>,
        limits: Limits,
    ) -> Self {
        let Limits { timeout_ms, max_body_bytes, .. } = limits;
        let request = Request { url, api_key, max_body_bytes, timeout_ms };
        Self { route, exact, request, limits, retry: Retry::default() }
    }

    /// The first attempt.
    pub(crate) fn begin(&mut self, passed: u64) -> Step {
        match check_key(self.route, &mut self.request.api_key) {
            Ok(()) => self.attempt(passed),
            Err(error) => self.end(error),
        }
    }

    /// An attempt.
    pub(crate) fn attempt(&mut self, passed: u64) -> Step {
        let left = self.left(passed);
        if left == 0 {
            return self.end(self.late());
        }
        self.request.timeout_ms = self.limits.timeout_ms.min(left);
        Step::Send
    }

    /// What an answer, or the lack of one, means; then [`Sending::decide`].
    pub(crate) fn read(&self, answer: Result<Response, Error>) -> Result<Checked, Error> {
        let key = self.request.api_key.as_deref().unwrap_or_default();
        answer.map_err(|error| error.without(key)).and_then(|answer| read(self.route, self.exact, answer, key))
    }

    /// What follows. `moment` is asked after a failure alone: the time passed, and chance, uniform over all of `u32`;
    /// `budget` is what all calls of a client share.
    pub(crate) fn decide(
        &mut self,
        outcome: Result<Checked, Error>,
        moment: impl FnOnce() -> (u64, u32),
        budget: &mut u32,
    ) -> Step {
        let mut failure = match outcome {
            Ok(checked) => {
                self.retry.succeeded(budget);
                return Step::End(Ok(checked));
            }
            Err(error) if error.code == "attempt_timeout" && self.request.timeout_ms < self.limits.timeout_ms => {
                self.late()
            }
            Err(error) => error,
        };
        let (passed, chance) = moment();
        let left = self.left(passed).into();
        match self.retry.failed(&self.limits.retry, budget, &failed(&failure), chance, left) {
            Next::Wait { ms } => Step::Wait { ms, failure },
            Next::Stop(stop) => {
                failure.gave_up = (stop != Stop::Permanent).then_some(stop);
                self.end(failure)
            }
        }
    }

    /// The end, with an error.
    pub(crate) fn end(&self, error: Error) -> Step {
        Step::End(Err(error.of(self.route.name)))
    }

    fn late(&self) -> Error {
        Error::timeout("deadline_exceeded", "deadlineMs", self.limits.deadline_ms)
    }

    /// What is left of the deadline.
    fn left(&self, passed: u64) -> u32 {
        self.limits.deadline_ms.saturating_sub(u32::try_from(passed).unwrap_or(u32::MAX))
    }
}

/// An error as the retry decision sees it.
fn failed(error: &Error) -> Failure {
    let throttled = error.status == Some(429) || (error.status == Some(503) && error.retry_after_ms.is_some());
    Failure { retryable: error.retryable, throttled, retry_after_ms: error.retry_after_ms }
}

/// Takes the key away where none is needed, and refuses what no header can carry.
fn check_key(route: &Route, key: &mut Option<String>) -> Result<(), Error> {
    if !route.keyed {
        *key = None;
        return Ok(());
    }
    match key {
        Some(key) if (rules::API_KEY.canonical)(key).is_some() => Ok(()),
        Some(_) => Err(bad_key()),
        None => {
            let message = "`apiKey` is missing: this call needs one; pass it to `new Client({ apiKey })`.";
            Err(Error::refused("apiKey", message))
        }
    }
}

/// The error for a key no header can carry; it does not show the key.
pub(crate) fn bad_key() -> Error {
    Error::refused(
        "apiKey",
        ["`apiKey` is not usable (its value is not shown): it must be ", rules::API_KEY.words, "."].concat(),
    )
}

/// The outcome of an answer: its checked text, or the error its status or body stands for, which never shows `key`.
fn read(route: &Route, exact: bool, mut answer: Response, key: &str) -> Result<Checked, Error> {
    let reading = route.reading;
    if reading.absent && answer.status == 404 {
        // What an endpoint reads as "there is none".
        answer.body = b"null".to_vec();
    } else if !(200..300).contains(&answer.status) {
        answer.body = hide(&answer.body, key);
        return Err(failure(route.keyed, &answer));
    } else if route.keyed && json::message(&answer.body, true).is_some() {
        // The specification gives no status for a bad key: some services answer 200 with nothing but a message.
        let said = json::message(&hide(&answer.body, key), true);
        return Err(crate::status::key_refused(answer.status, said.as_deref()));
    }
    let big = if exact { BigIntegers::Tag } else { reading.big };
    json::check(answer.body, reading.depth, big, reading.read).map_err(|(mut problem, body)| {
        problem.pointer = hide_in(&problem.pointer, key);
        Error::decode(&problem, &hide(&body, key), answer.status)
    })
}
