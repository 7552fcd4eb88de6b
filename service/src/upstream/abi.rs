//! Contract calls that take a number and return a string ("Contract ABI Specification" of the Solidity documentation).
//! The returned bytes are untrusted. Pure.

use ethereal_query::Standard;

/// The call data of `tokenURI(uint256)` (EIP-721) or `uri(uint256)` (EIP-1155), as `eth_call` takes it.
pub(super) fn call(standard: Standard, id_hex: &str) -> String {
    let selector = if standard == Standard::Erc1155 { "0x0e89341c" } else { "0xc87b56dd" };
    [selector, id_hex].concat()
}

/// The bytes of a result: `0x` and an even number of hexadecimal digits.
pub(super) fn bytes(result: &str) -> Option<Vec<u8>> {
    hex::decode(result.strip_prefix("0x")?).ok()
}

/// The string of a result: a word with the offset of a word with the length, which the bytes of the string follow.
///
/// Offset and length must lie within the result, so a false length reserves no memory. Padding and bytes after the
/// string are ignored, because some contracts omit the padding or add bytes.
pub(super) fn string(result: &[u8]) -> Option<&str> {
    let offset = number(result.get(..32)?)?;
    let rest = result.get(offset..)?;
    let length = number(rest.get(..32)?)?;
    std::str::from_utf8(rest.get(32..)?.get(..length)?).ok()
}

/// The number of a word; `None` from 2^32, which is longer than any result.
fn number(word: &[u8]) -> Option<usize> {
    let (high, low) = word.split_at_checked(28)?;
    let low = u32::from_be_bytes(low.try_into().ok()?);
    if high.iter().all(|byte| *byte == 0) { usize::try_from(low).ok() } else { None }
}

#[cfg(test)]
mod tests;
