//! Properties that hold for all failures and all headers.

use super::super::{Decision, FULL_BUDGET, Failure, GiveUpReason, MAX_SECONDS, Retry, retry_after};
use crate::limits::Limits;
use proptest::{collection::vec, prelude::*, sample::select};

const YEAR: i64 = 31_556_952;
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];
const DAYS: [&str; 7] = [
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
];

/// Formats a Unix time in seconds as IMF-fixdate, RFC 850 and asctime dates.
fn forms(unix: i64) -> [String; 3] {
    let (mut day, second) = (unix.div_euclid(86_400), unix.rem_euclid(86_400));
    let name = DAYS[day.rem_euclid(7) as usize];
    let mut year = 1970 + 400 * day.div_euclid(146_097);
    day = day.rem_euclid(146_097);
    let leap = |year: i64| year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
    while day >= 365 + i64::from(leap(year)) {
        day -= 365 + i64::from(leap(year));
        year += 1;
    }
    let lengths = [
        31,
        28 + i64::from(leap(year)),
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ];
    let mut month = 0;
    while day >= lengths[month] {
        day -= lengths[month];
        month += 1;
    }
    let (day, month, short) = (day + 1, MONTHS[month], &name[..3]);
    let time = format!(
        "{:02}:{:02}:{:02}",
        second / 3600,
        second / 60 % 60,
        second % 60
    );
    [
        format!("{short}, {day:02} {month} {year:04} {time} GMT"),
        format!("{name}, {day:02}-{month}-{:02} {time} GMT", year % 100),
        format!("{short} {month} {day:>2} {time} {year:04}"),
    ]
}

fn retry_after_ms() -> impl Strategy<Value = Option<u64>> {
    prop_oneof![
        Just(None),
        (0..100_000_u64).prop_map(Some),
        any::<u64>().prop_map(Some),
        select(vec![
            Some(0),
            Some(60_000),
            Some(60_001),
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

fn number_near(below: u32) -> impl Strategy<Value = u32> {
    prop_oneof![
        0..below,
        any::<u32>(),
        select(vec![0, 1, u32::MAX - 1, u32::MAX])
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn every_decision_keeps_the_rules(
        max_retries in number_near(5),
        max_retry_after_ms in number_near(90_000),
        mut budget in prop_oneof![0..=FULL_BUDGET, Just(FULL_BUDGET)],
        attempts in vec((failure(), any::<u32>(), prop_oneof![0..40_000_u64, any::<u64>(), Just(u64::MAX)]), 0..12),
        succeeds in any::<bool>(),
    ) {
        let policy = Limits { max_retries, max_retry_after_ms, ..Limits::OF_TESTS };
        let mut retry = Retry::default();
        let mut retries = 0;
        // Without a retry, a success gives one token to the budget.
        let mut returned_tokens = 1;
        for (n, (failure, random, remaining)) in attempts.iter().enumerate() {
            let budget_before = budget;
            let next = retry.failed(&policy, &mut budget, failure, *random, *remaining);
            prop_assert_eq!(retry.attempts() as usize, n + 1);
            let requested_ms = failure.retry_after_ms.unwrap_or(0);
            let (cost, base) = if failure.throttled { (5, 1000) } else { (14, 200) };
            match next {
                Decision::RetryIn { ms } => {
                    let max_backoff = 8000.min(base << n);
                    retries += 1;
                    returned_tokens = cost;
                    prop_assert!(failure.retryable && n < max_retries as usize);
                    prop_assert!(u64::from(ms) <= *remaining && u64::from(ms) >= requested_ms);
                    prop_assert!(u64::from(ms) <= requested_ms.max(max_backoff));
                    prop_assert!(ms <= max_retry_after_ms.max(8000));
                    prop_assert_eq!(budget_before - budget, cost);
                }
                Decision::GiveUp(reason) => {
                    prop_assert_eq!(budget_before, budget);
                    let holds = match reason {
                        GiveUpReason::Permanent => !failure.retryable,
                        GiveUpReason::Attempts => n >= max_retries as usize,
                        GiveUpReason::RetryAfter => requested_ms > max_retry_after_ms.into(),
                        GiveUpReason::Budget => budget < cost,
                        GiveUpReason::Deadline => requested_ms.max(8000.min(base << n)) > *remaining,
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
        calls in vec((vec((failure(), any::<u32>(), any::<u64>()), 0..5), any::<bool>()), 0..60),
    ) {
        let mut limit = budget.max(FULL_BUDGET);
        for (attempts, succeeds) in calls {
            let mut retry = Retry::default();
            for (failure, random, remaining) in attempts {
                retry.failed(&Limits::OF_TESTS, &mut budget, &failure, random, remaining);
            }
            if succeeds {
                retry.succeeded(&mut budget);
                limit = FULL_BUDGET;
            }
            prop_assert!(budget <= limit);
        }
    }

    #[test]
    fn a_date_is_read_back_in_every_form(
        // The years 1 to 9999.
        unix in prop_oneof![
            -62_135_596_800..253_402_300_800_i64,
            -86_400..86_400_i64,
            1_500_000_000..2_500_000_000_i64,
        ],
        now in prop_oneof![any::<u64>(), 0..5_000_000_000_000_u64],
    ) {
        let expected = u64::try_from(unix * 1000).unwrap_or(0).saturating_sub(now);
        let [fixdate, _, asctime] = forms(unix);
        for text in [fixdate, asctime] {
            prop_assert_eq!(retry_after(&text, now), Some(expected), "{}", text);
        }
    }

    #[test]
    fn a_year_of_two_digits_is_read_back_within_50_years(
        now in 0..200_000_000_000_i64,
        distance in prop_oneof![-49 * YEAR..50 * YEAR, -100_000..100_000_i64],
    ) {
        let text = &forms(now + distance)[1];
        prop_assert_eq!(retry_after(text, now as u64 * 1000), Some(distance.max(0) as u64 * 1000), "{}", text);
    }

    #[test]
    fn a_year_of_two_digits_is_not_more_than_50_years_ahead(
        now in 0..200_000_000_000_i64,
        distance in 50 * YEAR + 1..99 * YEAR,
    ) {
        let text = &forms(now + distance)[1];
        // A 29 February may be invalid in the year that is read: the year 2000 has this day, and
        // 2100 does not.
        let wait = retry_after(text, now as u64 * 1000);
        prop_assert!(wait == Some(0) || (wait.is_none() && text.contains("29-Feb-00")), "{} {:?}", text, wait);
    }

    #[test]
    fn any_number_of_seconds_is_read(seconds in any::<u64>(), blanks in "[ \t]{0,3}") {
        let text = format!("{blanks}{seconds}{blanks}");
        prop_assert_eq!(retry_after(&text, seconds), Some(seconds.min(MAX_SECONDS) * 1000));
    }

    #[test]
    fn no_text_panics(text in prop_oneof![".*", "[A-Za-z0-9,: -]{0,40}", "\\PC*"], now in any::<u64>()) {
        let delay = retry_after(&text, now);
        let trimmed = text.trim_ascii();
        let is_number = !trimmed.is_empty() && trimmed.bytes().all(|b| b.is_ascii_digit());
        prop_assert!(!is_number || delay.is_some());
    }

    #[test]
    fn a_changed_date_never_panics_and_one_of_another_length_is_ignored(
        unix in 0..253_402_300_800_i64,
        form in 0..3_usize,
        edits in vec((any::<prop::sample::Index>(), any::<char>(), 0..4_u8), 1..4),
        now in any::<u64>(),
    ) {
        let original = &forms(unix)[form];
        let mut text: Vec<char> = original.chars().collect();
        for (at, c, how) in &edits {
            let at = at.index(text.len());
            match how {
                0 => text[at] = *c,
                1 => text[at] = char::from(b'0' + *c as u8 % 10),
                2 => text.insert(at, *c),
                _ => { text.remove(at); }
            }
        }
        let text: String = text.into_iter().collect();
        let read = retry_after(&text, now);
        // White space before a comma does not count, because the comma may separate two values of a
        // list.
        let length = text.trim_ascii().split(',').map(|part| part.trim_ascii_end().len() + 1).sum::<usize>() - 1;
        // In the second form (RFC 850), the length depends on the name of the day. An edit may also
        // add a comma, so that one of the values is a number.
        let has_number = text.contains(',') && text.split(',').any(|part| retry_after(part, now).is_some());
        let may_be_read = form == 1 || length == original.len() || has_number;
        prop_assert!(may_be_read || read.is_none(), "{:?} {:?}", text, read);
    }
}
