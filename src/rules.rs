//! The rules of parameters. The client checks them before it sends a request, the service after it receives one.

use crate::{
    error::Error,
    text::{decimal_text, split},
    uint256::Uint256,
};

pub(crate) mod service;

/// The rule of a parameter.
///
/// A rule maps a text to a text, so that one function checks all types of parameters.
#[derive(Debug)]
pub(crate) struct Rule {
    /// A noun phrase for messages: "Invalid pageSize: 0. Expected {expectation}."
    pub(crate) expectation: &'static str,
    /// Returns the normalised spelling of a value; `None` for an invalid value.
    pub(crate) normalize: fn(&str) -> Option<String>,
}

/// Declares the rule of an integer between two limits, which are in its text and in its check. The words around the text
/// say what the integer is, and its unit.
macro_rules! integer_rule {
    ($min:literal, $max:literal) => {
        $crate::rules::integer_rule!("", $min, $max, "")
    };
    ($before:literal, $min:literal, $max:literal, $after:literal) => {
        $crate::rules::Rule {
            expectation: concat!($before, "an integer from ", $min, " to ", $max, $after),
            normalize: |text| $crate::rules::integer(text, $min, $max),
        }
    };
}

/// Declares a rule whose limit of the length is in its text and in its check.
macro_rules! length_rule {
    ($before:literal, $max:literal, $after:literal, |$text:ident, $limit:ident| $check:expr) => {
        Rule {
            expectation: concat!($before, $max, $after),
            normalize: |$text| {
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
            normalize: |text| prefixed_hex(text, $digits),
        }
    };
}

/// Declares the rule that a text is one of some words.
macro_rules! words_rule {
    ($first:literal $(, $word:literal)*) => {
        Rule {
            expectation: concat!("\"", $first, "\"" $(, " or \"", $word, "\"")*),
            normalize: |text| one_of(text, &[$first $(, $word)*]),
        }
    };
}

pub(crate) use integer_rule;

/// The address of a contract or an account. Keeps the case, which may be a checksum (EIP-55).
pub(crate) const ADDRESS: Rule = hex_rule!(40);
/// The hash of a transaction. Keeps the case.
pub(crate) const HASH: Rule = hex_rule!(64);
/// The id of a token (`uint256` of EIP-721 and EIP-1155). Normalises to decimal.
pub(crate) const TOKEN_ID: Rule = Rule {
    expectation: "an integer from 0 to 2^256-1, decimal or 0x-hexadecimal",
    normalize: |text| Uint256::parse(text).map(Uint256::to_decimal),
};
/// The id of a chain (EIP-155). Its limit is the largest exact integer of JavaScript, 2^53-1.
pub(crate) const CHAIN_ID: Rule = integer_rule!("a chain id, ", 1, 9007199254740991, "");
/// A token standard. Normalises to the values of the query parameter `s`, `0` and `1`.
pub(crate) const STANDARD: Rule = Rule {
    expectation: "\"ERC721\" (0) or \"ERC1155\" (1)",
    normalize: |text| match text {
        "0" | "ERC721" => Some("0".to_owned()),
        "1" | "ERC1155" => Some("1".to_owned()),
        _ => None,
    },
};
/// A chain type.
pub(crate) const CHAIN: Rule = words_rule!("mainnet", "sepolia");
/// An item of a comma-separated list.
pub(crate) const LIST_ITEM: Rule =
    length_rule!("1 to ", 64, " visible ASCII characters without a comma", |text, max| {
        (visible_ascii(text, max) && !text.bytes().any(|b| b == b',')).then(|| text.to_owned())
    });
/// The number of records of a page. Each service has its own upper limit.
pub(crate) const PAGE_SIZE: Rule = integer_rule!(1, 4294967295);
/// A cursor. Percent-encoding can make it three times as long in the URL.
pub(crate) const CURSOR: Rule =
    length_rule!("a nextCursor of the service, a string of at most ", 65536, " bytes", |text, max| {
        (text.len() <= max).then(|| text.to_owned())
    });
/// The form in which large integers of token metadata reach JavaScript.
pub(crate) const INTEGERS: Rule = words_rule!("exact");
/// What a list does with an invalid record.
pub(crate) const ON_INVALID_RECORD: Rule = words_rule!("error", "skip");
/// An API key. Other characters could end the header that carries it.
pub(crate) const API_KEY: Rule = length_rule!("1 to ", 512, " visible ASCII characters without spaces", |text, max| {
    visible_ascii(text, max).then(|| text.to_owned())
});

/// The name of a header that a caller adds: a token (RFC 9110 §5.6.2). Normalises to lower case.
pub(crate) const HEADER_NAME: Rule = length_rule!(
    "a header name of 1 to ",
    64,
    " letters, digits and !#$%&'*+-.^_`|~, not x-api-key (use apiKey), and not one that the Fetch standard forbids",
    |text, max| header_name(text, max)
);
/// The value of a header that a caller adds. Other characters could end the header. Normalises without spaces around
/// it.
pub(crate) const HEADER_VALUE: Rule = length_rule!("at most ", 8192, " printable ASCII characters", |text, max| {
    let valid = text.len() <= max && text.bytes().all(|b| b == b' ' || b.is_ascii_graphic());
    valid.then(|| text.trim_ascii().to_owned())
});

/// The headers that only the client or the host sets: the key, and the forbidden request-headers of the Fetch standard.
const FORBIDDEN_HEADERS: &str = "x-api-key accept-charset accept-encoding access-control-request-headers \
    access-control-request-method access-control-request-private-network connection content-length cookie cookie2 date \
    dnt expect host keep-alive origin referer set-cookie te trailer transfer-encoding upgrade via";

impl Rule {
    /// Normalises `text`, the value of the parameter `name`.
    pub(crate) fn check(&self, name: &'static str, text: &str) -> Result<String, Error> {
        (self.normalize)(text).ok_or_else(|| Error::invalid(name, text, self.expectation))
    }
}

/// Normalises an integer from `min` to `max` to decimal digits without leading zeros.
pub(crate) fn integer(text: &str, min: u64, max: u64) -> Option<String> {
    let n = number(text)?;
    (min <= n && n <= max).then(|| decimal_text(n))
}

/// Parses 1 to 18 decimal digits, which always fit.
pub(crate) fn number(text: &str) -> Option<u64> {
    let digits = (1..=18).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.bytes().fold(0, |n, b| n * 10 + u64::from(b - b'0')))
}

/// Accepts exactly the texts `words`.
pub(crate) fn one_of(text: &str, words: &[&str]) -> Option<String> {
    words.contains(&text).then(|| text.to_owned())
}

fn visible_ascii(text: &str, max: usize) -> bool {
    (1..=max).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic())
}

fn header_name(text: &str, max: usize) -> Option<String> {
    let is_token = |b: u8| b.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".bytes().any(|mark| mark == b);
    let name = text.to_ascii_lowercase();
    let is_forbidden = split(FORBIDDEN_HEADERS, b' ').any(|forbidden| forbidden == name)
        || name.starts_with("proxy-")
        || name.starts_with("sec-");
    let valid = (1..=max).contains(&name.len()) && name.bytes().all(is_token) && !is_forbidden;
    valid.then_some(name)
}

fn prefixed_hex(text: &str, digits: usize) -> Option<String> {
    let body = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    let valid = body.len() == digits && body.bytes().all(|b| b.is_ascii_hexdigit());
    valid.then(|| ["0x", body].concat())
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn an_address_or_hash_is_0x_and_its_number_of_digits() {
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
    fn a_chain_id_is_a_positive_safe_integer() {
        assert_eq!((CHAIN_ID.normalize)("11145513"), Some("11145513".into()));
        assert_eq!((CHAIN_ID.normalize)("9007199254740991"), Some("9007199254740991".into()));
        for bad in ["0", "", "-1", "+1", "1.0", "0x1", "9007199254740992", "mainnet", " 1"] {
            assert_eq!((CHAIN_ID.normalize)(bad), None, "{bad}");
        }
    }

    #[test]
    fn an_api_key_has_no_line_break_and_a_list_item_no_comma() {
        assert!((API_KEY.normalize)("q9/Tn+abc=").is_some());
        for bad in ["", "a b", "a\r\nb", "ключ", &"k".repeat(513)] {
            assert!((API_KEY.normalize)(bad).is_none(), "{bad:?}");
        }
        assert_eq!((LIST_ITEM.normalize)("42161"), Some("42161".into()));
        for bad in ["", "1,2", "a b", "é", &"9".repeat(65)] {
            assert_eq!((LIST_ITEM.normalize)(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_header_name_is_a_token_that_neither_client_nor_host_sets() {
        assert_eq!((HEADER_NAME.normalize)("TraceParent"), Some("traceparent".into()));
        for good in ["authorization", "user-agent", "x-http", "second", "proxy", &"n".repeat(64)] {
            assert_eq!((HEADER_NAME.normalize)(good).as_deref(), Some(good));
        }
        let forbidden = "X-Api-Key Cookie cookie2 Host content-length Connection DNT te Via Origin Referer set-cookie \
                         Proxy-Authorization sec-fetch-mode transfer-encoding accept-encoding";
        let invalid = ["", "a b", "a:", "a\r\nb", "é", &"n".repeat(65)];
        for bad in forbidden.split_whitespace().chain(invalid) {
            assert_eq!((HEADER_NAME.normalize)(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_header_value_is_printable_ascii() {
        assert_eq!((HEADER_VALUE.normalize)(" a, b "), Some("a, b".into()));
        assert_eq!((HEADER_VALUE.normalize)(""), Some(String::new()));
        for bad in ["a\r\nx-evil: 1", "a\0", "a\tb", "\u{7f}", "é", &"v".repeat(8193)] {
            assert_eq!((HEADER_VALUE.normalize)(bad), None, "{bad:?}");
        }
    }
}
