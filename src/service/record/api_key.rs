//! The record of an API key.

use super::members::{Members, invalid, missing};
use crate::{helpers::format_units, rules, text::quoted};

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
            auth: members.raw("auth").ok_or_else(|| missing("auth", "an object"))?.to_owned(),
            sponsored_account: members.string("sponsoredAccount")?,
            balance_wei: members.string("balanceWei")?,
        };
        if !record.auth.starts_with('{') {
            return Err(invalid("auth", &record.auth, "an object"));
        }
        match &record.balance_wei {
            Some(wei) if record.balance().is_none() => {
                Err(invalid("balanceWei", &quoted(wei), "an integer in decimal digits"))
            }
            _ => Ok(record),
        }
    }

    /// The balance in whole units of 10^18.
    pub(crate) fn balance(&self) -> Option<String> {
        format_units(self.balance_wei.as_deref()?, 18).ok()
    }
}

/// Reads an API key and its record. No message shows the key.
pub(crate) fn key(text: &str) -> Result<(String, KeyRecord), String> {
    let members = Members::of(text)?;
    let rule = rules::API_KEY.expectation;
    if members.raw("key").is_none() {
        return Err(missing("key", rule));
    }
    let key = members.string("key").ok().flatten().filter(|key| (rules::API_KEY.normalize)(key).is_some());
    let key = key.ok_or_else(|| ["Invalid key (value hidden). Expected ", rule, "."].concat())?;
    Ok((key, KeyRecord::read(text)?))
}
