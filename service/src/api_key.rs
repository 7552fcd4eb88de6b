//! The form of an API key: `eqk_`, 256 random bits, and a checksum that finds typing errors and
//! helps secret scanners.

use sha2::{Digest, Sha256};
use std::time::Duration;

const TAG: &str = "eqk_";
/// The base-62 digits of 256 bits.
const RANDOM_DIGITS: usize = 43;
/// The base-62 digits of the checksum's 32 bits.
const CHECKSUM_DIGITS: usize = 6;
/// The length of the prefix, which the store keeps as plain text. The six random digits of the
/// prefix have about 36 bits, enough to tell keys apart.
const PREFIX_LENGTH: usize = TAG.len() + 6;

/// The time that the service remembers the record of a key. A revoked key still works for that
/// time.
pub(crate) const CACHE_TIME: Duration = Duration::from_secs(5);

/// Makes a new key.
///
/// # Errors
/// The system gives no random numbers.
pub(crate) fn generate() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    let digits = base62(&bytes, RANDOM_DIGITS);
    Ok([TAG, &digits, &checksum(&digits)].concat())
}

/// The first characters of a key, by which commands name it.
pub(crate) fn prefix(key: &str) -> &str {
    key.get(..PREFIX_LENGTH).unwrap_or(key)
}

/// Whether a text has the form of a key, with the right checksum. The service does not look up
/// other texts.
pub(crate) fn is_well_formed(key: &str) -> bool {
    let parts = key
        .strip_prefix(TAG)
        .and_then(|rest| rest.split_at_checked(RANDOM_DIGITS));
    parts.is_some_and(|(digits, sum)| sum == checksum(digits))
}

/// The SHA-256 of a key in hexadecimal. The store holds this instead of the key. A slow hash would
/// add nothing, because the 256 random bits of a key cannot be guessed.
pub(crate) fn hash(key: &str) -> String {
    hex::encode(Sha256::digest(key))
}

fn checksum(digits: &str) -> String {
    let [a, b, c, d, ..] = <[u8; 32]>::from(Sha256::digest(digits));
    base62(&[a, b, c, d], CHECKSUM_DIGITS)
}

/// The last `digits` digits of a big-endian number in base 62.
fn base62(bytes: &[u8], digits: usize) -> String {
    const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut number = bytes.to_vec();
    let mut out: Vec<char> = Vec::with_capacity(digits);
    for _ in 0..digits {
        // Divides the number by 62. The remainder is the next digit, from right to left.
        let mut remainder = 0_u32;
        for byte in &mut number {
            let dividend = remainder << 8 | u32::from(*byte);
            *byte = (dividend / 62) as u8;
            remainder = dividend % 62;
        }
        if let Some(digit) = ALPHABET.get(remainder as usize) {
            out.push(char::from(*digit));
        }
    }
    out.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_key_is_well_formed() {
        let key = generate().unwrap();
        assert!(
            key.starts_with(TAG) && key.len() == TAG.len() + RANDOM_DIGITS + CHECKSUM_DIGITS,
            "{key}"
        );
        assert!(is_well_formed(&key));
        assert_ne!(key, generate().unwrap());
    }

    #[test]
    fn rejects_a_wrong_character_and_a_wrong_length() {
        let key = generate().unwrap();
        for (at, old) in key.char_indices() {
            let other = if old == 'x' { "y" } else { "x" };
            let wrong = [&key[..at], other, &key[at + 1..]].concat();
            assert!(!is_well_formed(&wrong), "{wrong}");
        }
        for bad in [
            "",
            "eqk_",
            &key[..key.len() - 1],
            &[&key, "0"].concat(),
            // `ä` has two bytes, and `RANDOM_DIGITS` is odd: the digits would end within a letter.
            "eqk_ääääääääääääääääääääääääääääääääääääääää",
        ] {
            assert!(!is_well_formed(bad), "{bad}");
        }
    }

    #[test]
    fn writes_numbers_in_base_62() {
        assert_eq!(base62(&[0, 0, 0, 61], 6), "00000z");
        assert_eq!(base62(&[0, 0, 0, 62], 6), "000010");
        // 2^32-1.
        assert_eq!(base62(&[255; 4], 6), "4gfFC3");
        // 2^256-1 needs all 43 digits.
        assert!(!base62(&[255; 32], 43).starts_with('0'));
    }
}
