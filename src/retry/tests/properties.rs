//! Properties that hold for all failures and all headers.

use super::super::{
    BASE_MS, COST, Decision, FULL_BUDGET, Failure, GiveUpReason, MAX_BACKOFF_MS, MAX_SECONDS,
    Retry, THROTTLED_BASE_MS, THROTTLED_COST, retry_after,
};
use crate::limits::Limits;
use proptest::{collection::vec, prelude::*, sample::select};

/// The seconds of the mean year in the Gregorian calendar.
const YEAR: i64 = 31_556_952;
const SECONDS_PER_DAY: i64 = 86_400;
/// The start of the year 10000, in Unix seconds.
const YEAR_10000: i64 = 253_402_300_800;
/// The latest time of the tests in Unix seconds, in the year 8307.
const MAX_NOW: i64 = 200_000_000_000;
/// The days of 400 years, after which the Gregorian calendar repeats.
const DAYS_PER_400_YEARS: i64 = 146_097;
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];
/// The weekdays, beginning with the weekday of 1 January 1970.
const WEEKDAYS: [&str; 7] = [
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
];

/// The index of the RFC 850 date in the result of [`forms`].
const RFC_850: usize = 1;

/// Formats a Unix time in seconds as IMF-fixdate, RFC 850 and asctime dates.
fn forms(unix: i64) -> [String; 3] {
    let days_since_1970 = unix.div_euclid(SECONDS_PER_DAY);
    let second = unix.rem_euclid(SECONDS_PER_DAY);
    let weekday = WEEKDAYS[days_since_1970.rem_euclid(7) as usize];
    let short_weekday = &weekday[..3];

    let mut year = 1970 + 400 * days_since_1970.div_euclid(DAYS_PER_400_YEARS);
    // The days since 1 January of `year`.
    let mut day = days_since_1970.rem_euclid(DAYS_PER_400_YEARS);
    while day >= days_of_year(year) {
        day -= days_of_year(year);
        year += 1;
    }

    let february = if is_leap_year(year) { 29 } else { 28 };
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month_index = 0;
    // After this loop, `day` is the days since the first day of the month.
    while day >= lengths[month_index] {
        day -= lengths[month_index];
        month_index += 1;
    }
    let month = MONTHS[month_index];
    let day = day + 1;

    let time = format!(
        "{:02}:{:02}:{:02}",
        second / 3600,
        second / 60 % 60,
        second % 60
    );
    let short_year = year % 100;
    [
        format!("{short_weekday}, {day:02} {month} {year:04} {time} GMT"),
        format!("{weekday}, {day:02}-{month}-{short_year:02} {time} GMT"),
        format!("{short_weekday} {month} {day:>2} {time} {year:04}"),
    ]
}

fn is_leap_year(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_of_year(year: i64) -> i64 {
    if is_leap_year(year) { 366 } else { 365 }
}

fn retry_after_ms() -> impl Strategy<Value = Option<u64>> {
    let limit_ms = u64::from(Limits::OF_TESTS.max_retry_after_ms);
    prop_oneof![
        Just(None),
        (0..100_000_u64).prop_map(Some),
        any::<u64>().prop_map(Some),
        select(vec![
            Some(0),
            Some(limit_ms),
            Some(limit_ms + 1),
            Some(u64::from(u32::MAX)),
            Some(u64::MAX)
        ]),
    ]
}

fn failure() -> impl Strategy<Value = Failure> {
    (prop::bool::weighted(0.9), any::<bool>(), retry_after_ms()).prop_map(
        |(retryable, throttled, retry_after_ms)| Failure {
            retryable,
            throttled,
            retry_after_ms,
        },
    )
}

/// A number below `end`, any number, or one of the smallest and largest numbers.
fn number_mostly_below(end: u32) -> impl Strategy<Value = u32> {
    prop_oneof![
        0..end,
        any::<u32>(),
        select(vec![0, 1, u32::MAX - 1, u32::MAX])
    ]
}

/// The time until the deadline, which may be close, far or absent.
fn remaining_ms() -> impl Strategy<Value = u64> {
    prop_oneof![0..40_000_u64, any::<u64>(), Just(u64::MAX)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn every_decision_keeps_the_rules(
        max_retries in number_mostly_below(5),
        max_retry_after_ms in number_mostly_below(90_000),
        mut budget in prop_oneof![0..=FULL_BUDGET, Just(FULL_BUDGET)],
        // Each failed attempt has a failure, a random number and the remaining time.
        attempts in vec((failure(), any::<u32>(), remaining_ms()), 0..12),
        succeeds in any::<bool>(),
    ) {
        let limits = Limits { max_retries, max_retry_after_ms, ..Limits::OF_TESTS };
        let mut retry = Retry::default();
        let mut retries = 0;
        // Without a retry, a success gives one token to the budget.
        let mut returned_tokens = 1;
        for (earlier_failures, (failure, random, remaining_ms)) in attempts.iter().enumerate() {
            let budget_before = budget;
            let decision = retry.failed(&limits, &mut budget, failure, *random, *remaining_ms);
            prop_assert_eq!(retry.attempts() as usize, earlier_failures + 1);
            let requested_ms = failure.retry_after_ms.unwrap_or(0);
            let (cost, base_ms) = if failure.throttled {
                (THROTTLED_COST, THROTTLED_BASE_MS)
            } else {
                (COST, BASE_MS)
            };
            let max_backoff_ms =
                (u64::from(base_ms) << earlier_failures).min(MAX_BACKOFF_MS.into());
            let max_delay_ms = requested_ms.max(max_backoff_ms);
            match decision {
                Decision::RetryIn { ms } => {
                    retries += 1;
                    returned_tokens = cost;
                    prop_assert!(failure.retryable && earlier_failures < max_retries as usize);
                    prop_assert!(u64::from(ms) <= *remaining_ms && u64::from(ms) >= requested_ms);
                    prop_assert!(u64::from(ms) <= max_delay_ms);
                    prop_assert!(ms <= max_retry_after_ms.max(MAX_BACKOFF_MS));
                    prop_assert_eq!(budget_before - budget, cost);
                }
                Decision::GiveUp(reason) => {
                    prop_assert_eq!(budget_before, budget);
                    let holds = match reason {
                        GiveUpReason::Permanent => !failure.retryable,
                        GiveUpReason::Attempts => earlier_failures >= max_retries as usize,
                        GiveUpReason::RetryAfter => requested_ms > max_retry_after_ms.into(),
                        GiveUpReason::Budget => budget < cost,
                        GiveUpReason::Deadline => max_delay_ms > *remaining_ms,
                    };
                    prop_assert!(holds, "{:?}", reason);
                }
            }
            prop_assert!(budget <= FULL_BUDGET);
        }
        prop_assert!(retries <= max_retries);
        let budget_before = budget;
        if succeeds {
            retry.succeeded(&mut budget);
            prop_assert_eq!(budget, (budget_before + returned_tokens).min(FULL_BUDGET));
        }
    }

    #[test]
    fn the_budget_stays_within_its_limits(
        mut budget in any::<u32>(),
        // Each call has its failed attempts, and whether the last attempt succeeds.
        calls in vec((vec((failure(), any::<u32>(), any::<u64>()), 0..5), any::<bool>()), 0..60),
    ) {
        let mut max_budget = budget.max(FULL_BUDGET);
        for (attempts, succeeds) in calls {
            let mut retry = Retry::default();
            for (failure, random, remaining_ms) in attempts {
                retry.failed(&Limits::OF_TESTS, &mut budget, &failure, random, remaining_ms);
            }
            if succeeds {
                retry.succeeded(&mut budget);
                // A success limits a larger budget to the full budget.
                max_budget = FULL_BUDGET;
            }
            prop_assert!(budget <= max_budget);
        }
    }

    #[test]
    fn a_date_is_read_back_in_every_form(
        unix in prop_oneof![
            // The years 1 to 9999.
            -62_135_596_800..YEAR_10000,
            // The days before and after the start of 1970.
            -SECONDS_PER_DAY..SECONDS_PER_DAY,
            // The years 2017 to 2049.
            1_500_000_000..2_500_000_000_i64,
        ],
        // Any time in milliseconds, or a time up to the year 2128.
        now_ms in prop_oneof![any::<u64>(), 0..5_000_000_000_000_u64],
    ) {
        let expected = u64::try_from(unix * 1000).unwrap_or(0).saturating_sub(now_ms);
        let [fixdate, _, asctime] = forms(unix);
        for text in [fixdate, asctime] {
            prop_assert_eq!(retry_after(&text, now_ms), Some(expected), "{}", text);
        }
    }

    #[test]
    fn a_year_of_two_digits_is_read_back_within_50_years(
        now in 0..MAX_NOW,
        // A year 50 years ago has the same two digits as a year 50 years ahead.
        distance in prop_oneof![-49 * YEAR..50 * YEAR, -100_000..100_000_i64],
    ) {
        let text = &forms(now + distance)[RFC_850];
        let delay = retry_after(text, now as u64 * 1000);
        prop_assert_eq!(delay, Some(distance.max(0) as u64 * 1000), "{}", text);
    }

    #[test]
    fn a_year_of_two_digits_is_not_more_than_50_years_ahead(
        now in 0..MAX_NOW,
        // A year 100 years ahead has the same two digits as the current year.
        distance in 50 * YEAR + 1..99 * YEAR,
    ) {
        let text = &forms(now + distance)[RFC_850];
        // `29-Feb-00` may be a day that does not exist: 2000 is a leap year, and 2100 is not.
        let delay = retry_after(text, now as u64 * 1000);
        let is_invalid = delay.is_none() && text.contains("29-Feb-00");
        prop_assert!(delay == Some(0) || is_invalid, "{} {:?}", text, delay);
    }

    #[test]
    fn any_number_of_seconds_is_read(
        seconds in any::<u64>(),
        blanks in "[ \t]{0,3}",
        now in any::<u64>(),
    ) {
        let text = format!("{blanks}{seconds}{blanks}");
        prop_assert_eq!(retry_after(&text, now), Some(seconds.min(MAX_SECONDS) * 1000));
    }

    #[test]
    fn no_text_panics_and_every_number_is_read(
        text in prop_oneof![".*", "[A-Za-z0-9,: -]{0,40}", "\\PC*"],
        now in any::<u64>(),
    ) {
        let delay = retry_after(&text, now);
        let trimmed = text.trim_ascii();
        let is_number = !trimmed.is_empty() && trimmed.bytes().all(|b| b.is_ascii_digit());
        if is_number {
            prop_assert!(delay.is_some());
        }
    }

    #[test]
    fn a_changed_date_never_panics_and_a_date_of_another_length_is_ignored(
        unix in 0..YEAR_10000,
        form in 0..3_usize,
        // Each edit has a position, a character, and the kind of the edit.
        edits in vec((any::<prop::sample::Index>(), any::<char>(), 0..4_u8), 1..4),
        now in any::<u64>(),
    ) {
        let original = &forms(unix)[form];
        let mut text: Vec<char> = original.chars().collect();
        for (index, c, kind) in &edits {
            let at = index.index(text.len());
            let digit = char::from(b'0' + *c as u8 % 10);
            // Kind 0 and 1 replace a character, 2 inserts one, and 3 removes one.
            match kind {
                0 => text[at] = *c,
                1 => text[at] = digit,
                2 => text.insert(at, *c),
                _ => { text.remove(at); }
            }
        }
        let text: String = text.into_iter().collect();
        let read = retry_after(&text, now);
        // White space before a comma does not count, because the comma may separate two values of a
        // list.
        let parts = text.trim_ascii().split(',').map(|part| part.trim_ascii_end());
        let parts: Vec<&str> = parts.collect();
        let length = parts.join(",").len();
        // The length of an RFC 850 date depends on the weekday. An edit may also add a comma, so
        // that one of the values is a number or a date.
        let has_readable_value = text.contains(',')
            && text.split(',').any(|part| retry_after(part, now).is_some());
        let may_be_read = form == RFC_850 || length == original.len() || has_readable_value;
        prop_assert!(may_be_read || read.is_none(), "{:?} {:?}", text, read);
    }
}
