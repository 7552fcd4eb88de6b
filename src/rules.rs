//! The rules parameters follow, shared by the client (before sending) and the service (after receiving).
//!
//! Each is a pair: a function that gives the canonical value or nothing, and the words an error uses for the rule.

use crate::uint256::Uint256;

/// What [`address`] accepts.
pub(crate) const ADDRESS: &str = "0x followed by 40 hexadecimal digits";
/// What [`hash`] accepts.
pub(crate) const HASH: &str = "0x followed by 64 hexadecimal digits";
/// What [`token_id`] accepts.
pub(crate) const TOKEN_ID: &str = "a whole number from 0 to 2^256-1, decimal or 0x-hexadecimal";
/// What [`chain_id`] accepts.
pub(crate) const CHAIN_ID: &str = "a chain id: a whole number from 1 to 2^53-1";
/// What [`list_item`] accepts.
pub(crate) const LIST_ITEM: &str = "1 to 64 visible ASCII characters without a comma";
/// What [`api_key`] accepts.
pub(crate) const API_KEY: &str = "1 to 512 visible ASCII characters without spaces";

fn hex(text: &str, digits: usize) -> Option<String> {
    let body = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    let valid = body.len() == digits && body.bytes().all(|b| b.is_ascii_hexdigit());
    valid.then(|| ["0x", body].concat())
}

/// A contract or account address; the spelling is kept (EIP-55 case carries a checksum, EIP-1191 another one).
pub(crate) fn address(text: &str) -> Option<String> {
    hex(text, 40)
}

/// A transaction hash; the spelling is kept.
pub(crate) fn hash(text: &str) -> Option<String> {
    hex(text, 64)
}

/// A token id (`uint256` of EIP-721 and EIP-1155) in decimal.
pub(crate) fn token_id(text: &str) -> Option<String> {
    Uint256::parse(text).map(|id| id.to_decimal())
}

/// A chain id (EIP-155) in decimal, without leading zeros.
pub(crate) fn chain_id(text: &str) -> Option<u64> {
    let digits = text.len() <= 16 && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|id| digits && (1..=9_007_199_254_740_991).contains(id))
}

/// An item of a comma-separated list.
pub(crate) fn list_item(text: &str) -> Option<String> {
    let valid = (1..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic() && b != b',');
    valid.then(|| text.to_owned())
}

/// A key that may stand in a header; everything else could split one.
pub(crate) fn api_key(text: &str) -> bool {
    (1..=512).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic())
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_hashes_are_0x_and_exact_length() {
        let forty = "aB".repeat(20);
        assert_eq!(address(&format!("0x{forty}")), Some(format!("0x{forty}")));
        assert_eq!(address(&format!("0X{forty}")), Some(format!("0x{forty}")));
        for bad in ["", "0x", &forty, &format!("0x{forty}0"), &format!("0x{}g", "a".repeat(39)), " 0x", "0x.."] {
            assert_eq!(address(bad), None, "{bad}");
        }
        assert_eq!(hash(&format!("0x{}", "f".repeat(64))), Some(format!("0x{}", "f".repeat(64))));
        assert_eq!(hash(&format!("0x{}", "f".repeat(63))), None);
    }

    #[test]
    fn chain_ids_are_positive_and_exact() {
        assert_eq!(chain_id("11145513"), Some(11_145_513));
        assert_eq!(chain_id("9007199254740991"), Some(9_007_199_254_740_991));
        for bad in ["0", "", "-1", "+1", "1.0", "0x1", "9007199254740992", "mainnet", " 1"] {
            assert_eq!(chain_id(bad), None, "{bad}");
        }
    }

    #[test]
    fn keys_and_items_cannot_split_headers_or_lists() {
        assert!(api_key("q9/Tn+abc="));
        for bad in ["", "a b", "a\r\nb", "ключ", &"k".repeat(513)] {
            assert!(!api_key(bad), "{bad:?}");
        }
        assert_eq!(list_item("42161"), Some("42161".into()));
        for bad in ["", "1,2", "a b", "é", &"9".repeat(65)] {
            assert_eq!(list_item(bad), None, "{bad}");
        }
    }
}
