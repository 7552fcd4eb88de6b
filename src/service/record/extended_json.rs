//! The forms in which `mongoexport` writes values that JSON has no type for (MongoDB Extended JSON 2, canonical and
//! relaxed). A record of the service has the values themselves.

use super::members::Members;
use crate::{
    json::{BigIntegers, FREE_DEPTH, Scanner, plain},
    text::{decimal_text, json_string},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use std::borrow::Cow;

/// The milliseconds of a day.
const DAY_MS: i64 = 86_400_000;
/// The days of 400 years of the Gregorian calendar.
const ERA_DAYS: i64 = 146_097;
/// The days from 0000-03-01 to 1970-01-01.
const EPOCH_DAY: i64 = 719_468;

/// Replaces each value in an extended form by the value itself. Text that is not JSON stays as it is.
///
/// | Form | Value |
/// |---|---|
/// | `$oid`, `$uuid`, `$binary` with a UUID | string |
/// | `$numberInt`, `$numberLong`, `$numberDouble` | number; null for NaN and infinity |
/// | `$numberDecimal` | string of its decimal digits, because a double would round it |
/// | `$date` | Unix seconds in a field whose name ends with `Timestamp`, otherwise a string in ISO 8601 |
pub(super) fn without_extended_forms(text: &str) -> Cow<'_, str> {
    if !text.contains("\"$") {
        return Cow::Borrowed(text);
    }
    let mut result = String::with_capacity(text.len());
    let (mut copied, mut at, mut last_string) = (0, 0, "");
    while let Some(first) = text.as_bytes().get(at) {
        let rest = text.get(at..).unwrap_or_default();
        match first {
            b'"' => {
                let mut scanner = Scanner::new(rest.as_bytes(), 0, BigIntegers::Keep);
                if scanner.string().is_err() {
                    return Cow::Borrowed(text);
                }
                last_string = rest.get(..scanner.position()).unwrap_or_default();
                at += scanner.position();
            }
            b'{' => match extended_value(rest, last_string) {
                Some((value, length)) => {
                    result.extend([text.get(copied..at).unwrap_or_default(), &value]);
                    at += length;
                    copied = at;
                }
                None => at += 1,
            },
            _ => at += 1,
        }
    }
    result.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(result)
}

/// The value of an object in an extended form at the start of `text`, and the length of the object. `field`: the JSON
/// string before it, which is the name of its field.
fn extended_value(text: &str, field: &str) -> Option<(String, usize)> {
    let mut scanner = Scanner::new(text.as_bytes(), FREE_DEPTH, BigIntegers::Keep);
    let mut object = scanner.object().ok()?;
    let key = scanner.next_member(&mut object).ok()??.key.decode();
    if !key.starts_with('$') {
        return None;
    }
    let start = scanner.position();
    scanner.any_value().ok()?;
    let value = text.get(start..scanner.position())?;
    if scanner.next_member(&mut object).ok()?.is_some() {
        return None;
    }
    let plain_value = match key.as_str() {
        "$oid" | "$uuid" => string(value).map(|text| json_string(&text)),
        "$numberInt" | "$numberLong" | "$numberDouble" => number(value),
        "$numberDecimal" => number(value).map(|text| if text == "null" { text } else { json_string(&plain(&text)) }),
        "$date" => date(value, field),
        "$binary" => uuid(value),
        _ => None,
    };
    plain_value.map(|value| (value, scanner.position()))
}

fn string(value: &str) -> Option<String> {
    Scanner::new(value.as_bytes(), 0, BigIntegers::Keep).string().ok()?.exact()
}

/// The JSON number in a string or a number.
fn number(value: &str) -> Option<String> {
    let text = if value.starts_with('"') { string(value)? } else { value.to_owned() };
    if matches!(text.as_str(), "NaN" | "Infinity" | "-Infinity") {
        return Some("null".to_owned());
    }
    let mut scanner = Scanner::new(text.as_bytes(), 0, BigIntegers::Keep);
    let is_number = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    let is_valid = is_number && scanner.any_value().and_then(|()| scanner.expect_end()).is_ok();
    is_valid.then_some(text)
}

/// A time: milliseconds since 1970, as a number or an extended number, or a text such as `2025-03-02T12:13:10.5Z`.
fn date(value: &str, field: &str) -> Option<String> {
    let milliseconds = match string(value) {
        Some(text) => parse_date(&text)?,
        None => match extended_value(value, "") {
            Some((number, _)) => number.parse().ok()?,
            None => value.parse().ok()?,
        },
    };
    if field.ends_with("Timestamp\"") {
        return Some(milliseconds.div_euclid(1000).to_string());
    }
    Some(["\"", &date_text(milliseconds)?, "\""].concat())
}

/// The milliseconds since 1970 of a date with a time in UTC.
fn parse_date(text: &str) -> Option<i64> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let (time, fraction) = time.split_once('.').unwrap_or((time, ""));
    let [year, month, day] = three_numbers(date, '-')?;
    let [hour, minute, second] = three_numbers(time, ':')?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    // The last digits are parts of a millisecond.
    let mut milliseconds = 0;
    for digit in fraction.chars().chain("000".chars()).take(3) {
        milliseconds = milliseconds * 10 + i64::from(digit.to_digit(10)?);
    }
    // Years begin in March, so that the leap day is the last day of a year.
    let year = if month > 2 { year } else { year - 1 };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let year_of_era = year.rem_euclid(400);
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    let days = year.div_euclid(400) * ERA_DAYS + day_of_era - EPOCH_DAY;
    Some(days * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds)
}

/// Three numbers of two digits, of which the first may have four.
fn three_numbers(text: &str, separator: char) -> Option<[i64; 3]> {
    let mut parts = text.split(separator).map(|part| {
        let is_short = part.len() <= 4 && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|_| is_short)
    });
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}

/// A time as JavaScript writes it: `2025-03-02T12:13:10.500Z`. `None` outside of the years 0 to 9999.
fn date_text(milliseconds: i64) -> Option<String> {
    let days = milliseconds.div_euclid(DAY_MS) + EPOCH_DAY;
    let day_of_era = days.rem_euclid(ERA_DAYS);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = year_of_era + days.div_euclid(ERA_DAYS) * 400 + i64::from(month <= 2);
    if !(0..=9999).contains(&year) {
        return None;
    }
    let time = milliseconds.rem_euclid(DAY_MS);
    let (hour, minute, second) = (time / 3_600_000, time / 60_000 % 60, time / 1000 % 60);
    let date = [padded(year, 4), padded(month, 2), padded(day, 2)].join("-");
    let clock = [padded(hour, 2), padded(minute, 2), padded(second, 2)].join(":");
    Some([&date, "T", &clock, ".", &padded(time % 1000, 3), "Z"].concat())
}

fn padded(number: i64, digits: usize) -> String {
    let text = decimal_text(number.unsigned_abs());
    ["0".repeat(digits.saturating_sub(text.len())), text].concat()
}

/// A UUID of `{"base64", "subType": "04"}`, as `$uuid` has it.
fn uuid(value: &str) -> Option<String> {
    let members = Members::of(value).ok()?;
    let base64 = members.string("base64").ok()??;
    if members.string("subType").ok()?? != "04" {
        return None;
    }
    let bytes: [u8; 16] = STANDARD.decode(base64).ok()?.try_into().ok()?;
    let mut text = String::from("\"");
    for (index, byte) in bytes.into_iter().enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        text.extend([byte >> 4, byte & 15].into_iter().filter_map(|digit| char::from_digit(digit.into(), 16)));
    }
    text.push('"');
    Some(text)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn replaces_every_form_at_every_depth_and_changes_nothing_else() {
        for (extended, plain) in [
            (
                r#"{ "_id" : {"$oid": "65f0"} , "x":12345678901234567890.10 }"#,
                r#"{ "_id" : "65f0" , "x":12345678901234567890.10 }"#,
            ),
            (
                r#"{"a":[{"b":{"$numberInt":"-7"}},{ "$numberLong" : "9007199254740993" }]}"#,
                r#"{"a":[{"b":-7},9007199254740993]}"#,
            ),
            (
                r#"[{"$numberDouble":"1.5"},{"$numberDouble":"-Infinity"},{"$numberDouble":"1.0E+20"}]"#,
                "[1.5,null,1.0E+20]",
            ),
            (
                r#"[{"$numberDecimal":"1E+3"},{"$numberDecimal":"0.10"},{"$numberDecimal":"NaN"}]"#,
                r#"["1000","0.10",null]"#,
            ),
            (r#"{"$uuid":"3b241101-e2bb-4255-8caf-4136c566a962"}"#, r#""3b241101-e2bb-4255-8caf-4136c566a962""#),
            (
                r#"{"$binary":{"base64":"OyQRAeK7QlWMr0E2xWapYg==","subType":"04"}}"#,
                r#""3b241101-e2bb-4255-8caf-4136c566a962""#,
            ),
        ] {
            assert_eq!(without_extended_forms(extended), plain);
        }
        for same in [
            r#"{"_id":{"oid":"x"},"b":"$"}"#,
            r#"{"_id":{"$oid":"x","b":1}}"#,
            r#"{"_id":{"$oid":7}}"#,
            r#"{"a":{"$numberLong":"0x1"}}"#,
            r#"{"a":{"$date":"yesterday"}}"#,
            r#"{"a":{"$binary":{"base64":"AA==","subType":"00"}}}"#,
            r#"{"document":"{\"$oid\":\"x\"}","b":"\"$"}"#,
            r#"{"a":{"$oid":"x"#,
            r#"{"$oid":"x","#,
            r#"é"$"#,
        ] {
            assert_eq!(without_extended_forms(same), same);
        }
    }

    #[test]
    fn a_date_is_unix_seconds_in_a_timestamp_and_a_text_elsewhere() {
        for (date, seconds, text) in [
            (r#""2025-03-02T12:13:10Z""#, "1740917590", "2025-03-02T12:13:10.000Z"),
            (r#""2025-03-02T12:13:10.5Z""#, "1740917590", "2025-03-02T12:13:10.500Z"),
            (r#"{"$numberLong":"1740917590500"}"#, "1740917590", "2025-03-02T12:13:10.500Z"),
            ("1740917590500", "1740917590", "2025-03-02T12:13:10.500Z"),
            (r#"{"$numberLong":"-1"}"#, "-1", "1969-12-31T23:59:59.999Z"),
            (r#""2024-02-29T00:00:00Z""#, "1709164800", "2024-02-29T00:00:00.000Z"),
            (r#""0000-01-01T00:00:00Z""#, "-62167219200", "0000-01-01T00:00:00.000Z"),
            (r#""9999-12-31T23:59:59.999Z""#, "253402300799", "9999-12-31T23:59:59.999Z"),
        ] {
            let record = format!(r#"{{"originTimestamp":{{"$date":{date}}},"lastCheckedAt":{{"$date":{date}}}}}"#);
            let expected = format!(r#"{{"originTimestamp":{seconds},"lastCheckedAt":"{text}"}}"#);
            assert_eq!(without_extended_forms(&record), expected);
        }
        let beyond = r#"{"a":{"$date":{"$numberLong":"9223372036854775807"}}}"#;
        assert_eq!(without_extended_forms(beyond), r#"{"a":{"$date":9223372036854775807}}"#);
    }
}
