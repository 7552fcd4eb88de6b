//! The two calls of the token standards in the contract ABI (Solidity documentation, "Contract ABI Specification"):
//! one number goes in, one string comes out. Pure; the answer is written by whoever deployed the contract.

use ethereal_query::Standard;

/// The call data of `tokenURI(uint256)` (EIP-721) or `uri(uint256)` (EIP-1155), as `eth_call` takes it.
pub(super) fn call(standard: Standard, id_hex: &str) -> String {
    let selector = if standard == Standard::Erc1155 { "0x0e89341c" } else { "0xc87b56dd" };
    [selector, id_hex].concat()
}

/// The bytes of `0x` and an even number of hexadecimal digits.
pub(super) fn bytes(text: &str) -> Option<Vec<u8>> {
    hex::decode(text.strip_prefix("0x")?).ok()
}

/// The string an answer holds: a word with its offset, there a word with its length, then the bytes.
///
/// Every number is checked against the answer's own size before it is used, so nothing is ever reserved for a length
/// that is only claimed. Padding and what follows the string are not looked at: contracts exist that omit the one or
/// add the other.
pub(super) fn string(answer: &[u8]) -> Option<&str> {
    let offset = number(answer.get(..32)?)?;
    let rest = answer.get(offset..)?;
    let length = number(rest.get(..32)?)?;
    std::str::from_utf8(rest.get(32..)?.get(..length)?).ok()
}

/// A word as a number; nothing when it is beyond 2^32, which no answer read here can be.
fn number(word: &[u8]) -> Option<usize> {
    let (high, low) = word.split_at_checked(28)?;
    let low = u32::from_be_bytes(low.try_into().ok()?);
    if high.iter().all(|byte| *byte == 0) { usize::try_from(low).ok() } else { None }
}

#[cfg(test)]
mod tests;
