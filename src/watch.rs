//! Decides what follows from a poll of a watched transfer, and when the next poll is due.
//!
//! The decision is pure: the driver provides the elapsed time and a random number. `pkg/src/watch.ts` drives it in
//! JavaScript, [`crate::Client::watch_transfer`] in Rust. The specification names the statuses (§3.1) but no
//! transitions, so any status may follow any other, and an unknown status counts as pending.

mod end;
mod outcome;
mod settings;
mod state;

pub use end::WatchEnd;
pub use outcome::{WatchOutcome, WatchPhase};
pub use settings::WatchSettings;
pub use state::WatchState;

use settings::MAX_SAFE_INTEGER;

/// The decision after a poll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchNext {
    /// Poll again after this many milliseconds, at least 1. The driver waits at most [`WatchState::left_ms`], so that
    /// `timeoutMs` is exact.
    Wait(u64),
    /// The transfer is done.
    End,
    /// The watch ends with the error of [`WatchEnd::error`].
    Fail(WatchEnd),
    /// The watch ends with the error of this poll, because another poll would fail as well.
    Rethrow,
}

/// The result of [`WatchState::decide`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct WatchDecision {
    /// Whether to report an update to the caller, before `next`.
    pub report: bool,
    /// What to do next.
    pub next: WatchNext,
    /// Whether the next poll waits while the host is offline, and is due when the host is online again. `true` if the
    /// last poll got no response. Other polls do not wait, because a host without a network may still reach a service
    /// on the same machine.
    pub waits_for_online: bool,
}

impl WatchState {
    /// Decides after a poll, and updates the state.
    ///
    /// `elapsed_ms` is the time since the start of the watch, earlier runs included ([`WatchState::elapsed_ms`]).
    /// `random` is uniform over all of `u32`, for the jitter. After the end of a watch, the same outcome gives the same
    /// decision without a report.
    ///
    /// ```
    /// use ethereal_query::{WatchNext, WatchOutcome, WatchPhase, WatchSettings, WatchState};
    /// let settings = WatchSettings { interval_ms: 1000, ..WatchSettings::default() };
    /// let mut state = WatchState::default();
    /// let decision = state.decide(&settings, WatchOutcome::record("wait-rb", r#"{"status":"wait-rb"}"#), 40, 0);
    /// assert_eq!((decision.report, decision.next), (true, WatchNext::Wait(800)));
    /// let decision = state.decide(&settings, WatchOutcome::record("done", r#"{"status":"done"}"#), 900, 0);
    /// assert_eq!((state.phase(), decision.next), (Some(WatchPhase::Done), WatchNext::End));
    /// ```
    pub fn decide(
        &mut self,
        settings: &WatchSettings,
        outcome: WatchOutcome,
        elapsed_ms: u64,
        random: u32,
    ) -> WatchDecision {
        self.elapsed_ms = self.elapsed_ms.max(elapsed_ms).min(MAX_SAFE_INTEGER);
        self.polls += 1;
        let (mut report, mut is_first_miss) = (false, false);
        let (mut min_wait_ms, mut max_wait_ms) = (0, u64::MAX);
        let (mut end, mut waits_for_online) = (None, false);
        match outcome {
            WatchOutcome::Record { phase, fingerprint } => {
                let current = (phase as u64 + 1, fingerprint);
                report = current != (self.phase, self.fingerprint);
                (self.phase, self.fingerprint) = current;
                self.missing_since = 0;
                end = match phase {
                    WatchPhase::Done => Some(WatchNext::End),
                    WatchPhase::Manual if settings.stops_at_manual => Some(WatchNext::Fail(WatchEnd::Manual)),
                    WatchPhase::Failed => Some(WatchNext::Fail(WatchEnd::Failed)),
                    _ => None,
                };
            }
            WatchOutcome::Absent => {
                // A record that was found before is not reported as missing: an instance of the service may lag behind.
                report = self.phase == 0;
                self.phase = self.phase.max(WatchPhase::Missing as u64 + 1);
                if self.missing_since == 0 {
                    self.missing_since = self.elapsed_ms + 1;
                    is_first_miss = true;
                }
                let grace_end = settings.not_found_grace_ms.saturating_add(self.missing_since);
                // One poll is due exactly at the end of the grace period.
                max_wait_ms = grace_end.saturating_sub(self.elapsed_ms + 1);
                if max_wait_ms == 0 {
                    end = Some(WatchNext::Fail(WatchEnd::NotFound));
                }
            }
            WatchOutcome::Failure { transient: false, .. } => end = Some(WatchNext::Rethrow),
            WatchOutcome::Failure { retry_after_ms, has_response, .. } => {
                (min_wait_ms, waits_for_online) = (retry_after_ms, !has_response);
            }
        }
        let grown_ms = if report || is_first_miss { 0 } else { (self.interval_ms * 3).div_ceil(2) };
        self.interval_ms = grown_ms.max(settings.interval_ms.into()).min(settings.max_interval_ms.into());
        let next = end.unwrap_or(match self.left_ms(settings) {
            0 => WatchNext::Fail(WatchEnd::Expired),
            _ => WatchNext::Wait(add_jitter(self.interval_ms, random).max(min_wait_ms).min(max_wait_ms)),
        });
        WatchDecision { report, next, waits_for_online }
    }
}

/// Returns `interval_ms` plus or minus up to a fifth, so that many clients do not poll at the same moment.
fn add_jitter(interval_ms: u64, random: u32) -> u64 {
    let fifth = interval_ms / 5;
    interval_ms - fifth + (((2 * fifth + 1) * u64::from(random)) >> 32)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
