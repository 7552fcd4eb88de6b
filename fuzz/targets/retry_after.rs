//! Parses any text as the header `Retry-After` at any time, and compares the delay with the result
//! of a second parser.
//!
//! The first eight bytes are the time, the rest is the text.
#![no_main]

use ethereal_query::retry::{MAX_SECONDS, retry_after};
use ethereal_query_fuzz::text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((now, header)) = data.split_first_chunk() else {
        return;
    };
    // The clock of JavaScript ends before 2^53, so 11 of the 64 bits are left out.
    let now = u64::from_le_bytes(*now) >> 11;
    let input = text(header);
    let members = members(&input);
    let longest = members
        .iter()
        .filter_map(|member| retry_after(member, now))
        .max();
    assert_eq!(retry_after(&input, now), longest, "{input:?}");
    for member in members {
        check(member.trim_ascii(), retry_after(&member, now), now);
    }
});

/// The members of a list. The comma after the name of a day is a part of its date.
fn members(input: &str) -> Vec<String> {
    let mut members: Vec<String> = Vec::new();
    let mut follows_day = false;
    for part in input.split(',') {
        match members.last_mut() {
            Some(day) if follows_day => *day = format!("{},{part}", day.trim_ascii()),
            _ => members.push(part.to_owned()),
        }
        let name = part.trim_ascii();
        // In `Sun,Mon,60`, `Mon` is already a part of the date of `Sun`, so `60` is a new member.
        follows_day =
            !follows_day && !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphabetic());
    }
    members
}

/// The mean length of a year in the Gregorian calendar: 365.2425 days.
const MEAN_YEAR_MS: u64 = 31_556_952_000;
/// A date with a year of two digits is at most 50 years ahead (RFC 9110 §5.6.7).
const MAX_SHORT_YEAR_DELAY_MS: u64 = 50 * MEAN_YEAR_MS;

/// Checks the delay for one member of the header.
fn check(input: &str, delay_ms: Option<u64>, now: u64) {
    if let Some(seconds) = seconds(input) {
        assert_eq!(delay_ms, Some(seconds * 1000), "{input:?}");
        return;
    }
    let Some((year, time_in_year)) = date(input) else {
        assert_eq!(delay_ms, None, "{input:?} is not a form of the header");
        return;
    };
    let Some(delay_ms) = delay_ms else {
        // Only the crate knows the full year, which may have no 29 February.
        assert!(
            matches!((year, time_in_year), (Year::Short(_), (2, 29, _))),
            "{input:?} is a date"
        );
        return;
    };
    match year {
        Year::Full(year) => assert_eq!(delay_ms, ms(year, time_in_year).saturating_sub(now)),
        Year::Short(short) => {
            // A date after `now` is in this year or in the next 50 years. The approximate year can
            // differ from the year of `now` by 1.
            let approximate_year = now / MEAN_YEAR_MS + 1970;
            let mut years =
                (approximate_year - 1..=approximate_year + 51).filter(|year| year % 100 == short);
            let time = now.saturating_add(delay_ms);
            assert!(
                delay_ms == 0 || years.any(|year| ms(year, time_in_year) == time),
                "{delay_ms}"
            );
            assert!(delay_ms <= MAX_SHORT_YEAR_DELAY_MS);
        }
    }
}

/// Parses digits with or without a fraction, which is rounded up. A number that is larger than
/// `MAX_SECONDS` counts as `MAX_SECONDS`.
fn seconds(input: &str) -> Option<u64> {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (whole, fraction) = input.split_once('.').unwrap_or((input, "0"));
    if !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let rounded_up = u64::from(fraction.bytes().any(|b| b != b'0'));
    Some(
        whole
            .parse::<u64>()
            .unwrap_or(u64::MAX)
            .saturating_add(rounded_up)
            .min(MAX_SECONDS),
    )
}

enum Year {
    Full(u64),
    /// The last two digits of a year.
    Short(u64),
}

/// The month from 1, the day from 1, and the second of the day.
type TimeInYear = (u64, u64, u64);

/// Parses the three forms of RFC 9110 §5.6.7 word by word.
fn date(text: &str) -> Option<(Year, TimeInYear)> {
    const SHORT: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    const LONG: [&str; 7] = [
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
    ];
    let number = |text: &str, digits: usize| {
        let valid = text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
        valid.then(|| text.parse::<u64>().ok()).flatten()
    };
    let (name, rest) = text.split_once([' ', ','])?;
    let comma = text.as_bytes().get(name.len()) == Some(&b',');
    let (year, month, day, time) = if comma {
        let rest = rest.strip_prefix(' ')?.strip_suffix(" GMT")?;
        if SHORT.contains(&name) {
            let [day, month, year, time] = *rest.split(' ').collect::<Vec<_>>() else {
                return None;
            };
            (Year::Full(number(year, 4)?), month, number(day, 2)?, time)
        } else if LONG.contains(&name) {
            let (date, time) = rest.split_once(' ')?;
            let [day, month, year] = *date.split('-').collect::<Vec<_>>() else {
                return None;
            };
            (Year::Short(number(year, 2)?), month, number(day, 2)?, time)
        } else {
            return None;
        }
    } else {
        if !SHORT.contains(&name) || !rest.is_ascii() || rest.len() != 20 {
            return None;
        }
        // `Nov  6 08:49:37 1994`
        let (month, day, time, year) = (&rest[..3], &rest[4..6], &rest[7..15], &rest[16..]);
        let has_spaces = [3, 6, 15].iter().all(|at| rest.as_bytes()[*at] == b' ');
        if !has_spaces {
            return None;
        }
        let day = number(day, 2).or_else(|| number(day.strip_prefix(' ')?, 1))?;
        (Year::Full(number(year, 4)?), month, day, time)
    };
    let [hour, minute, second] = *time.split(':').collect::<Vec<_>>() else {
        return None;
    };
    let (hour, minute, second) = (number(hour, 2)?, number(minute, 2)?, number(second, 2)?);
    let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let month = months.iter().position(|name| *name == month)? as u64 + 1;
    let last = match (month, &year) {
        (2, Year::Full(year)) if is_leap(*year) => 29,
        (2, Year::Full(_)) => 28,
        // The year depends on the current time, so the caller checks the 29th.
        (2, Year::Short(_)) => 29,
        (4 | 6 | 9 | 11, _) => 30,
        _ => 31,
    };
    let valid = (1..=last).contains(&day) && hour < 24 && minute < 60 && second < 61;
    valid.then_some((year, (month, day, (hour * 60 + minute) * 60 + second)))
}

/// The Unix time of a date in milliseconds; 0 before 1970.
fn ms(year: u64, (month, day, seconds): TimeInYear) -> u64 {
    // Counts from the beginning of year 0. `year.div_ceil(4)` is the number of years before `year`
    // that 4 divides: 0, 4, 8 and so on.
    let days_before =
        |year: u64| year * 365 + year.div_ceil(4) - year.div_ceil(100) + year.div_ceil(400);
    let lengths = [
        31,
        28 + u64::from(is_leap(year)),
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
    let days_of_months: u64 = lengths.iter().take(month as usize - 1).sum();
    let days = days_before(year) + days_of_months + day - 1;
    let seconds_of_date = days.saturating_mul(86_400).saturating_add(seconds);
    seconds_of_date
        .saturating_sub(days_before(1970) * 86_400)
        .saturating_mul(1000)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}
