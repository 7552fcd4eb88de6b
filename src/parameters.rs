//! Types of parameters that are valid by construction: a value is parsed once, by its rule of [`crate::rules`].

use crate::{
    error::Error,
    rules::{self, Rule},
    text::decimal_text,
    uint256::Uint256,
};
use std::{fmt, num::NonZeroU32, str::FromStr};

/// A type of parameter.
pub(crate) trait Parameter: Sized {
    /// What a rule parses a text to.
    type Parsed;
    /// The rule of a caller's value.
    const RULE: Rule<Self::Parsed>;
    /// The rule of the service, which may have a narrower limit.
    #[cfg_attr(not(feature = "service"), allow(dead_code))]
    const SERVICE_RULE: Rule<Self::Parsed> = Self::RULE;
    /// The rule of the service for an item of a filter.
    #[cfg_attr(not(feature = "service"), allow(dead_code))]
    const FILTER_RULE: Rule<Self::Parsed> = Self::SERVICE_RULE;
    /// The type of a caller's value in TypeScript.
    const TYPESCRIPT: &'static str;
    /// The JSON Schema of [`Self::SERVICE_RULE`]; empty for a type that no request has outside of a list.
    const SCHEMA: &'static str;

    /// Creates the value from what a rule parsed.
    fn from_parsed(parsed: Self::Parsed) -> Self;

    /// Returns the text in a request.
    fn to_text(&self) -> String;

    /// Returns whether the value means the same as no value.
    fn is_absent(&self) -> bool {
        false
    }
}

/// Declares a parameter that is one of some words. A variant without a word is the default: the client leaves the
/// parameter out.
macro_rules! word_parameter {
    ($type:ident, $typescript:literal, $schema:literal, $($word:literal = $variant:ident),+) => {
        impl $crate::parameters::Parameter for $type {
            type Parsed = Self;
            const RULE: $crate::rules::Rule<Self> = $crate::rules::words_rule!($($word = Self::$variant),+);
            const TYPESCRIPT: &'static str = $typescript;
            const SCHEMA: &'static str = $schema;

            fn from_parsed(value: Self) -> Self {
                value
            }

            fn to_text(&self) -> String {
                let words = [$((Self::$variant, $word)),+];
                words.into_iter().find(|(value, _)| value == self).map_or("", |(_, word)| word).to_owned()
            }
        }
    };
}

pub(crate) use word_parameter;

/// Implements [`FromStr`] by the rule of the type, whose error names the parameter `$name`, and [`fmt::Display`].
macro_rules! from_and_to_str {
    ($type:ty, $name:literal) => {
        impl FromStr for $type {
            type Err = Error;

            fn from_str(text: &str) -> Result<Self, Error> {
                Self::RULE.check($name, text).map(Self::from_parsed)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.to_text())
            }
        }
    };
}

/// Declares a parameter that is a text, with other members of its [`Parameter`].
macro_rules! text_parameter {
    ($(#[$attribute:meta])+ $type:ident, $name:literal, $rule:expr, $typescript:literal, $schema:literal
        $(, $($member:item)+)?) => {
        $(#[$attribute])+
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $type(String);

        impl $type {
            /// Returns the text that the client sends.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl Parameter for $type {
            type Parsed = String;
            const RULE: Rule<String> = $rule;
            const TYPESCRIPT: &'static str = $typescript;
            const SCHEMA: &'static str = $schema;

            fn from_parsed(text: String) -> Self {
                Self(text)
            }

            fn to_text(&self) -> String {
                self.0.clone()
            }

            $($($member)+)?
        }

        from_and_to_str!($type, $name);
    };
}

text_parameter! {
    /// The address of a contract: `0x` and 40 hexadecimal digits. It keeps its case, which may be a checksum (EIP-55).
    ///
    /// ```
    /// use ethereal_query::Address;
    /// let address: Address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".parse()?;
    /// assert_eq!(address.as_str(), "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
    /// assert_eq!("0x5a".parse::<Address>().unwrap_err().parameter, Some("address"));
    /// # Ok::<(), ethereal_query::Error>(())
    /// ```
    Address, "address", rules::ADDRESS, "string", r##"{ "$ref": "#/components/schemas/Address" }"##,
    const FILTER_RULE: Rule<String> = rules::service::LOWER_CASE_ADDRESS;
}

text_parameter! {
    /// The hash of a transaction: `0x` and 64 hexadecimal digits. It keeps its case.
    ///
    /// ```
    /// use ethereal_query::TxHash;
    /// let hash: TxHash = format!("0x{}", "aB".repeat(32)).parse()?;
    /// assert!(hash.as_str().starts_with("0xaBaB"));
    /// # Ok::<(), ethereal_query::Error>(())
    /// ```
    TxHash, "hash", rules::HASH, "string", r##"{ "$ref": "#/components/schemas/Hash" }"##
}

text_parameter! {
    /// A source chain in the filter of a list: its chain id in digits, or its name in the service. It has 1 to 64
    /// visible ASCII characters and no comma.
    ///
    /// ```
    /// use ethereal_query::SourceChain;
    /// assert_eq!(SourceChain::from(42161), "42161".parse()?);
    /// # Ok::<(), ethereal_query::Error>(())
    /// ```
    SourceChain, "sourceChains", rules::LIST_ITEM, "number | string | bigint", ""
}

impl From<u64> for SourceChain {
    fn from(chain_id: u64) -> Self {
        Self(decimal_text(chain_id))
    }
}

text_parameter! {
    /// The beginning of a page in a list: the `next_cursor` of the page before. It is opaque and has at most 65,536
    /// bytes.
    ///
    /// ```
    /// use ethereal_query::{Cursor, EtherealsQuery};
    /// let cursor: Cursor = "AWFi".parse()?;
    /// let next_page = EtherealsQuery::default().after(cursor);
    /// # Ok::<(), ethereal_query::Error>(())
    /// ```
    Cursor, "cursor", rules::CURSOR, "string | null", r#"{ "type": "string" }"#,
    const SERVICE_RULE: Rule<String> = rules::service::CURSOR_OR_NULL;

    fn is_absent(&self) -> bool {
        self.0.is_empty()
    }
}

/// The id of a chain (EIP-155), from 1 to 2^53-1.
///
/// ```
/// use ethereal_query::ChainId;
/// assert_eq!(ChainId::try_from(42161)?, "42161".parse()?);
/// assert!(ChainId::try_from(0).is_err());
/// # Ok::<(), ethereal_query::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChainId(u64);

impl ChainId {
    /// Returns the id as a number.
    #[must_use]
    pub fn get(self) -> u64 {
        self.0
    }
}

impl Parameter for ChainId {
    type Parsed = u64;
    const RULE: Rule<u64> = rules::CHAIN_ID;
    const TYPESCRIPT: &'static str = "number | string | bigint";
    const SCHEMA: &'static str = r#"{ "type": "integer", "minimum": 1, "maximum": 9007199254740991, "examples": [1] }"#;

    fn from_parsed(number: u64) -> Self {
        Self(number)
    }

    fn to_text(&self) -> String {
        decimal_text(self.0)
    }
}

from_and_to_str!(ChainId, "chainId");

impl TryFrom<u64> for ChainId {
    type Error = Error;

    fn try_from(number: u64) -> Result<Self, Error> {
        decimal_text(number).parse()
    }
}

/// The id of a token (`uint256` of EIP-721 and EIP-1155), from 0 to 2^256-1.
///
/// ```
/// use ethereal_query::TokenId;
/// assert_eq!(TokenId::from(255), "0xff".parse()?);
/// assert_eq!(TokenId::from(255).to_string(), "255");
/// # Ok::<(), ethereal_query::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenId(Uint256);

impl TokenId {
    /// Returns 64 lower-case hexadecimal digits, the form of contract calls and of `{id}` in EIP-1155.
    #[must_use]
    pub fn to_hex(self) -> String {
        self.0.to_hex64()
    }
}

impl Parameter for TokenId {
    type Parsed = Uint256;
    const RULE: Rule<Uint256> = rules::TOKEN_ID;
    const TYPESCRIPT: &'static str = "string | number | bigint";
    const SCHEMA: &'static str =
        r#"{ "type": "string", "pattern": "^([0-9]{1,77}|0[xX][0-9a-fA-F]{1,64})$", "examples": ["1"] }"#;

    fn from_parsed(number: Uint256) -> Self {
        Self(number)
    }

    fn to_text(&self) -> String {
        self.0.to_decimal()
    }
}

from_and_to_str!(TokenId, "id");

impl From<u64> for TokenId {
    fn from(number: u64) -> Self {
        Self(Uint256::parse(&decimal_text(number)).unwrap_or_default())
    }
}

/// The number of records of a page. The service has its own upper limit.
impl Parameter for NonZeroU32 {
    type Parsed = u64;
    const RULE: Rule<u64> = rules::PAGE_SIZE;
    const SERVICE_RULE: Rule<u64> = rules::service::PAGE_SIZE;
    const TYPESCRIPT: &'static str = "number";
    const SCHEMA: &'static str = r#"{ "type": "integer", "minimum": 1, "maximum": 500 }"#;

    fn from_parsed(size: u64) -> Self {
        // No rule allows 0.
        Self::new(size as u32).unwrap_or(Self::MIN)
    }

    fn to_text(&self) -> String {
        decimal_text(self.get().into())
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
