//! The settings of a watch.

/// The largest integer a double holds exactly, which is what numbers of JavaScript are.
pub(super) const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// How a transfer is watched; times in milliseconds.
///
/// ```
/// use ethereal_query::WatchSettings;
/// let settings = WatchSettings { timeout_ms: 600_000, ..WatchSettings::default() };
/// assert_eq!(settings.interval_ms, 5_000);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchSettings {
    /// The longest time of the whole watch, earlier runs included. Default 3,600,000.
    pub timeout_ms: u64,
    /// The time between polls after a change, give or take a fifth. Default 5,000.
    pub interval_ms: u32,
    /// What the interval grows to, by half at each poll. Default 60,000.
    pub max_interval_ms: u32,
    /// How long a transfer that is not found is no error. Default 120,000.
    pub not_found_grace_ms: u64,
    /// Whether the status `manual` ends the watch. Default `false`.
    pub stops_at_manual: bool,
}

impl Default for WatchSettings {
    fn default() -> Self {
        Self {
            timeout_ms: 3_600_000,
            interval_ms: 5_000,
            max_interval_ms: 60_000,
            not_found_grace_ms: 120_000,
            stops_at_manual: false,
        }
    }
}
