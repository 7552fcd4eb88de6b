//! Types of parameters that are valid by construction: a value is parsed once, by its rule of [`crate::rules`].

use crate::{
    error::Error,
    rules::{self, Rule, number},
    text::{decimal_text, join},
    uint256::Uint256,
};
use std::{fmt, num::NonZeroU32, str::FromStr};

/// A text that only the generated documents and TypeScript declarations use. A WebAssembly module
/// leaves the text out, because a page would have to load it.
#[derive(Debug, Clone, Copy, Default)]
pub struct DocText {
    #[cfg(not(target_arch = "wasm32"))]
    text: &'static str,
}

impl DocText {
    /// There is no text.
    pub(crate) const NONE: Self = Self::new("");

    #[cfg_attr(target_arch = "wasm32", allow(unused_variables))]
    pub(crate) const fn new(text: &'static str) -> Self {
        Self {
            #[cfg(not(target_arch = "wasm32"))]
            text,
        }
    }

    /// Returns the text; an empty text when there is none.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub const fn text(self) -> &'static str {
        self.text
    }
}

/// The type of a parameter in the tables of the endpoints ([`crate::Parameter`]).
#[derive(Clone, Copy)]
pub(crate) struct ParameterType {
    /// The rule of a caller's value.
    pub(crate) rule: Rule,
    /// The rule that the service applies, which may differ from [`Self::rule`].
    #[cfg_attr(not(feature = "service"), allow(dead_code))]
    pub(crate) service_rule: Rule,
    /// The type of a caller's value in TypeScript.
    pub(crate) typescript: DocText,
    /// The JSON Schema of [`Self::service_rule`]; empty for an option of the client, which no
    /// request has.
    pub(crate) schema: DocText,
}

impl ParameterType {
    pub(crate) const fn new(rule: Rule, typescript: &'static str, schema: &'static str) -> Self {
        Self {
            rule,
            service_rule: rule,
            typescript: DocText::new(typescript),
            schema: DocText::new(schema),
        }
    }

    pub(crate) const fn with_service_rule(self, service_rule: Rule) -> Self {
        Self {
            service_rule,
            ..self
        }
    }
}

/// A value of a typed request.
pub(crate) trait ParameterValue: Sized {
    const TYPE: ParameterType;

    /// Creates the value from a text that a rule of [`Self::TYPE`] has accepted. `None` if the type
    /// cannot hold the text, such as letters for a number.
    fn from_text(text: &str) -> Option<Self>;

    /// Returns the text in a request.
    fn to_text(&self) -> String;

    /// Parses a caller's text. An error names the parameter `name`.
    fn parse(name: &'static str, text: &str) -> Result<Self, Error> {
        let rule = Self::TYPE.rule;
        let checked = rule.check(name, text)?;
        Self::from_text(&checked).ok_or_else(|| Error::invalid(name, text, rule.expectation))
    }
}

/// Returns the text of an optional value; an empty text when it is absent.
pub(crate) fn optional_text<T: ParameterValue>(value: &Option<T>) -> String {
    value.as_ref().map(T::to_text).unwrap_or_default()
}

/// Returns the texts of a list, separated by commas.
pub(crate) fn list_text<T: ParameterValue>(items: &[T]) -> String {
    let texts: Vec<String> = items.iter().map(T::to_text).collect();
    join(&texts, ',')
}

/// Implements [`FromStr`] and [`fmt::Display`]. `from_str` checks the rule of the type, and its
/// error names the parameter `$name`.
macro_rules! from_and_to_str {
    ($type:ty, $name:literal) => {
        impl FromStr for $type {
            type Err = Error;

            fn from_str(text: &str) -> Result<Self, Error> {
                ParameterValue::parse($name, text)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.to_text())
            }
        }
    };
}

/// Declares a parameter that is a text.
macro_rules! text_parameter {
    ($(#[$attribute:meta])+ $type:ident, $name:literal, $parameter_type:expr) => {
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

        impl ParameterValue for $type {
            const TYPE: ParameterType = $parameter_type;

            fn from_text(text: &str) -> Option<Self> {
                Some(Self(text.to_owned()))
            }

            fn to_text(&self) -> String {
                self.0.clone()
            }
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
    Address, "address",
    ParameterType::new(rules::ADDRESS, "string", r##"{ "$ref": "#/components/schemas/Address" }"##)
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
    TxHash, "hash",
    ParameterType::new(rules::HASH, "string", r##"{ "$ref": "#/components/schemas/Hash" }"##)
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
    SourceChain, "sourceChains",
    ParameterType::new(
        rules::LIST_ITEM,
        "number | string | bigint",
        // The pattern matches `!` to `+`, `.` to `~`, and `-`: visible ASCII without the comma.
        r#"{ "type": "string", "pattern": "^[!-+.-~-]{1,64}$" }"#,
    )
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
    Cursor, "cursor",
    ParameterType::new(rules::CURSOR, "string | null", r#"{ "type": "string" }"#)
        .with_service_rule(rules::service::CURSOR_OR_NULL)
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

impl ParameterValue for ChainId {
    const TYPE: ParameterType = ParameterType::new(
        rules::CHAIN_ID,
        "number | string | bigint",
        r#"{ "type": "integer", "minimum": 1, "maximum": 9007199254740991, "examples": [1] }"#,
    );

    fn from_text(text: &str) -> Option<Self> {
        number(text).map(Self)
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

impl ParameterValue for TokenId {
    const TYPE: ParameterType = ParameterType::new(
        rules::TOKEN_ID,
        "string | number | bigint",
        r#"{ "type": "string", "pattern": "^([0-9]{1,78}|0[xX][0-9a-fA-F]{1,64})$", "examples": ["1"] }"#,
    );

    fn from_text(text: &str) -> Option<Self> {
        Uint256::parse(text).map(Self)
    }

    fn to_text(&self) -> String {
        self.0.to_decimal()
    }
}

from_and_to_str!(TokenId, "id");

impl From<u64> for TokenId {
    fn from(number: u64) -> Self {
        // Parsing cannot fail, because a `Uint256` holds every `u64`.
        Self(Uint256::parse(&decimal_text(number)).unwrap_or_default())
    }
}

/// The number of records of a page. The service has its own upper limit.
impl ParameterValue for NonZeroU32 {
    const TYPE: ParameterType = ParameterType::new(
        rules::PAGE_SIZE,
        "number",
        r#"{ "type": "integer", "minimum": 1, "maximum": 500 }"#,
    )
    .with_service_rule(rules::service::PAGE_SIZE);

    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn to_text(&self) -> String {
        decimal_text(self.get().into())
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
