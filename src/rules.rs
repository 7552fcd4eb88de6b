//! The rules parameters follow, shared by the client (before sending) and the service (after receiving).

use crate::{Error, text::number_text, uint256::Uint256};

/// What a value must be: the canonical text of one that is, and the words an error uses.
///
/// Text to text, so that one function checks them all: the module holds no copy per type.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) words: &'static str,
    pub(crate) canonical: fn(&str) -> Option<String>,
}

/// A contract or account address; the spelling is kept (the case may carry a checksum, EIP-55).
pub(crate) const ADDRESS: Rule =
    Rule { words: "0x followed by 40 hexadecimal digits", canonical: |text| hex(text, 40) };
/// A transaction hash; the spelling is kept.
pub(crate) const HASH: Rule = Rule { words: "0x followed by 64 hexadecimal digits", canonical: |text| hex(text, 64) };
/// A token id (`uint256` of EIP-721 and EIP-1155), in decimal.
pub(crate) const TOKEN_ID: Rule = Rule {
    words: "a whole number from 0 to 2^256-1, decimal or 0x-hexadecimal",
    canonical: |text| Uint256::parse(text).map(Uint256::to_decimal),
};
/// A chain id (EIP-155).
pub(crate) const CHAIN_ID: Rule = Rule {
    words: "a chain id: a whole number from 1 to 2^53-1",
    canonical: |text| whole(text, 1, 9_007_199_254_740_991),
};
/// A token standard, as the query parameter `s` has it.
pub(crate) const STANDARD: Rule = Rule {
    words: "\"ERC721\" (0) or \"ERC1155\" (1)",
    canonical: |text| match text {
        "0" | "ERC721" => Some("0".to_owned()),
        "1" | "ERC1155" => Some("1".to_owned()),
        _ => None,
    },
};
/// A chain type.
pub(crate) const CHAIN: Rule =
    Rule { words: "\"mainnet\" or \"sepolia\"", canonical: |text| one_of(text, &["mainnet", "sepolia"]) };
/// An item of a comma-separated list.
pub(crate) const LIST_ITEM: Rule = Rule {
    words: "1 to 64 visible ASCII characters without a comma",
    canonical: |text| (graphic(text, 64) && !text.bytes().any(|b| b == b',')).then(|| text.to_owned()),
};
/// A key that may stand in a header; everything else could split one.
pub(crate) const API_KEY: Rule = Rule {
    words: "1 to 512 visible ASCII characters without spaces",
    canonical: |text| graphic(text, 512).then(|| text.to_owned()),
};

impl Rule {
    /// A value as the service received it.
    pub(crate) fn check(&self, name: &'static str, text: &str) -> Result<String, Error> {
        (self.canonical)(text).ok_or_else(|| Error::invalid(name, text, self.words))
    }
}

/// A whole number in decimal digits, without leading zeros.
pub(crate) fn whole(text: &str, least: u64, most: u64) -> Option<String> {
    let n = number(text)?;
    (least <= n && n <= most).then(|| number_text(n))
}

/// The value of decimal digits; nothing beyond 18 of them.
pub(crate) fn number(text: &str) -> Option<u64> {
    let digits = (1..=18).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.bytes().fold(0, |n, b| n * 10 + u64::from(b - b'0')))
}

pub(crate) fn one_of(text: &str, words: &[&str]) -> Option<String> {
    words.contains(&text).then(|| text.to_owned())
}

fn graphic(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic())
}

fn hex(text: &str, digits: usize) -> Option<String> {
    let body = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    let valid = body.len() == digits && body.bytes().all(|b| b.is_ascii_hexdigit());
    valid.then(|| ["0x", body].concat())
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_hashes_are_0x_and_exact_length() {
        let forty = "aB".repeat(20);
        assert_eq!((ADDRESS.canonical)(&format!("0x{forty}")), Some(format!("0x{forty}")));
        assert_eq!((ADDRESS.canonical)(&format!("0X{forty}")), Some(format!("0x{forty}")));
        for bad in ["", "0x", &forty, &format!("0x{forty}0"), &format!("0x{}g", "a".repeat(39)), " 0x", "0x.."] {
            assert_eq!((ADDRESS.canonical)(bad), None, "{bad}");
        }
        assert_eq!((HASH.canonical)(&format!("0x{}", "f".repeat(64))), Some(format!("0x{}", "f".repeat(64))));
        assert_eq!((HASH.canonical)(&format!("0x{}", "f".repeat(63))), None);
    }

    #[test]
    fn chain_ids_are_positive_and_exact() {
        assert_eq!((CHAIN_ID.canonical)("11145513"), Some("11145513".into()));
        assert_eq!((CHAIN_ID.canonical)("9007199254740991"), Some("9007199254740991".into()));
        for bad in ["0", "", "-1", "+1", "1.0", "0x1", "9007199254740992", "mainnet", " 1"] {
            assert_eq!((CHAIN_ID.canonical)(bad), None, "{bad}");
        }
    }

    #[test]
    fn keys_and_items_cannot_split_headers_or_lists() {
        assert!((API_KEY.canonical)("q9/Tn+abc=").is_some());
        for bad in ["", "a b", "a\r\nb", "ключ", &"k".repeat(513)] {
            assert!((API_KEY.canonical)(bad).is_none(), "{bad:?}");
        }
        assert_eq!((LIST_ITEM.canonical)("42161"), Some("42161".into()));
        for bad in ["", "1,2", "a b", "é", &"9".repeat(65)] {
            assert_eq!((LIST_ITEM.canonical)(bad), None, "{bad}");
        }
    }
}
