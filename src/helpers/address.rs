//! Addresses: the checksum of EIP-55, and comparison.

use crate::{Error, rules};

/// Returns the address in the mixed case of EIP-55, where the capital letters are a checksum.
///
/// ```
/// let address = ethereal_query::checksum_address("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed")?;
/// assert_eq!(address, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
/// # Ok::<(), ethereal_query::Error>(())
/// ```
///
/// # Errors
/// `invalid_argument` unless `address` is `0x` and 40 hexadecimal digits. A checksum in `address` is not verified.
pub fn checksum_address(address: &str) -> Result<String, Error> {
    let checked = rules::ADDRESS.check("address", address)?;
    let lower = checked.to_ascii_lowercase();
    let digits = lower.strip_prefix("0x").unwrap_or_default();
    let hash = keccak256_short(digits.as_bytes());
    let nibbles = hash.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let mut cased = String::from("0x");
    for (digit, nibble) in digits.chars().zip(nibbles) {
        cased.push(if nibble >= 8 { digit.to_ascii_uppercase() } else { digit });
    }
    Ok(cased)
}

/// Whether two addresses are the same account. Ignores the case of their letters. `false` when one of them is invalid.
///
/// ```
/// use ethereal_query::same_address;
/// let lower = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";
/// assert!(same_address(lower, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"));
/// assert!(!same_address(lower, "0x5aae") && !same_address("", ""));
/// ```
#[must_use]
pub fn same_address(a: &str, b: &str) -> bool {
    match ((rules::ADDRESS.normalize)(a), (rules::ADDRESS.normalize)(b)) {
        (Some(a), Some(b)) => a.eq_ignore_ascii_case(&b),
        _ => false,
    }
}

/// Keccak-256, as Ethereum uses it, of at most 135 bytes, which fit into one block of 136.
fn keccak256_short(data: &[u8]) -> [u8; 32] {
    let mut block = [0_u8; 136];
    for (to, from) in block.iter_mut().zip(data.iter().chain(&[1])) {
        *to = *from;
    }
    if let Some(last) = block.last_mut() {
        *last |= 0x80;
    }
    let mut state = [0_u64; 25];
    for (lane, bytes) in state.iter_mut().zip(block.chunks_exact(8)) {
        *lane = bytes.iter().rev().fold(0, |lane, byte| lane << 8 | u64::from(*byte));
    }
    keccak::f1600(&mut state);
    let mut out = [0; 32];
    for (to, lane) in out.chunks_exact_mut(8).zip(state) {
        to.copy_from_slice(&lane.to_le_bytes());
    }
    out
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    /// The test cases of EIP-55.
    const PUBLISHED: [&str; 8] = [
        "0x52908400098527886E0F7030069857D2E4169EE7",
        "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
        "0xde709f2102306220921060314715629080e2fb77",
        "0x27b1fdb04752bbc536007a920d24acb045561c26",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
        "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    ];

    #[test]
    fn returns_the_checksums_of_eip_55() {
        for address in PUBLISHED {
            assert_eq!(checksum_address(&address.to_lowercase()), Ok(address.to_owned()));
            assert!(same_address(address, &address.to_uppercase()));
        }
    }

    #[test]
    fn rejects_text_that_is_not_an_address() {
        let error = checksum_address("0x12").unwrap_err();
        assert_eq!(error.message, "Invalid address: \"0x12\". Expected 0x followed by 40 hexadecimal digits.");
        assert!(!same_address("x", "x"));
    }
}
