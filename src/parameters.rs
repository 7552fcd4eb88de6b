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
    /// The rule of the type.
    const RULE: Rule;

    /// Creates the value from a text that [`Self::RULE`] has normalised.
    fn from_normalized(text: String) -> Self;
}

/// Implements [`FromStr`] by the rule of the type. The error names the parameter `$name`.
macro_rules! from_str {
    ($type:ty, $name:literal) => {
        impl FromStr for $type {
            type Err = Error;

            fn from_str(text: &str) -> Result<Self, Error> {
                Self::RULE.check($name, text).map(Self::from_normalized)
            }
        }
    };
}

/// Declares a parameter that is a text.
macro_rules! text_parameter {
    ($(#[$attribute:meta])+ $type:ident, $name:literal, $rule:expr) => {
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
            const RULE: Rule = $rule;

            fn from_normalized(text: String) -> Self {
                Self(text)
            }
        }

        from_str!($type, $name);

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
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
    Address, "address", rules::ADDRESS
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
    TxHash, "hash", rules::HASH
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
    SourceChain, "sourceChains", rules::LIST_ITEM
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
    Cursor, "cursor", rules::CURSOR
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
    const RULE: Rule = rules::CHAIN_ID;

    fn from_normalized(text: String) -> Self {
        Self(rules::number(&text).unwrap_or_default())
    }
}

from_str!(ChainId, "chainId");

impl TryFrom<u64> for ChainId {
    type Error = Error;

    fn try_from(number: u64) -> Result<Self, Error> {
        decimal_text(number).parse()
    }
}

impl fmt::Display for ChainId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&decimal_text(self.0))
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

    /// Returns decimal digits.
    pub(crate) fn to_decimal(self) -> String {
        self.0.to_decimal()
    }
}

impl Parameter for TokenId {
    const RULE: Rule = rules::TOKEN_ID;

    fn from_normalized(text: String) -> Self {
        Self(Uint256::parse(&text).unwrap_or_default())
    }
}

from_str!(TokenId, "id");

impl From<u64> for TokenId {
    fn from(number: u64) -> Self {
        Self::from_normalized(decimal_text(number))
    }
}

impl fmt::Display for TokenId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_decimal())
    }
}

/// The number of records of a page. The service has its own upper limit.
impl Parameter for NonZeroU32 {
    const RULE: Rule = rules::PAGE_SIZE;

    fn from_normalized(text: String) -> Self {
        rules::number(&text).and_then(|number| Self::new(number as u32)).unwrap_or(Self::MIN)
    }
}

/// The query parameters of a request that the service received, percent-decoded.
///
/// ```
/// use ethereal_query::{Endpoint, GetTransfer, Query};
/// let hash = format!("0x{}", "1".repeat(64));
/// let request = GetTransfer::decode(&[hash], &mut Query::default())?;
/// assert_eq!(request.chain, None);
/// # Ok::<(), ethereal_query::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Query(pub(crate) Vec<(String, String)>);

impl Query {
    /// The value of the parameter `name`; `None` when it is absent or empty.
    pub(crate) fn value(&self, name: &'static str) -> Result<Option<String>, Error> {
        let mut values = self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| value);
        let value = values.next().filter(|value| !value.is_empty()).cloned();
        match values.next() {
            None => Ok(value),
            Some(_) => Err(Error::breaks_rule(name, "more than one value", "one value")),
        }
    }

    /// The value of the parameter `name`, parsed by the rule of its type.
    pub(crate) fn parse<T: Parameter>(&mut self, name: &'static str) -> Result<Option<T>, Error> {
        self.parse_by(name, &T::RULE)
    }

    /// The value of the parameter `name`, parsed by a narrower rule than that of the client.
    pub(crate) fn parse_by<T: Parameter>(&mut self, name: &'static str, rule: &Rule) -> Result<Option<T>, Error> {
        let text = self.value(name)?.map(|text| rule.check(name, &text)).transpose()?;
        Ok(text.map(T::from_normalized))
    }
}

/// The path variable at `index`, parsed by the rule of its type.
pub(crate) fn variable<T: Parameter>(variables: &[String], index: usize, name: &'static str) -> Result<T, Error> {
    T::RULE.check(name, variables.get(index).map_or("", String::as_str)).map(T::from_normalized)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
