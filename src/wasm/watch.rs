//! The watch of a transfer as exported; `pkg/js/watch.js` drives it.

use super::{
    convert::{SEPARATOR, thrown},
    values::Parts,
};
use crate::{
    Error, WatchEnd, WatchNext, WatchOutcome, WatchPhase, WatchSettings, WatchState,
    watch::{numbers, push},
};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

/// See [`crate::WatchState::decide`]. Takes hash, state, numbers with dots between them, the last status, of a record its
/// JSON and of a failure its kind, then the options. The numbers: what happened (0 nothing yet, 1 found, 2 not found,
/// 3 failed, 4 time is up, 5 aborted), the milliseconds of the watch, a random u32, 1 for who waits for `done`; of a
/// failure 1 if it is retryable, and the wait it asks for.
///
/// Gives polls, milliseconds passed, the wait (to begin with: the time there is), 1 if there is something to report,
/// phase and state. A wait of 0 is the end: asked the same again, an end that is a failure is thrown. An empty answer:
/// the watch ends with the failure of the poll.
///
/// # Errors
/// What the watch ends with, and the broken rule of an option.
#[wasm_bindgen(js_name = watchTransfer)]
pub fn watch_transfer(given: &str) -> Result<JsValue, JsValue> {
    thrown(turn(Parts::new(given)))
}

fn turn(mut given: Parts<'_>) -> Result<String, Error> {
    let (hash, text) = (given.text(), given.text());
    let [what, elapsed, chance, promised, retryable, retry_after, _] = numbers(given.text());
    let (status, of_outcome) = (given.text(), given.text());
    let mut state = WatchState::parse(text, hash)?;
    let settings = WatchSettings::of(given.args())?;
    let fail = |end: WatchEnd| Err(end.error(&settings, hash, status));
    let mut report = false;
    let mut wait = state.left_ms(&settings);
    if what != 0 {
        let outcome = match what {
            1 => WatchOutcome::record(status, of_outcome),
            2 => WatchOutcome::Absent,
            3 => WatchOutcome::failure(of_outcome, retryable == 1, retry_after),
            4 => return fail(WatchEnd::Expired),
            _ => return fail(WatchEnd::Aborted),
        };
        let turn = state.decide(&settings, outcome, elapsed, chance as u32);
        report = turn.report;
        wait = match turn.next {
            WatchNext::Wait(ms) => ms,
            WatchNext::Rethrow => return Ok(String::new()),
            WatchNext::Fail(end) if !report && (promised == 1 || end != WatchEnd::Manual) => return fail(end),
            _ => 0,
        };
    }
    let mut row = String::new();
    push(&mut row, SEPARATOR, &[state.polls(), state.elapsed_ms(), wait, report.into()]);
    row.push_str(state.phase().map_or("", WatchPhase::as_str));
    row.push(SEPARATOR);
    row.push_str(&state.text(hash));
    Ok(row)
}
