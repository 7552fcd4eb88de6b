//! The rules of parameters. The client checks them before it sends a request, the service after it receives one.

use crate::{error::Error, text::decimal_text, uint256::Uint256};

pub(crate) mod service;

/// The rule of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rule {
    /// A noun phrase for messages: "Invalid pageSize: 0. Expected {expectation}."
    pub(crate) expectation: &'static str,
    /// Returns the text in the spelling of a request; `None` for a text that breaks the rule.
    pub(crate) parse: fn(&str) -> Option<String>,
}

impl Rule {
    /// Parses `text`, the value of the parameter `name`.
    pub(crate) fn check(&self, name: &'static str, text: &str) -> Result<String, Error> {
        (self.parse)(text).ok_or_else(|| Error::invalid(name, text, self.expectation))
    }

    pub(crate) fn accepts(&self, text: &str) -> bool {
        (self.parse)(text).is_some()
    }
}

/// Declares the rule of an integer from `min` to `max`. Both limits are in the expectation and in
/// the check. `before` and `after` are words around the expectation: what the integer is, and its
/// unit.
macro_rules! integer_rule {
    ($min:literal, $max:literal) => {
        $crate::rules::integer_rule!("", $min, $max, "")
    };
    ($before:literal, $min:literal, $max:literal, $after:literal) => {
        $crate::rules::Rule {
            expectation: concat!($before, "an integer from ", $min, " to ", $max, $after),
            parse: |text| $crate::rules::integer(text, $min, $max),
        }
    };
}

/// Declares a rule with a maximum length, which is in the expectation and in the check. The check
/// is written as a closure. Its second parameter is the maximum length.
macro_rules! length_rule {
    ($before:literal, $max:literal, $after:literal, |$text:ident, $limit:ident| $check:expr) => {
        $crate::rules::Rule {
            expectation: concat!($before, $max, $after),
            parse: |$text| {
                let $limit: usize = $max;
                $check
            },
        }
    };
}

/// Declares the rule of a text of `0x` and a number of hexadecimal digits.
macro_rules! hex_rule {
    ($digits:literal) => {
        Rule {
            expectation: concat!("0x followed by ", $digits, " hexadecimal digits"),
            parse: |text| prefixed_hex(text, $digits),
        }
    };
}

pub(crate) use {integer_rule, length_rule};

/// The address of a contract or an account. The rule keeps the case, which may be a checksum
/// (EIP-55).
pub(crate) const ADDRESS: Rule = hex_rule!(40);
/// The hash of a transaction. The rule keeps the case.
pub(crate) const HASH: Rule = hex_rule!(64);
/// The id of a token (`uint256` of EIP-721 and EIP-1155).
pub(crate) const TOKEN_ID: Rule = Rule {
    expectation: "an integer from 0 to 2^256-1, decimal or 0x-hexadecimal",
    parse: token_id,
};
/// The id of a chain (EIP-155). Its limit is the largest exact integer of JavaScript, 2^53-1.
pub(crate) const CHAIN_ID: Rule = integer_rule!("a chain id, ", 1, 9007199254740991, "");
/// An item of a comma-separated list.
pub(crate) const LIST_ITEM: Rule = length_rule!(
    "1 to ",
    64,
    " visible ASCII characters without a comma",
    |text, max| {
        let has_comma = text.bytes().any(|b| b == b',');
        (visible_ascii(text, max) && !has_comma).then(|| text.to_owned())
    }
);
/// The number of records of a page, up to the largest `u32`. Each service has its own upper limit.
pub(crate) const PAGE_SIZE: Rule = integer_rule!(1, 4294967295);
/// A cursor. Percent-encoding can make the cursor three times as long in the URL.
pub(crate) const CURSOR: Rule = length_rule!(
    "a nextCursor of the service, a string of at most ",
    65536,
    " bytes",
    |text, max| (text.len() <= max).then(|| text.to_owned())
);
/// An API key. Other characters could end the header that carries it.
pub(crate) const API_KEY: Rule = length_rule!(
    "1 to ",
    512,
    " visible ASCII characters without spaces",
    |text, max| visible_ascii(text, max).then(|| text.to_owned())
);

/// Returns the digits of an integer from `min` to `max`, without leading zeros.
pub(crate) fn integer(text: &str, min: u64, max: u64) -> Option<String> {
    number(text)
        .filter(|n| (min..=max).contains(n))
        .map(decimal_text)
}

/// Parses 1 to 18 decimal digits, which always fit into a `u64`.
pub(crate) fn number(text: &str) -> Option<u64> {
    let is_valid = (1..=18).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    is_valid.then(|| text.bytes().fold(0, |n, b| n * 10 + u64::from(b - b'0')))
}

/// Returns whether a text has 1 to `max` visible ASCII characters.
pub(crate) fn visible_ascii(text: &str, max: usize) -> bool {
    (1..=max).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic())
}

/// Returns the decimal digits of a token id.
fn token_id(text: &str) -> Option<String> {
    Uint256::parse(text).map(|id| id.to_decimal())
}

fn prefixed_hex(text: &str, digits: usize) -> Option<String> {
    let body = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))?;
    let valid = body.len() == digits && body.bytes().all(|b| b.is_ascii_hexdigit());
    valid.then(|| ["0x", body].concat())
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_40_digits_and_a_hash_has_64_after_0x() {
        let forty = "aB".repeat(20);
        assert_eq!(
            (ADDRESS.parse)(&format!("0x{forty}")),
            Some(format!("0x{forty}"))
        );
        assert_eq!(
            (ADDRESS.parse)(&format!("0X{forty}")),
            Some(format!("0x{forty}"))
        );
        for bad in [
            "",
            "0x",
            &forty,
            &format!("0x{forty}0"),
            &format!("0x{}g", "a".repeat(39)),
            " 0x",
            "0x..",
        ] {
            assert_eq!((ADDRESS.parse)(bad), None, "{bad}");
        }
        assert_eq!(
            (HASH.parse)(&format!("0x{}", "f".repeat(64))),
            Some(format!("0x{}", "f".repeat(64)))
        );
        assert_eq!((HASH.parse)(&format!("0x{}", "f".repeat(63))), None);
    }

    #[test]
    fn a_chain_id_is_a_positive_safe_integer() {
        assert_eq!((CHAIN_ID.parse)("011145513").as_deref(), Some("11145513"));
        assert_eq!(
            (CHAIN_ID.parse)("9007199254740991").as_deref(),
            Some("9007199254740991")
        );
        for bad in [
            "0",
            "",
            "-1",
            "+1",
            "1.0",
            "0x1",
            "9007199254740992",
            "mainnet",
            " 1",
        ] {
            assert_eq!((CHAIN_ID.parse)(bad), None, "{bad}");
        }
    }

    #[test]
    fn an_api_key_is_visible_ascii_up_to_512_characters() {
        assert!(API_KEY.accepts("q9/Tn+abc="));
        for bad in ["", "a b", "a\r\nb", "ключ", &"k".repeat(513)] {
            assert!(!API_KEY.accepts(bad), "{bad:?}");
        }
    }

    #[test]
    fn a_list_item_is_visible_ascii_without_a_comma_up_to_64_characters() {
        assert_eq!((LIST_ITEM.parse)("42161"), Some("42161".into()));
        for bad in ["", "1,2", "a b", "é", &"9".repeat(65)] {
            assert_eq!((LIST_ITEM.parse)(bad), None, "{bad}");
        }
    }
}
