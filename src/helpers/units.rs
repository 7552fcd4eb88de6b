//! Amounts: smallest units to whole units and back, digit by digit, never through a double.

use crate::{Error, error::quoted, text::number_text};

const RULE: &str = "a whole number, decimal digits with an optional minus sign";
const DECIMAL: &str = "a decimal number such as 1.25";

/// An amount in whole units: `decimals` digits stand after the point, trailing zeros are dropped.
///
/// ```
/// assert_eq!(ethereal_query::format_units("1099756711100000000", 18)?, "1.0997567111");
/// # Ok::<(), ethereal_query::Error>(())
/// ```
///
/// # Errors
/// `invalid_argument` when `value` is not a whole number.
pub fn format_units(value: &str, decimals: u8) -> Result<String, Error> {
    let digits = value.strip_prefix('-').unwrap_or(value);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(Error::invalid("value", value, RULE));
    }
    let places = usize::from(decimals);
    let mut digits = digits.as_bytes();
    while let [b'0', rest @ ..] = digits {
        digits = rest;
    }
    let mut text = Vec::new();
    if value.starts_with('-') && !digits.is_empty() {
        text.push(b'-');
    }
    // As many zeros as it takes for one digit to stand before the point.
    text.resize(text.len() + (places + 1).saturating_sub(digits.len()), b'0');
    text.extend_from_slice(digits);
    text.insert(text.len() - places, b'.');
    while text.pop_if(|last| *last == b'0').is_some() {}
    text.pop_if(|last| *last == b'.');
    Ok(String::from_utf8(text).unwrap_or_default())
}

/// An amount in smallest units; the inverse of [`format_units`].
///
/// ```
/// assert_eq!(ethereal_query::parse_units("1.0997567111", 18)?, "1099756711100000000");
/// # Ok::<(), ethereal_query::Error>(())
/// ```
///
/// # Errors
/// `invalid_argument` when `text` is not a decimal number or has more digits after the point than `decimals`: rounding
/// an amount silently would change it.
pub fn parse_units(text: &str, decimals: u8) -> Result<String, Error> {
    let invalid = || Error::invalid("text", text, DECIMAL);
    let unsigned = text.strip_prefix('-').unwrap_or(text).as_bytes();
    let point = unsigned.iter().position(|b| *b == b'.');
    let mut digits: Vec<u8> = unsigned.iter().copied().filter(|b| *b != b'.').collect();
    let dots = unsigned.len() - digits.len();
    if digits.is_empty() || dots > 1 || !digits.iter().all(u8::is_ascii_digit) {
        return Err(invalid());
    }
    // Digits after the point; zeros at the end do not count.
    let mut places = point.map_or(0, |point| digits.len() - point);
    while places > 0 && digits.pop_if(|last| *last == b'0').is_some() {
        places -= 1;
    }
    let Some(missing) = usize::from(decimals).checked_sub(places) else {
        let (shown, most) = (quoted(text), number_text(decimals.into()));
        return Err(Error::refused(
            "text",
            ["`text` is ", &shown, ": at most ", &most, " digits may follow the point."].concat(),
        ));
    };
    digits.resize(digits.len() + missing, b'0');
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    digits.drain(..zeros.min(digits.len().saturating_sub(1)));
    if text.starts_with('-') && digits != *b"0" {
        digits.insert(0, b'-');
    }
    Ok(String::from_utf8(digits).unwrap_or_default())
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn table() {
        for (value, decimals, shown) in [
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
            assert_eq!(format_units(value, decimals).as_deref(), Ok(shown));
        }
        for (text, decimals, value) in
            [("1", 0, "1"), (".5", 1, "5"), ("5.", 1, "50"), ("-0.0", 2, "0"), ("1.500", 1, "15")]
        {
            assert_eq!(parse_units(text, decimals).as_deref(), Ok(value));
        }
    }

    #[test]
    fn what_is_no_amount_is_refused() {
        for bad in ["", "-", "1e3", "0x1", " 1", "1.0", "١"] {
            assert!(format_units(bad, 18).is_err(), "{bad}");
        }
        for bad in ["", "-", ".", "1.2.3", "1,5", "+1", "1e3"] {
            assert!(parse_units(bad, 18).is_err(), "{bad}");
        }
        let error = parse_units("0.123", 2).unwrap_err();
        assert_eq!(error.message, "`text` is \"0.123\": at most 2 digits may follow the point.");
    }

    proptest! {
        #[test]
        fn there_and_back(value: i128, decimals: u8) {
            let text = value.to_string();
            let back = format_units(&text, decimals).and_then(|shown| parse_units(&shown, decimals));
            prop_assert_eq!(back, Ok(text));
        }
    }
}
