//! The options of a watch.

use crate::{
    Args, Error,
    rules::{Rule, number, one_of, whole},
};

/// The largest integer a double holds exactly, which is what numbers of JavaScript are.
pub(super) const MOST: u64 = (1 << 53) - 1;

const OPTIONS: &str = "chain, signal, timeoutMs, intervalMs, maxIntervalMs, notFoundGraceMs, onManual, state, and for \
     waitForTransfer onProgress";
const TIMEOUT: Rule =
    Rule { words: "a whole number of milliseconds from 1 to 2^53-1", canonical: |text| whole(text, 1, MOST) };
const GRACE: Rule =
    Rule { words: "a whole number of milliseconds from 0 to 2^53-1", canonical: |text| whole(text, 0, MOST) };
/// A timer of JavaScript cannot wait longer.
const INTERVAL: Rule =
    Rule { words: "a whole number of milliseconds from 1 to 2^31-1", canonical: |text| whole(text, 1, (1 << 31) - 1) };
const ON_MANUAL: Rule = Rule { words: "\"wait\" or \"stop\"", canonical: |text| one_of(text, &["wait", "stop"]) };

static NUMBERS: [(&str, Rule); 4] =
    [("timeoutMs", TIMEOUT), ("notFoundGraceMs", GRACE), ("intervalMs", INTERVAL), ("maxIntervalMs", INTERVAL)];

/// How a transfer is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchSettings {
    pub(super) timeout: u64,
    pub(super) interval: u64,
    pub(super) max_interval: u64,
    pub(super) grace: u64,
    pub(super) stop_at_manual: bool,
}

impl WatchSettings {
    /// The settings a caller describes. All options may be absent; times in whole milliseconds:
    ///
    /// | Option | Default | Meaning |
    /// |---|---|---|
    /// | `timeoutMs` | 3,600,000 | most time of the whole watch, 1 to 2^53-1 |
    /// | `intervalMs` | 5,000 | time between polls after a change, 1 to 2^31-1; give or take a fifth |
    /// | `maxIntervalMs` | 60,000, or `intervalMs` if more | what it grows to, by half at each poll |
    /// | `notFoundGraceMs` | 120,000 | how long not being found is no error, 0 to 2^53-1 |
    /// | `onManual` | `wait` | `stop`: status `manual` ends the watch |
    ///
    /// # Errors
    /// `invalid_argument` for a value that breaks its rule and for an unknown option.
    pub fn new(mut args: Args) -> Result<Self, Error> {
        let mut numbers = [3_600_000, 120_000, 5_000, 0];
        for (slot, (name, rule)) in numbers.iter_mut().zip(&NUMBERS) {
            if let Some(text) = args.take_checked(name, rule)? {
                *slot = number(&text).unwrap_or_default();
            }
        }
        let [timeout, grace, interval, longest] = numbers;
        let max_interval = if longest == 0 { interval.max(60_000) } else { longest };
        let stop_at_manual = args.take_checked("onManual", &ON_MANUAL)?.is_some_and(|what| what == "stop");
        args.finish(OPTIONS)?;
        Ok(Self { timeout, interval, max_interval, grace, stop_at_manual })
    }
}
