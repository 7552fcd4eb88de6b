//! `GET /tokens/:address/:id/uri`: the metadata document behind a token's URI (specification §4.1). No key.

use super::{Call, Endpoint, Query, required, variable};
use crate::{
    Error,
    args::{Arg, Args, broken},
    json::{BigIntegers, Checked},
    rules,
};

const STANDARD: &str = "\"ERC721\" (0) or \"ERC1155\" (1)";

/// The token standard, query parameter `s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Standard {
    /// EIP-721, sent as 0; what the service assumes when nothing is sent.
    #[default]
    Erc721,
    /// EIP-1155, sent as 1.
    Erc1155,
}

impl Standard {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text {
            "0" | "ERC721" => Some(Self::Erc721),
            "1" | "ERC1155" => Some(Self::Erc1155),
            _ => None,
        }
    }
}

/// How integer literals beyond 2^53-1 reach JavaScript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Integers {
    /// As `JSON.parse` gives them: rounded to a double.
    #[default]
    Rounded,
    /// As `BigInt` (`integers: "exact"`).
    Exact,
}

/// The request; made by [`TokenUri::new`], so always valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenUri {
    /// Address of the token contract, `0x` and 40 hexadecimal digits.
    pub(crate) address: String,
    /// Token id in decimal, up to 2^256-1.
    pub(crate) id: String,
    /// Id of the chain the contract is on (query parameter `b`).
    pub(crate) chain_id: u64,
    /// Token standard (query parameter `s`); not sent when `None`.
    pub(crate) standard: Option<Standard>,
    /// What becomes of large integers.
    pub(crate) integers: Integers,
}

impl TokenUri {
    const OPTIONS: &'static str = "chainId, standard, integers, raw, signal, timeoutMs, deadlineMs";

    /// The request a caller describes; options `chainId`, `standard` and `integers`.
    ///
    /// # Errors
    /// `invalid_argument` for a value that breaks its rule and for an unknown option.
    pub fn new(address: &Arg, id: &Arg, mut args: Args) -> Result<Self, Error> {
        let text = |name, arg: &Arg, rule, parse: fn(&str) -> Option<String>| {
            arg.text().and_then(|text| parse(&text)).ok_or_else(|| broken(name, arg, rule))
        };
        let request = Self {
            address: text("address", address, rules::ADDRESS, rules::address)?,
            id: text("id", id, rules::TOKEN_ID, rules::token_id)?,
            chain_id: required(&mut args, "chainId", rules::CHAIN_ID, |arg| rules::chain_id(&arg.text()?))?,
            standard: args.parse("standard", STANDARD, |arg| Standard::parse(&arg.text()?))?,
            integers: args
                .parse("integers", "\"exact\"", |arg| (arg.as_str()? == "exact").then_some(Integers::Exact))?
                .unwrap_or_default(),
        };
        args.finish(Self::OPTIONS).map(|()| request)
    }
}

/// The document a token's URI points to, exactly as the service sent it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenDocument(String);

impl TokenDocument {
    /// The text: key order, white space and every digit as sent.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The document as a value; integers beyond 64 bits become floating-point numbers.
    ///
    /// # Errors
    /// A string with a lone surrogate, which JSON allows and Rust does not.
    pub fn value(&self) -> Result<serde_json::Value, Error> {
        super::typed(&self.0)
    }
}

impl Endpoint for TokenUri {
    const NAME: &'static str = "GET /tokens/:address/:id/uri";
    const KEYED: bool = false;
    const PATH: &'static [&'static str] = &["tokens", ":address", ":id", "uri"];
    type Output = TokenDocument;

    fn variables(&self) -> Vec<String> {
        vec![self.address.clone(), self.id.clone()]
    }

    fn query(&self) -> Vec<(&'static str, String)> {
        let mut query = vec![("b", self.chain_id.to_string())];
        if let Some(standard) = self.standard {
            query.push(("s", if standard == Standard::Erc721 { "0" } else { "1" }.to_owned()));
        }
        query
    }

    fn call(&self) -> Call {
        let exact = self.integers == Integers::Exact;
        Call::free(self, if exact { BigIntegers::Tag } else { BigIntegers::Keep })
    }

    fn decode(variables: &[String], query: &mut Query) -> Result<Self, Error> {
        let address = variable(variables, 0, "address", rules::ADDRESS, rules::address)?;
        let id = variable(variables, 1, "id", rules::TOKEN_ID, rules::token_id)?;
        let chain_id = query.parse("b", rules::CHAIN_ID, rules::chain_id)?.ok_or_else(|| {
            Error::refused("b", "The query parameter `b` is missing: the id of the chain the contract is on.")
        })?;
        let standard = query.parse("s", "0 (ERC721) or 1 (ERC1155)", |s| match s {
            "0" | "1" => Standard::parse(s),
            _ => None,
        })?;
        Ok(Self { address, id, chain_id, standard, integers: Integers::default() })
    }

    fn output(checked: &Checked) -> Result<TokenDocument, Error> {
        Ok(TokenDocument(checked.text().to_owned()))
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
