//! Conversion of amounts between smallest units and whole units, digit by digit: a double would round them.

use crate::{
    Error,
    text::{cut, find, number_text},
};

const INTEGER: &str = "an integer in decimal digits, with an optional minus sign";
const DECIMAL: &str = "a decimal number such as 1.25";

/// Converts an amount from smallest units to whole units: `decimals` digits after the point, without trailing zeros.
///
/// ```
/// assert_eq!(ethereal_query::format_units("1099756711100000000", 18)?, "1.0997567111");
/// # Ok::<(), ethereal_query::Error>(())
/// ```
///
/// # Errors
/// `invalid_argument` when `value` is not an integer.
pub fn format_units(value: &str, decimals: u8) -> Result<String, Error> {
    let digits = value.strip_prefix('-').unwrap_or(value);
    if digits.is_empty() || !all_digits(digits) {
        return Err(Error::invalid("value", value, INTEGER));
    }
    let (places, mut padded) = (usize::from(decimals), String::new());
    let digits = trim_leading_zeros(digits);
    // At least one digit must be before the point.
    for _ in digits.len()..=places {
        padded.push('0');
    }
    padded.push_str(digits);
    let (whole, fraction) = cut(&padded, padded.len() - places);
    let fraction = trim_trailing_zeros(fraction);
    let sign = if value.starts_with('-') && !digits.is_empty() { "-" } else { "" };
    let point = if fraction.is_empty() { "" } else { "." };
    Ok([sign, whole, point, fraction].concat())
}

fn all_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

fn trim_leading_zeros(mut text: &str) -> &str {
    while let Some(rest) = text.strip_prefix('0') {
        text = rest;
    }
    text
}

fn trim_trailing_zeros(mut text: &str) -> &str {
    while let Some(rest) = text.strip_suffix('0') {
        text = rest;
    }
    text
}

/// Converts an amount from whole units to smallest units; the inverse of [`format_units`].
///
/// ```
/// assert_eq!(ethereal_query::parse_units("1.0997567111", 18)?, "1099756711100000000");
/// # Ok::<(), ethereal_query::Error>(())
/// ```
///
/// # Errors
/// `invalid_argument` when `text` is not a decimal number, or has more digits after the point than `decimals`: the
/// function never rounds.
pub fn parse_units(text: &str, decimals: u8) -> Result<String, Error> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = cut(unsigned, find(unsigned, ".").unwrap_or(unsigned.len()));
    let fraction = fraction.strip_prefix('.').unwrap_or_default();
    let is_empty = whole.is_empty() && fraction.is_empty();
    if is_empty || !all_digits(whole) || !all_digits(fraction) {
        return Err(Error::invalid("text", text, DECIMAL));
    }
    let fraction = trim_trailing_zeros(fraction);
    if fraction.len() > usize::from(decimals) {
        let expectation = ["at most ", &number_text(decimals.into()), " digits after the point"].concat();
        return Err(Error::invalid("text", text, &expectation));
    }
    let mut digits = [whole, fraction].concat();
    for _ in fraction.len()..decimals.into() {
        digits.push('0');
    }
    let digits = trim_leading_zeros(&digits);
    let sign = if text.starts_with('-') && !digits.is_empty() { "-" } else { "" };
    Ok([sign, if digits.is_empty() { "0" } else { digits }].concat())
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn converts_amounts_in_both_directions() {
        for (value, decimals, text) in [
            ("0", 18, "0"),
            ("1", 18, "0.000000000000000001"),
            ("-1", 1, "-0.1"),
            ("100", 2, "1"),
            ("-0", 3, "0"),
            ("120", 0, "120"),
            ("0001230", 3, "1.23"),
            (
                "115792089237316195423570985008687907853269984665640564039457584007913129639935",
                18,
                "115792089237316195423570985008687907853269984665640564039457.584007913129639935",
            ),
        ] {
            assert_eq!(format_units(value, decimals).as_deref(), Ok(text));
        }
        for (text, decimals, value) in [
            ("1", 0, "1"),
            (".5", 1, "5"),
            ("5.", 1, "50"),
            ("-0.0", 2, "0"),
            ("1.500", 1, "15"),
            (".0", 0, "0"),
            ("-.00", 0, "0"),
        ] {
            assert_eq!(parse_units(text, decimals).as_deref(), Ok(value));
        }
    }

    #[test]
    fn rejects_text_that_is_not_an_amount() {
        for bad in ["", "-", "1e3", "0x1", " 1", "1.0", "١"] {
            assert!(format_units(bad, 18).is_err(), "{bad}");
        }
        for bad in ["", "-", ".", "1.2.3", "1,5", "+1", "1e3"] {
            assert!(parse_units(bad, 18).is_err(), "{bad}");
        }
        let error = parse_units("0.123", 2).unwrap_err();
        assert_eq!(error.message, "Invalid text: \"0.123\". Expected at most 2 digits after the point.");
    }

    proptest! {
        #[test]
        fn parsing_inverts_formatting(value: i128, decimals: u8) {
            let text = value.to_string();
            let parsed = format_units(&text, decimals).and_then(|formatted| parse_units(&formatted, decimals));
            prop_assert_eq!(parsed, Ok(text));
        }
    }
}
