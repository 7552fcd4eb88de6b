//! What a watch knows, and its text.

use super::{WatchPhase, WatchSettings};
use crate::{
    Error,
    rules::number,
    text::{number_text, split},
};

/// Of the text; a state of another version is refused.
const VERSION: u64 = 1;

/// What a watch knows of a transfer. The default is that of a watch about to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WatchState {
    /// Milliseconds of the watch at the last poll.
    pub(super) elapsed: u64,
    /// Milliseconds between polls, without jitter; 0 before the first.
    pub(super) interval: u64,
    /// What was last reported: its number, 0 when nothing was.
    pub(super) phase: u64,
    /// Fingerprint of the last record.
    pub(super) seen: u64,
    /// `elapsed` of the first poll that did not find the transfer, plus 1; 0 while it is found.
    pub(super) absent: u64,
    /// Polls so far.
    pub(super) polls: u64,
}

impl WatchState {
    /// The state that [`WatchState::text`] gave for the same hash; that of a watch about to begin when `text` is empty.
    ///
    /// # Errors
    /// `invalid_argument`, parameter `state`, for every other text.
    pub fn parse(text: &str, hash: &str) -> Result<Self, Error> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let [_, elapsed, interval, phase, seen, absent, polls] = numbers(text);
        let state = Self { elapsed, interval, phase, seen, absent, polls };
        // Whatever is wrong with a text, its own has not: version, form, checksum, hash.
        if state.text(hash) == text {
            return Ok(state);
        }
        Err(Error::invalid("state", text, "the state of an earlier update for the same hash"))
    }

    /// All that a later watch of the same hash needs to go on from here, as short text: numbers and a checksum, which
    /// knows the hash as well. Time between the two watches does not count.
    #[must_use]
    pub fn text(&self, hash: &str) -> String {
        let mut text = String::new();
        push(&mut text, '.', &[VERSION, self.elapsed, self.interval, self.phase, self.seen, self.absent, self.polls]);
        // Hashes differ in more than their case.
        let check = fingerprint(&text, 0) ^ fingerprint(hash, 0x20);
        push(&mut text, '.', &[check]);
        text
    }

    /// What was last reported; absent before the first answer.
    #[must_use]
    pub fn phase(&self) -> Option<WatchPhase> {
        WatchPhase::numbered(self.phase)
    }

    /// Polls so far, those of earlier runs included.
    #[must_use]
    pub fn polls(&self) -> u64 {
        self.polls
    }

    /// Milliseconds of the watch at the last poll, those of earlier runs included.
    #[must_use]
    pub fn elapsed_ms(&self) -> u64 {
        self.elapsed
    }

    /// Milliseconds of `timeoutMs` left after the last poll.
    #[must_use]
    pub fn left_ms(&self, settings: &WatchSettings) -> u64 {
        settings.timeout_ms.saturating_sub(self.elapsed)
    }
}

/// Adds numbers, `separator` after each.
fn push(text: &mut String, separator: char, numbers: &[u64]) {
    for n in numbers {
        text.push_str(&number_text(*n));
        text.push(separator);
    }
}

/// The numbers of a text with dots between them, 0 where there is none.
fn numbers(text: &str) -> [u64; 7] {
    let (mut parts, mut numbers) = (split(text, b'.'), [0; 7]);
    for n in &mut numbers {
        *n = parts.next().and_then(number).unwrap_or_default();
    }
    numbers
}

/// Differs between different texts, but for one chance in 2^59: FNV-1a, as long as [`number`] reads. `fold` is set in
/// every byte: 0x20 makes letters small and leaves digits.
pub(super) fn fingerprint(text: &str, fold: u8) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte | fold)).wrapping_mul(0x100_0000_01b3);
    }
    hash >> 5
}
