//! Replaces the forms in which `mongoexport` writes values that JSON has no type for, by the values
//! themselves. The forms are MongoDB Extended JSON 2, canonical and relaxed.
//!
//! The WebAssembly module of the embedded service contains this code. To keep the module small, the
//! code uses text functions that the module already has.

use super::members::{Members, NO_NESTING};
use crate::{
    json::{BigIntegers, FREE_DEPTH, Scanner, integer_part, plain},
    service::http::hexadecimal,
    text::{decimal_text, find, json_string},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use std::borrow::Cow;

/// The seconds of a day.
const DAY: i64 = 86_400;
/// The days of 400 years of the Gregorian calendar.
const ERA_DAYS: i64 = 146_097;
/// The days from 0000-03-01 to 1970-01-01.
const EPOCH_DAY: i64 = 719_468;
/// The form of a date with a time, without the fraction of a second and `Z` after it. Each `0`
/// stands for a digit.
const DATE_FORM: &str = "0000-00-00T00:00:00";

/// Replaces each value in an extended form by the value itself. Text that is not JSON stays as it is.
///
/// | Form | Value |
/// |---|---|
/// | `$oid`, `$uuid`, `$binary` with a UUID | string |
/// | `$numberInt`, `$numberLong`, `$numberDouble` | number; null for NaN and infinity |
/// | `$numberDecimal` | string of its decimal digits, because a double would round it |
/// | `$date` | Unix seconds in a field whose name ends with `Timestamp`, otherwise a string in ISO 8601 |
pub(super) fn without_extended_forms(text: &str) -> Cow<'_, str> {
    // Every form has a member whose name begins with `$`.
    if find(text, "\"$").is_none() {
        return Cow::Borrowed(text);
    }
    let mut result = String::with_capacity(text.len());
    // `result` has the text before the byte offset `copied`.
    let mut copied = 0;
    let mut at = 0;
    // If an object is the value of a field, the last string before the object is the field's name.
    let mut last_string = "";
    while let Some(first) = text.as_bytes().get(at) {
        let rest = text.get(at..).unwrap_or_default();
        match first {
            // Reads a whole string, so that a brace in the string does not count.
            b'"' => {
                let mut scanner = Scanner::new(rest.as_bytes(), NO_NESTING, BigIntegers::Keep);
                if scanner.string().is_err() {
                    return Cow::Borrowed(text);
                }
                last_string = rest.get(..scanner.position()).unwrap_or_default();
                at += scanner.position();
            }
            b'{' => match extended_value(rest, last_string) {
                Some((value, length)) => {
                    result.push_str(text.get(copied..at).unwrap_or_default());
                    result.push_str(&value);
                    at += length;
                    copied = at;
                }
                // Continues inside the object.
                None => at += 1,
            },
            _ => at += 1,
        }
    }
    result.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(result)
}

/// The value of the extended form at the start of `text`, and the length of the form; `None` for
/// another object. `field` is the JSON string before the object: the name of the object's field,
/// in quotation marks.
fn extended_value(text: &str, field: &str) -> Option<(String, usize)> {
    let mut scanner = Scanner::new(text.as_bytes(), FREE_DEPTH, BigIntegers::Keep);
    let mut object = scanner.object().ok()?;
    let first_member = scanner.next_member(&mut object).ok()??;
    let key = first_member.key.decode();
    if !key.starts_with('$') {
        return None;
    }
    let start = scanner.position();
    scanner.any_value().ok()?;
    let value = text.get(start..scanner.position())?;
    // A form has only one member.
    if scanner.next_member(&mut object).ok()?.is_some() {
        return None;
    }
    let plain_value = match key.as_str() {
        "$oid" | "$uuid" => json_string(&string(value)?),
        "$numberInt" | "$numberLong" | "$numberDouble" => number(value)?,
        "$numberDecimal" => {
            let number = number(value)?;
            if number == "null" {
                number
            } else {
                json_string(&plain(&number))
            }
        }
        "$date" => date(value, field)?,
        "$binary" => uuid(value)?,
        _ => return None,
    };
    Some((plain_value, scanner.position()))
}

fn string(value: &str) -> Option<String> {
    Scanner::new(value.as_bytes(), NO_NESTING, BigIntegers::Keep)
        .string()
        .ok()?
        .exact()
}

/// Returns the JSON number in `value`, which is a string or a number; `null` for NaN and infinity.
fn number(value: &str) -> Option<String> {
    let text = string(value).unwrap_or_else(|| value.to_owned());
    if matches!(text.as_str(), "NaN" | "Infinity" | "-Infinity") {
        return Some("null".to_owned());
    }
    // `any_value` accepts any JSON, so the first character must be the start of a number.
    let starts_number = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    let mut scanner = Scanner::new(text.as_bytes(), NO_NESTING, BigIntegers::Keep);
    let is_valid = starts_number
        && scanner
            .any_value()
            .and_then(|()| scanner.expect_end())
            .is_ok();
    is_valid.then_some(text)
}

/// A time: a text such as `2025-03-02T12:13:10.5Z`, or milliseconds since 1970 as a number or as `$numberLong`.
fn date(value: &str, field: &str) -> Option<String> {
    let is_timestamp = field.ends_with("Timestamp\"");
    if let Some(text) = string(value) {
        let seconds = seconds_of(&text)?;
        return Some(if is_timestamp {
            signed_text(seconds)
        } else {
            json_string(&text)
        });
    }
    let members = Members::of(value).ok();
    let number_long = members
        .as_ref()
        .and_then(|members| members.raw("$numberLong"));
    let number = number(number_long.unwrap_or(value))?;
    let milliseconds = integer(&number)?;
    let seconds = milliseconds.div_euclid(1000);
    if is_timestamp {
        return Some(signed_text(seconds));
    }
    Some(json_string(&date_text(
        seconds,
        milliseconds.rem_euclid(1000),
    )?))
}

/// The integer part of a JSON number; `None` for null.
fn integer(number: &str) -> Option<i64> {
    if number == "null" {
        return None;
    }
    match number.strip_prefix('-') {
        Some(digits) => Some(-(integer_part(digits) as i64)),
        None => Some(integer_part(number) as i64),
    }
}

fn signed_text(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    [sign, &decimal_text(number.unsigned_abs())].concat()
}

/// The Unix seconds of a date with a time in UTC, without the fraction of a second; `None` for
/// another text. Checks neither the fraction nor the length of the month.
fn seconds_of(text: &str) -> Option<i64> {
    if !text.get(DATE_FORM.len()..)?.ends_with('Z') {
        return None;
    }
    let mut digits = 0;
    for (expected, found) in DATE_FORM.chars().zip(text.chars()) {
        if expected == '0' {
            digits = digits * 10 + i64::from(found.to_digit(10)?);
        } else if expected != found {
            return None;
        }
    }
    // `digits` is `YYYYMMDDhhmmss` now.
    let (year, month, day) = (
        digits / 10_000_000_000,
        digits / 100_000_000 % 100,
        digits / 1_000_000 % 100,
    );
    let (hour, minute, second) = (digits / 10_000 % 100, digits / 100 % 100, digits % 100);
    if !(1..=12).contains(&month)
        || !(1..=31).contains(&day)
        || hour > 23
        || minute > 59
        // A leap second has the number 60.
        || second > 60
    {
        return None;
    }
    // The algorithm `days_from_civil` of `howardhinnant.github.io/date_algorithms.html`. Years
    // begin in March, so that the leap day is the last day of a year. From March on, every five
    // months have 153 days.
    let year = if month > 2 { year } else { year - 1 };
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days = year * 365 + leap_days + day_of_year - EPOCH_DAY;
    Some(days * DAY + (hour * 60 + minute) * 60 + second)
}

/// A time as `mongoexport` writes it in its relaxed form: `2025-03-02T12:13:10.5Z`. `None` outside of the years 0 to
/// 9999.
fn date_text(seconds: i64, milliseconds: i64) -> Option<String> {
    // The algorithm `civil_from_days` of the same page as in `seconds_of`. An era has 400 years.
    let days = seconds.div_euclid(DAY) + EPOCH_DAY;
    let day_of_era = days.rem_euclid(ERA_DAYS);
    // Subtracts the leap days before the day. 1460 and 146,096 are one day less than 4 years and
    // than an era; 36,524 are the days of 100 years.
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = year_of_era + days.div_euclid(ERA_DAYS) * 400 + i64::from(month <= 2);
    if !(0..=9999).contains(&year) {
        return None;
    }
    let time = seconds.rem_euclid(DAY);
    // `YYYYMMDD` and `hhmmss` as integers.
    let date = (year * 100 + month) * 100 + day;
    let clock = (time / 3600 * 100 + time / 60 % 60) * 100 + time % 60;
    // The additional first digit, 1, keeps the zeros of an early year.
    let digits = decimal_text((100_000_000_000_000 + date * 1_000_000 + clock).unsigned_abs());
    let mut digits = digits.chars().skip(1);
    let mut text = String::new();
    for place in DATE_FORM.chars() {
        text.push(if place == '0' { digits.next()? } else { place });
    }
    if milliseconds > 0 {
        // Here too, the first digit keeps the zeros.
        let fraction = decimal_text((1000 + milliseconds).unsigned_abs());
        text.push('.');
        text.push_str(fraction.trim_end_matches('0').get(1..)?);
    }
    text.push('Z');
    Some(text)
}

/// The UUID in `{"base64", "subType": "04"}`, in the form of `$uuid`.
fn uuid(value: &str) -> Option<String> {
    let members = Members::of(value).ok()?;
    let base64 = members.string("base64").ok()??;
    if members.string("subType").ok()?? != "04" {
        return None;
    }
    // The module has only the decoder for base64url, which cursors need.
    let mut url_safe = String::new();
    for digit in base64.chars().filter(|digit| *digit != '=') {
        url_safe.push(match digit {
            '+' => '-',
            '/' => '_',
            other => other,
        });
    }
    let bytes = URL_SAFE_NO_PAD.decode(url_safe.as_str()).ok()?;
    // The two halves of the UUID, with eight bytes each.
    let (first, rest) = bytes.split_first_chunk()?;
    let last = rest.try_into().ok()?;
    let hex = [
        hexadecimal(u64::from_be_bytes(*first)),
        hexadecimal(u64::from_be_bytes(last)),
    ]
    .concat();
    let mut text = String::new();
    for (index, digit) in hex.chars().enumerate() {
        if matches!(index, 8 | 12 | 16 | 20) {
            text.push('-');
        }
        text.push(digit);
    }
    Some(json_string(&text))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
