//! The state of a watch, and its text.

use super::{WatchPhase, WatchSettings};
use crate::{
    Error,
    rules::number,
    text::{number_text, split},
};

/// The version of the text. [`WatchState::parse`] rejects other versions.
const VERSION: u64 = 1;

/// The state of a watch. The default is the state before the first poll.
///
/// ```
/// use ethereal_query::{WatchOutcome, WatchSettings, WatchState};
/// let hash = format!("0x{}", "1".repeat(64));
/// let mut state = WatchState::default();
/// state.decide(&WatchSettings::default(), WatchOutcome::Absent, 40, 0);
/// assert_eq!(WatchState::parse(&state.text(&hash), &hash)?, state);
/// # Ok::<(), ethereal_query::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WatchState {
    /// The time from the start of the watch to the last poll, in milliseconds.
    pub(super) elapsed_ms: u64,
    /// The interval between polls without jitter, in milliseconds; 0 before the first poll.
    pub(super) interval_ms: u64,
    /// The number of the last phase ([`WatchPhase::from_number`]); 0 before the first.
    pub(super) phase: u64,
    /// The fingerprint of the last record.
    pub(super) fingerprint: u64,
    /// `elapsed_ms + 1` of the first poll that did not find the transfer; 0 while the transfer is found.
    pub(super) missing_since: u64,
    /// The number of polls.
    pub(super) polls: u64,
}

impl WatchState {
    /// Parses the text that [`WatchState::text`] returned for the same hash. An empty text gives the default.
    ///
    /// # Errors
    /// `invalid_argument`, parameter `state`, for every other text.
    pub fn parse(text: &str, hash: &str) -> Result<Self, Error> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let [_, elapsed_ms, interval_ms, phase, fingerprint, missing_since, polls] = parse_numbers(text);
        let state = Self { elapsed_ms, interval_ms, phase, fingerprint, missing_since, polls };
        // This comparison checks the version, the form, the checksum and the hash.
        if state.text(hash) == text {
            return Ok(state);
        }
        Err(Error::invalid("state", text, "the state of an earlier update for the same hash"))
    }

    /// Returns the state as a short text, from which a later watch of the same hash can continue: numbers with dots,
    /// and a checksum over them and the hash. The time between the two watches does not count.
    #[must_use]
    pub fn text(&self, hash: &str) -> String {
        let mut text = String::new();
        let Self { elapsed_ms, interval_ms, phase, fingerprint, missing_since, polls } = *self;
        push_numbers(&mut text, &[VERSION, elapsed_ms, interval_ms, phase, fingerprint, missing_since, polls]);
        // The case of a hash does not matter.
        let checksum = hash_text(&text, 0) ^ hash_text(hash, 0x20);
        push_numbers(&mut text, &[checksum]);
        text
    }

    /// Returns the same state without the record that was reported last. A watch that continues from it reports the
    /// next record that it finds, changed or not, and then only changes. This is for a program that has stored the
    /// state but not the record, and wants to show the transfer.
    ///
    /// A transfer that was found before is not reported as missing.
    ///
    /// ```
    /// use ethereal_query::{WatchOutcome, WatchSettings, WatchState};
    /// let (settings, record) = (WatchSettings::default(), WatchOutcome::record("wait-rb", "{}"));
    /// let mut state = WatchState::default();
    /// state.decide(&settings, record, 0, 0);
    /// assert!(!state.decide(&settings, record, 5_000, 0).report);
    /// assert!(state.forget_record().decide(&settings, record, 5_000, 0).report);
    /// ```
    #[must_use]
    pub fn forget_record(self) -> Self {
        let is_missing = self.phase() == Some(WatchPhase::Missing);
        Self { phase: if is_missing { 0 } else { self.phase }, fingerprint: 0, ..self }
    }

    /// Returns the phase of the transfer; `None` before the first response.
    #[must_use]
    pub fn phase(&self) -> Option<WatchPhase> {
        WatchPhase::from_number(self.phase)
    }

    /// Returns the number of polls, earlier runs included.
    #[must_use]
    pub fn polls(&self) -> u64 {
        self.polls
    }

    /// Returns the milliseconds from the start of the watch to the last poll, earlier runs included.
    #[must_use]
    pub fn elapsed_ms(&self) -> u64 {
        self.elapsed_ms
    }

    /// Returns the milliseconds of `timeoutMs` that remain after the last poll.
    #[must_use]
    pub fn left_ms(&self, settings: &WatchSettings) -> u64 {
        settings.timeout_ms.saturating_sub(self.elapsed_ms)
    }
}

/// Appends numbers with a dot after each.
fn push_numbers(text: &mut String, numbers: &[u64]) {
    for n in numbers {
        text.push_str(&number_text(*n));
        text.push('.');
    }
}

/// Parses numbers with dots between them; 0 for a part that is not a number.
fn parse_numbers(text: &str) -> [u64; 7] {
    let (mut parts, mut numbers) = (split(text, b'.'), [0; 7]);
    for n in &mut numbers {
        *n = parts.next().and_then(number).unwrap_or_default();
    }
    numbers
}

/// Returns the FNV-1a hash of a text in 59 bits, which [`number`] can parse. `fold` is set in every byte: 0x20 ignores
/// the case of letters.
pub(super) fn hash_text(text: &str, fold: u8) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte | fold)).wrapping_mul(0x100_0000_01b3);
    }
    hash >> 5
}
