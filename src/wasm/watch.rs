//! The export of a watch: the decisions after each poll. `pkg/src/watch.ts` polls.

use super::{
    arg::{Arg, read_arg},
    error::js_error,
    options::Options,
    route::{Step, steps_of},
};
use crate::{
    Error, ErrorDetails, WatchEnd, WatchNext, WatchOutcome, WatchPhase, WatchSettings, WatchState,
    rules::{Rule, integer, one_of},
};
use js_sys::{JSON, JsString, Reflect};
use serde::Serialize;
use std::cell::RefCell;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const WATCH_DECISION: &str = r#"
/** The decision after a poll. */
export interface WatchDecision {
  /** Whether to report the fields below as an update. */
  report: boolean;
  /** Milliseconds until the next poll; absent when the watch has finished. */
  delayMs?: number;
  /** Whether the next poll waits while the host is offline, and is due when it is online. */
  waitsForOnline: boolean;
  /** Whether the watch ends with the error of the poll. */
  rethrow: boolean;
  /** The error that ends the watch, after the report. */
  error?: import("../../src/error.js").ErrorFields;
  polls: number;
  elapsedMs: number;
  phase: import("../../src/transfer.js").TransferUpdate["phase"];
  steps: import("../../src/transfer.js").TransferStep[];
  state: string;
}
"#;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DecisionFields<'a> {
    report: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    delay_ms: Option<f64>,
    waits_for_online: bool,
    rethrow: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a ErrorDetails>,
    polls: f64,
    elapsed_ms: f64,
    phase: &'static str,
    steps: Vec<Step>,
    state: String,
}

/// The decisions of a watch of one transfer.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Watch {
    hash: String,
    settings: WatchSettings,
    /// Whether the caller waits for `done` (`waitForTransfer`), so that a stop at `manual` is an error.
    waits_for_done: bool,
    state: RefCell<WatchState>,
    /// The status of the last record; empty before the first.
    status: RefCell<String>,
}

#[wasm_bindgen]
impl Watch {
    /// Creates a watch from its options without `signal` and `chain`.
    ///
    /// # Errors
    /// An object with the fields of [`ErrorDetails`].
    #[wasm_bindgen(constructor)]
    pub fn new(hash: &JsValue, options: &JsValue, waits_for_done: bool) -> Result<Watch, JsValue> {
        let watch = || {
            let hash = value_text(hash);
            let mut options = Options::read("options", options)?;
            let mut state = WatchState::parse(&value_text(&options.take("state")), &hash)?;
            if options.take_flag("emitCurrent")? {
                state = state.forget_record();
            }
            let settings = take_settings(&mut options)?;
            options.finish()?;
            Ok(Self { hash, settings, waits_for_done, state: state.into(), status: RefCell::default() })
        };
        watch().map_err(js_error)
    }

    /// Returns the milliseconds from the start of the watch to the last poll, earlier runs included.
    #[wasm_bindgen(getter, js_name = elapsedMs)]
    pub fn elapsed_ms(&self) -> f64 {
        self.state.borrow().elapsed_ms() as f64
    }

    /// Returns the milliseconds that remain after the last poll.
    #[wasm_bindgen(getter, js_name = remainingMs)]
    pub fn remaining_ms(&self) -> f64 {
        self.state.borrow().left_ms(&self.settings) as f64
    }

    /// Returns the state as a text, from which a later watch can continue.
    #[wasm_bindgen(getter)]
    pub fn state(&self) -> String {
        self.state.borrow().text(&self.hash)
    }

    /// Decides after a poll that found `transfer`, which is `null` when no transfer has the hash. `random` is from 0 to
    /// 1.
    #[wasm_bindgen(js_name = onRecord, unchecked_return_type = "WatchDecision")]
    pub fn on_record(&self, transfer: &JsValue, elapsed_ms: f64, random: f64) -> Result<JsValue, JsValue> {
        if transfer.is_null() {
            return self.decide(WatchOutcome::Absent, Vec::new(), elapsed_ms, random);
        }
        let status = Reflect::get(transfer, &"status".into())?.as_string().unwrap_or_default();
        let json = JSON::stringify(transfer).map(|json: JsString| String::from(json))?;
        let outcome = WatchOutcome::record(&status, &json);
        self.status.replace(status);
        self.decide(outcome, steps_of(transfer), elapsed_ms, random)
    }

    /// Decides after a poll that failed, from the fields of its error.
    #[wasm_bindgen(js_name = onFailure, unchecked_return_type = "WatchDecision")]
    pub fn on_failure(
        &self,
        kind: &str,
        retryable: bool,
        retry_after_ms: Option<f64>,
        elapsed_ms: f64,
        random: f64,
    ) -> Result<JsValue, JsValue> {
        let outcome = WatchOutcome::failure(kind, retryable, retry_after_ms.unwrap_or_default() as u64);
        self.decide(outcome, Vec::new(), elapsed_ms, random)
    }

    /// Creates the error of a watch whose `timeoutMs` has passed.
    #[wasm_bindgen(js_name = timeoutError, unchecked_return_type = "any")]
    pub fn timeout_error(&self) -> JsValue {
        js_error(self.error(WatchEnd::Expired))
    }

    /// Creates the error of a watch whose signal aborted.
    #[wasm_bindgen(js_name = abortError, unchecked_return_type = "any")]
    pub fn abort_error(&self) -> JsValue {
        js_error(self.error(WatchEnd::Aborted))
    }

    fn error(&self, end: WatchEnd) -> Error {
        end.error(&self.settings, &self.hash, &self.status.borrow())
    }

    fn decide(
        &self,
        outcome: WatchOutcome,
        steps: Vec<Step>,
        elapsed_ms: f64,
        random: f64,
    ) -> Result<JsValue, JsValue> {
        let mut state = self.state.borrow_mut();
        let random = (random * 4_294_967_296.0) as u32;
        let decision = state.decide(&self.settings, outcome, elapsed_ms as u64, random);
        let error = match decision.next {
            WatchNext::Fail(WatchEnd::Manual) if !self.waits_for_done => None,
            WatchNext::Fail(end) => Some(self.error(end)),
            _ => None,
        };
        let fields = DecisionFields {
            report: decision.report,
            delay_ms: if let WatchNext::Wait(ms) = decision.next { Some(ms as f64) } else { None },
            waits_for_online: decision.waits_for_online,
            rethrow: decision.next == WatchNext::Rethrow,
            error: error.as_deref(),
            polls: state.polls() as f64,
            elapsed_ms: state.elapsed_ms() as f64,
            phase: state.phase().map_or("", WatchPhase::as_str),
            steps,
            state: state.text(&self.hash),
        };
        Ok(serde_wasm_bindgen::to_value(&fields)?)
    }
}

const TIMEOUT: Rule = Rule {
    expectation: "an integer from 1 to 9007199254740991 (milliseconds)",
    normalize: |text| integer(text, 1, (1 << 53) - 1),
};
const GRACE: Rule = Rule {
    expectation: "an integer from 0 to 9007199254740991 (milliseconds)",
    normalize: |text| integer(text, 0, (1 << 53) - 1),
};
/// Timers of JavaScript wait at most 2^31-1 milliseconds.
const INTERVAL: Rule = Rule {
    expectation: "an integer from 1 to 2147483647 (milliseconds)",
    normalize: |text| integer(text, 1, (1 << 31) - 1),
};
const ON_MANUAL: Rule = Rule { expectation: "\"wait\" or \"stop\"", normalize: |text| one_of(text, &["wait", "stop"]) };

fn take_settings(options: &mut Options) -> Result<WatchSettings, Error> {
    let defaults = WatchSettings::default();
    let timeout_ms = options.take_number("timeoutMs", &TIMEOUT, defaults.timeout_ms)?;
    let not_found_grace_ms = options.take_number("notFoundGraceMs", &GRACE, defaults.not_found_grace_ms)?;
    let interval_ms = options.take_number("intervalMs", &INTERVAL, defaults.interval_ms.into())? as u32;
    // The default is at least `intervalMs`.
    let max_interval_ms = defaults.max_interval_ms.max(interval_ms).into();
    let max_interval_ms = options.take_number("maxIntervalMs", &INTERVAL, max_interval_ms)? as u32;
    let stops_at_manual = options.take_checked("onManual", &ON_MANUAL)?.is_some_and(|choice| choice == "stop");
    Ok(WatchSettings { timeout_ms, interval_ms, max_interval_ms, not_found_grace_ms, stops_at_manual })
}

/// Returns a value as a text; empty when it is absent.
fn value_text(value: &JsValue) -> String {
    match read_arg(value) {
        Arg::Text(text) | Arg::Other(text) => text,
        Arg::Absent => String::new(),
    }
}
