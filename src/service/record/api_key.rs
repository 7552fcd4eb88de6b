//! The record of an API key.

use super::{
    members::{Members, invalid, missing},
    normalised,
};
use crate::{
    rules,
    text::{cut, quoted},
};

/// The record of an API key, without the key.
///
/// ```
/// use ethereal_query::service::KeyRecord;
/// let record = KeyRecord::read(r#"{"requestOwner":"demo","auth":{"deliveries":["read"]}}"#)?;
/// assert_eq!((record.request_owner.as_str(), record.auth.as_str()), ("demo", r#"{"deliveries":["read"]}"#));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct KeyRecord {
    /// The owner.
    pub request_owner: String,
    /// The permissions by area: the JSON text of an object, as the response contains it.
    pub auth: String,
    /// The account associated with the key.
    pub sponsored_account: Option<String>,
    /// The balance in the smallest unit.
    pub balance_wei: Option<String>,
}

impl KeyRecord {
    /// Reads `{"requestOwner", "auth", "sponsoredAccount", "balanceWei"}`; the last two may be absent.
    ///
    /// # Errors
    /// The reason that the record is not valid, as a sentence.
    pub fn read(text: &str) -> Result<Self, String> {
        let members = Members::of(text)?;
        let record = Self {
            request_owner: members.required("requestOwner")?,
            auth: members
                .raw("auth")
                .ok_or_else(|| missing("auth", "an object"))?
                .to_owned(),
            sponsored_account: members.string("sponsoredAccount")?,
            balance_wei: members.string_or_number("balanceWei")?,
        };
        if !record.auth.starts_with('{') {
            return Err(invalid("auth", &record.auth, "an object"));
        }
        match &record.balance_wei {
            Some(wei) if record.balance().is_none() => Err(invalid(
                "balanceWei",
                &quoted(wei),
                "an integer in decimal digits",
            )),
            _ => Ok(record),
        }
    }

    /// The balance in whole units of 10^18; `None` when it is absent or not an integer.
    pub(crate) fn balance(&self) -> Option<String> {
        whole_units(self.balance_wei.as_deref()?)
    }
}

/// A whole unit is 10^18 of the smallest unit, so a balance in whole units has 18 decimals.
const DECIMALS: usize = 18;

/// Converts an amount from the smallest unit to whole units, digit by digit: a double would round it.
fn whole_units(wei: &str) -> Option<String> {
    let unsigned = wei.strip_prefix('-').unwrap_or(wei);
    if unsigned.is_empty() || !unsigned.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let digits = unsigned.trim_start_matches('0');
    // At least one digit must be before the point.
    let min_length = DECIMALS + 1;
    let zeros = "0".repeat(min_length.saturating_sub(digits.len()));
    let padded = [&zeros, digits].concat();
    let (whole, fraction) = cut(&padded, padded.len() - DECIMALS);
    let fraction = fraction.trim_end_matches('0');
    // `digits` is empty for 0, and 0 has no sign.
    let sign = if wei.starts_with('-') && !digits.is_empty() {
        "-"
    } else {
        ""
    };
    let point = if fraction.is_empty() { "" } else { "." };
    Some([sign, whole, point, fraction].concat())
}

/// Reads an API key and its record. No message shows the key.
pub(crate) fn key(text: &str) -> Result<(String, KeyRecord), String> {
    let text = normalised(text);
    let members = Members::of(&text)?;
    let rule = rules::API_KEY.expectation;
    if members.raw("key").is_none() {
        return Err(missing("key", rule));
    }
    match members.string("key") {
        Ok(Some(key)) if rules::API_KEY.accepts(&key) => Ok((key, KeyRecord::read(&text)?)),
        // An error of `string` shows the value.
        _ => Err(["Invalid key (value hidden). Expected ", rule, "."].concat()),
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn a_balance_is_exact_in_whole_units() {
        for (wei, balance) in [
            ("0", "0"),
            ("-0", "0"),
            ("1", "0.000000000000000001"),
            ("-1", "-0.000000000000000001"),
            ("1099756711100000000", "1.0997567111"),
            ("0001000000000000000000", "1"),
            (
                "115792089237316195423570985008687907853269984665640564039457584007913129639935",
                "115792089237316195423570985008687907853269984665640564039457.584007913129639935",
            ),
        ] {
            assert_eq!(whole_units(wei).as_deref(), Some(balance));
        }
        // The last text is a digit, but an Arabic one.
        for wei in ["", "-", "1e3", "0x1", " 1", "1.0", "١"] {
            assert_eq!(whole_units(wei), None, "{wei}");
        }
    }
}
