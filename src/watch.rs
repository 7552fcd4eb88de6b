//! Watching a transfer until it ends: what the answer of a poll means, and when the next poll is due.
//!
//! A state machine without clock, randomness or I/O: its driver says how much time has passed and draws the random of
//! the jitter. `pkg/src/watch.ts` drives it in JavaScript. The specification names the statuses (§3.1) but no
//! transitions, so any status may follow any other, and one it does not name counts as under way.

mod end;
mod outcome;
mod settings;
mod state;

pub use end::WatchEnd;
pub use outcome::{WatchOutcome, WatchPhase};
pub use settings::WatchSettings;
pub use state::WatchState;

use settings::MAX_SAFE_INTEGER;

/// What to do after a poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchNext {
    /// Ask again in so many milliseconds, at least 1. A driver that keeps `timeoutMs` exactly waits no longer than
    /// [`WatchState::left_ms`].
    Wait(u64),
    /// The transfer is done.
    End,
    /// The watch ends for another reason; [`WatchEnd::error`] words it.
    Fail(WatchEnd),
    /// The watch ends with the error of this poll: asking again would not help.
    Rethrow,
}

/// What follows from a poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct WatchTurn {
    /// Whether there is something new to tell, which is to be done before `next`.
    pub report: bool,
    /// What to do.
    pub next: WatchNext,
}

impl WatchState {
    /// Takes in the outcome of a poll. `elapsed_ms` is the time since the watch began, that of earlier runs included
    /// ([`WatchState::elapsed_ms`]); `random` is any number, drawn at random from all of its type, for the jitter.
    ///
    /// Asked the same again, it reports nothing and gives the same end.
    ///
    /// ```
    /// use ethereal_query::{WatchNext, WatchOutcome, WatchPhase, WatchSettings, WatchState};
    /// let settings = WatchSettings { interval_ms: 1000, ..WatchSettings::default() };
    /// let mut state = WatchState::default();
    /// // What came of each poll, the milliseconds since the watch began, and a random number:
    /// let turn = state.decide(&settings, WatchOutcome::record("wait-rb", r#"{"status":"wait-rb"}"#), 40, 0);
    /// assert_eq!((turn.report, turn.next), (true, WatchNext::Wait(800)));
    /// let turn = state.decide(&settings, WatchOutcome::record("done", r#"{"status":"done"}"#), 900, 0);
    /// assert_eq!((state.phase(), turn.next), (Some(WatchPhase::Done), WatchNext::End));
    /// ```
    pub fn decide(
        &mut self,
        settings: &WatchSettings,
        outcome: WatchOutcome,
        elapsed_ms: u64,
        random: u32,
    ) -> WatchTurn {
        self.elapsed = self.elapsed.max(elapsed_ms).min(MAX_SAFE_INTEGER);
        self.polls += 1;
        let (mut report, mut soon) = (false, false);
        let (mut least, mut most) = (0, u64::MAX);
        let mut end = None;
        match outcome {
            WatchOutcome::Record { phase, fingerprint } => {
                let now = (phase as u64 + 1, fingerprint);
                report = now != (self.phase, self.seen);
                (self.phase, self.seen) = now;
                self.absent = 0;
                end = match phase {
                    WatchPhase::Done => Some(WatchNext::End),
                    WatchPhase::Manual if settings.stops_at_manual => Some(WatchNext::Fail(WatchEnd::Manual)),
                    WatchPhase::Failed => Some(WatchNext::Fail(WatchEnd::Failed)),
                    _ => None,
                };
            }
            WatchOutcome::Absent => {
                // That a record is not found any more is no news: another instance of the service may lag behind.
                report = self.phase == 0;
                self.phase = self.phase.max(1);
                if self.absent == 0 {
                    self.absent = self.elapsed + 1;
                    // The grace is for several looks, and ends with one.
                    soon = true;
                }
                most = settings.not_found_grace_ms.saturating_add(self.absent).saturating_sub(self.elapsed + 1);
                if most == 0 {
                    end = Some(WatchNext::Fail(WatchEnd::NotFound));
                }
            }
            WatchOutcome::Failure { transient: false, .. } => end = Some(WatchNext::Rethrow),
            WatchOutcome::Failure { retry_after_ms, .. } => least = retry_after_ms,
        }
        let grown = if report || soon { 0 } else { (self.interval * 3).div_ceil(2) };
        let (interval, max_interval) = (settings.interval_ms.into(), settings.max_interval_ms.into());
        self.interval = grown.max(interval).min(max_interval);
        let next = end.unwrap_or(match self.left_ms(settings) {
            0 => WatchNext::Fail(WatchEnd::Expired),
            _ => WatchNext::Wait(jittered(self.interval, random).max(least).min(most)),
        });
        WatchTurn { report, next }
    }
}

/// `interval` give or take a fifth: the watches of many clients do not stay in step.
fn jittered(interval: u64, random: u32) -> u64 {
    let fifth = interval / 5;
    interval - fifth + (((2 * fifth + 1) * u64::from(random)) >> 32)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
