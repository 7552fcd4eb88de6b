//! The rules parameters follow, shared by the client (before sending) and the service (after receiving).

use crate::{Error, text::number_text, uint256::Uint256};

/// What a parameter must be.
///
/// A rule maps text to text, so that one function checks all types of parameters.
#[derive(Debug)]
pub(crate) struct Rule {
    /// What a value must be, as error messages say it.
    pub(crate) expectation: &'static str,
    /// The one spelling of a valid value; `None` for an invalid one.
    pub(crate) normalize: fn(&str) -> Option<String>,
}

/// A contract or account address; the spelling is kept (the case may carry a checksum, EIP-55).
pub(crate) const ADDRESS: Rule =
    Rule { expectation: "0x followed by 40 hexadecimal digits", normalize: |text| hex(text, 40) };
/// A transaction hash; the spelling is kept.
pub(crate) const HASH: Rule =
    Rule { expectation: "0x followed by 64 hexadecimal digits", normalize: |text| hex(text, 64) };
/// A token id (`uint256` of EIP-721 and EIP-1155), in decimal.
pub(crate) const TOKEN_ID: Rule = Rule {
    expectation: "an integer from 0 to 2^256-1, decimal or 0x-hexadecimal",
    normalize: |text| Uint256::parse(text).map(Uint256::to_decimal),
};
/// A chain id (EIP-155).
pub(crate) const CHAIN_ID: Rule = Rule {
    expectation: "a chain id, an integer from 1 to 9007199254740991",
    normalize: |text| integer(text, 1, 9_007_199_254_740_991),
};
/// A token standard, as the query parameter `s` has it.
pub(crate) const STANDARD: Rule = Rule {
    expectation: "\"ERC721\" (0) or \"ERC1155\" (1)",
    normalize: |text| match text {
        "0" | "ERC721" => Some("0".to_owned()),
        "1" | "ERC1155" => Some("1".to_owned()),
        _ => None,
    },
};
/// A chain type.
pub(crate) const CHAIN: Rule =
    Rule { expectation: "\"mainnet\" or \"sepolia\"", normalize: |text| one_of(text, &["mainnet", "sepolia"]) };
/// An item of a comma-separated list.
pub(crate) const LIST_ITEM: Rule = Rule {
    expectation: "1 to 64 visible ASCII characters without a comma",
    normalize: |text| (graphic(text, 64) && !text.bytes().any(|b| b == b',')).then(|| text.to_owned()),
};
/// How many records a page may have; each service has its own upper limit.
pub(crate) const PAGE_SIZE: Rule =
    Rule { expectation: "an integer from 1 to 4294967295", normalize: |text| integer(text, 1, u32::MAX as u64) };
/// The longest cursor, in bytes: one that arrives is sent back, three times as long when all of it is percent-encoded.
pub(crate) const MAX_CURSOR_BYTES: usize = 65_536;
/// A cursor.
pub(crate) const CURSOR: Rule = Rule {
    expectation: "a nextCursor of the service, a string of at most 65536 bytes",
    normalize: |text| (text.len() <= MAX_CURSOR_BYTES).then(|| text.to_owned()),
};
/// How integers are read.
pub(crate) const INTEGERS: Rule = Rule { expectation: "\"exact\"", normalize: |text| one_of(text, &["exact"]) };
/// A key that may stand in a header; everything else could split one.
pub(crate) const API_KEY: Rule = Rule {
    expectation: "1 to 512 visible ASCII characters without spaces",
    normalize: |text| graphic(text, 512).then(|| text.to_owned()),
};

impl Rule {
    /// A value as the service received it.
    pub(crate) fn check(&self, name: &'static str, text: &str) -> Result<String, Error> {
        (self.normalize)(text).ok_or_else(|| Error::invalid(name, text, self.expectation))
    }
}

/// An integer from `least` to `most` in decimal digits, without leading zeros.
pub(crate) fn integer(text: &str, least: u64, most: u64) -> Option<String> {
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
        assert_eq!((ADDRESS.normalize)(&format!("0x{forty}")), Some(format!("0x{forty}")));
        assert_eq!((ADDRESS.normalize)(&format!("0X{forty}")), Some(format!("0x{forty}")));
        for bad in ["", "0x", &forty, &format!("0x{forty}0"), &format!("0x{}g", "a".repeat(39)), " 0x", "0x.."] {
            assert_eq!((ADDRESS.normalize)(bad), None, "{bad}");
        }
        assert_eq!((HASH.normalize)(&format!("0x{}", "f".repeat(64))), Some(format!("0x{}", "f".repeat(64))));
        assert_eq!((HASH.normalize)(&format!("0x{}", "f".repeat(63))), None);
    }

    #[test]
    fn chain_ids_are_positive_and_exact() {
        assert_eq!((CHAIN_ID.normalize)("11145513"), Some("11145513".into()));
        assert_eq!((CHAIN_ID.normalize)("9007199254740991"), Some("9007199254740991".into()));
        for bad in ["0", "", "-1", "+1", "1.0", "0x1", "9007199254740992", "mainnet", " 1"] {
            assert_eq!((CHAIN_ID.normalize)(bad), None, "{bad}");
        }
    }

    #[test]
    fn keys_and_items_cannot_split_headers_or_lists() {
        assert!((API_KEY.normalize)("q9/Tn+abc=").is_some());
        for bad in ["", "a b", "a\r\nb", "ключ", &"k".repeat(513)] {
            assert!((API_KEY.normalize)(bad).is_none(), "{bad:?}");
        }
        assert_eq!((LIST_ITEM.normalize)("42161"), Some("42161".into()));
        for bad in ["", "1,2", "a b", "é", &"9".repeat(65)] {
            assert_eq!((LIST_ITEM.normalize)(bad), None, "{bad}");
        }
    }
}
