//! The settings of a watch.

/// The largest safe integer of JavaScript.
pub(super) const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// The settings of a watch. All times are in milliseconds.
///
/// ```
/// use ethereal_query::WatchSettings;
/// let settings = WatchSettings { timeout_ms: 600_000, ..WatchSettings::default() };
/// assert_eq!(settings.interval_ms, 5_000);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WatchSettings {
    /// The timeout of the whole watch, earlier runs included. Default 3,600,000.
    pub timeout_ms: u64,
    /// The interval to the next poll after a change, with a jitter of a fifth. Default 5,000.
    pub interval_ms: u32,
    /// The maximal interval. Without a change, the interval grows by half at each poll. Default 60,000.
    pub max_interval_ms: u32,
    /// How long the watch continues while the transfer is not found. Default 120,000.
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
