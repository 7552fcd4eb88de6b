//! The header `Retry-After`: any text at any time.
//!
//! The first eight bytes are the time, the rest is the text.
#![no_main]

use ethereal_query::retry::{MAX_SECONDS, retry_after};
use ethereal_query_fuzz::text;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((now, header)) = data.split_first_chunk() else { return };
    // The clock of JavaScript ends before 2^53.
    let (now, input) = (u64::from_le_bytes(*now) >> 11, text(header));
    let found = retry_after(&input, now);
    let input = input.trim_ascii();
    if !input.is_empty() && input.bytes().all(|b| b.is_ascii_digit()) {
        // A number that the type cannot hold counts as the largest one.
        let seconds = input.parse::<u64>().unwrap_or(u64::MAX).min(MAX_SECONDS);
        assert_eq!(found, Some(seconds * 1000));
        return;
    }
    let Some((year, rest)) = date(input) else {
        assert_eq!(found, None, "{input:?} is no form of the header");
        return;
    };
    let Some(found) = found else {
        // Only the crate knows the full year, which may have no 29 February.
        assert!(matches!((year, rest), (Year::Short(_), (2, 29, _))), "{input:?} is a date");
        return;
    };
    match year {
        Year::Full(year) => assert_eq!(found, ms(year, rest).saturating_sub(now)),
        Year::Short(short) => {
            // The year has these last digits, and is at most 50 years ahead (RFC 9110 §5.6.7).
            let about = now / 31_556_952_000 + 1970;
            let mut years = (about.saturating_sub(100)..about + 60).filter(|year| year % 100 == short);
            assert!(found == 0 || years.any(|year| ms(year, rest) == now.saturating_add(found)), "{found}");
            assert!(found <= 50 * 31_557_600_000);
        }
    }
});

enum Year {
    Full(u64),
    Short(u64),
}

/// Parses the three forms of RFC 9110 §5.6.7 word by word. Returns the year, and the month, day and second of the day.
fn date(text: &str) -> Option<(Year, (u64, u64, u64))> {
    const SHORT: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    const LONG: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let lower = text.to_ascii_lowercase();
    let number = |text: &str, digits: usize| {
        let valid = text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
        valid.then(|| text.parse::<u64>().ok()).flatten()
    };
    let (name, rest) = lower.split_once([' ', ','])?;
    let comma = lower.as_bytes().get(name.len()) == Some(&b',');
    let (year, month, day, time) = if comma {
        let rest = rest.strip_prefix(' ')?.strip_suffix(" gmt")?;
        if SHORT.contains(&name) {
            let [day, month, year, time] = *rest.split(' ').collect::<Vec<_>>() else { return None };
            (Year::Full(number(year, 4)?), month, number(day, 2)?, time)
        } else if LONG.contains(&name) {
            let (date, time) = rest.split_once(' ')?;
            let [day, month, year] = *date.split('-').collect::<Vec<_>>() else { return None };
            (Year::Short(number(year, 2)?), month, number(day, 2)?, time)
        } else {
            return None;
        }
    } else {
        if !SHORT.contains(&name) || !rest.is_ascii() || rest.len() != 20 {
            return None;
        }
        let (month, day, time, year) = (&rest[..3], &rest[4..6], &rest[7..15], &rest[16..]);
        let spaces = [3, 6, 15].iter().all(|at| rest.as_bytes()[*at] == b' ');
        let day = number(day, 2).or_else(|| number(day.strip_prefix(' ')?, 1));
        (Year::Full(number(year, 4)?), month, day.filter(|_| spaces)?, time)
    };
    let [hour, minute, second] = *time.split(':').collect::<Vec<_>>() else { return None };
    let (hour, minute, second) = (number(hour, 2)?, number(minute, 2)?, number(second, 2)?);
    let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
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
fn ms(year: u64, (month, day, seconds): (u64, u64, u64)) -> u64 {
    let before = |year: u64| year * 365 + year.div_ceil(4) - year.div_ceil(100) + year.div_ceil(400);
    let lengths = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let months: u64 = lengths.iter().take(month as usize - 1).sum();
    let days = (before(year) + months + day - 1).saturating_mul(86_400).saturating_add(seconds);
    days.saturating_sub(before(1970) * 86_400).saturating_mul(1000)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}
