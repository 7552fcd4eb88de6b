//! API keys: 256 random bits, a prefix that names them, a checksum that catches typing errors and helps secret scanners.

use crate::{
    cli::{Create, Key},
    store::{KeyRow, Store},
};
use ethereal_query::{checksum_address, service::KeyRecord};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::time::SystemTime;

const MARK: &str = "eqk_";
/// Base-62 digits of 256 bits, and of the checksum's 32.
const DIGITS: usize = 43;
const CHECK_DIGITS: usize = 6;
/// What is stored in the clear: enough to tell keys apart, 36 of their 256 bits.
const PREFIX: usize = MARK.len() + 6;

/// Whether a text can be a key of this service; what cannot needs no look at the database.
pub(crate) fn is_possible(key: &str) -> bool {
    let parts = key.strip_prefix(MARK).and_then(|rest| rest.split_at_checked(DIGITS));
    parts.is_some_and(|(digits, check)| check == checksum(digits))
}

pub(crate) async fn run(command: &Key, store: &Store) -> Result<(), String> {
    match command {
        Key::Create(create) => {
            let key = new().map_err(|e| format!("the system gives no random numbers: {e}"))?;
            let prefix = key.get(..PREFIX).unwrap_or_default().to_owned();
            let row = KeyRow { prefix, record: record(create)?, created: now(), revoked: None };
            store.add_key(&key, &row).await.map_err(|e| e.to_string())?;
            eprintln!("A key for {:?}. It is shown this once; only its hash is stored.", create.owner);
            println!("{key}");
        }
        Key::List { .. } => {
            for row in store.keys().await.map_err(|e| e.to_string())? {
                let record = KeyRecord::read(&row.record)?;
                let state = row.revoked.map_or("in use".to_owned(), |time| format!("revoked {time}"));
                println!("{}  {:?}  created {}  {state}", row.prefix, record.request_owner, row.created);
            }
        }
        Key::Revoke { prefix, .. } => {
            if !store.revoke(prefix, &now()).await.map_err(|e| e.to_string())? {
                return Err(format!("no key in use has the prefix {prefix:?}: see `key list`"));
            }
            println!("Revoked {prefix}; services know within ten seconds.");
        }
    }
    Ok(())
}

/// The record `GET /project` answers from.
fn record(create: &Create) -> Result<String, String> {
    let auth: Map<String, Value> = serde_json::from_str(&create.auth)
        .map_err(|e| format!("--auth must be a JSON object, such as {{\"deliveries\":[\"read\"]}}: {e}"))?;
    if let Some(account) = &create.account {
        checksum_address(account).map_err(|e| format!("--account: {e}"))?;
    }
    let mut record = json!({ "requestOwner": create.owner, "auth": auth });
    for (name, value) in [("sponsoredAccount", &create.account), ("balanceWei", &create.balance_wei)] {
        if let (Value::Object(fields), Some(value)) = (&mut record, value) {
            fields.insert(name.to_owned(), value.as_str().into());
        }
    }
    let text = record.to_string();
    KeyRecord::read(&text).map(|_| text)
}

fn new() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    let digits = base62(&bytes, DIGITS);
    Ok([MARK, &digits, &checksum(&digits)].concat())
}

fn checksum(digits: &str) -> String {
    let [a, b, c, d, ..] = <[u8; 32]>::from(Sha256::digest(digits));
    base62(&[a, b, c, d], CHECK_DIGITS)
}

/// A number, given as bytes with the highest first, in base 62.
fn base62(bytes: &[u8], digits: usize) -> String {
    const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut number = bytes.to_vec();
    let mut out: Vec<char> = Vec::with_capacity(digits);
    for _ in 0..digits {
        let mut rest = 0_u32;
        for byte in &mut number {
            let part = rest << 8 | u32::from(*byte);
            *byte = (part / 62) as u8;
            rest = part % 62;
        }
        out.extend(ALPHABET.get(rest as usize).map(|digit| char::from(*digit)));
    }
    out.iter().rev().collect()
}

fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_prefix_random_digits_and_checksum() {
        let key = new().unwrap();
        assert!(key.starts_with(MARK) && key.len() == MARK.len() + DIGITS + CHECK_DIGITS, "{key}");
        assert!(is_possible(&key));
        assert_ne!(key, new().unwrap());
        // Every single wrong character is noticed.
        for (at, old) in key.char_indices() {
            let other = if old == 'x' { "y" } else { "x" };
            let wrong = [&key[..at], other, &key[at + 1..]].concat();
            assert!(!is_possible(&wrong), "{wrong}");
        }
        for bad in ["", "eqk_", &key[..52], &[&key, "0"].concat(), "eqk_ääääääääääääääääääääääääääääääääääääääää"]
        {
            assert!(!is_possible(bad), "{bad}");
        }
    }

    #[test]
    fn base_62_of_known_numbers() {
        assert_eq!(base62(&[0, 0, 0, 61], 6), "00000z");
        assert_eq!(base62(&[0, 0, 0, 62], 6), "000010");
        assert_eq!(base62(&[255; 4], 6), "4gfFC3");
        // 2^256-1 needs all 43 digits.
        assert!(!base62(&[255; 32], 43).starts_with('0'));
    }
}
