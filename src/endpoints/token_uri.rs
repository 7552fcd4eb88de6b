//! `GET /tokens/:address/:id/uri`: the metadata document behind a token's URI (specification §4.1). No key.

use super::{Caching, Endpoint, Form, Param, Query, Reading, Route, variable};
use crate::{
    Error,
    args::{Arg, Args},
    json::Checked,
    rules::{self, Rule},
    uint256::Uint256,
};

const EXACT: Rule = Rule { words: "\"exact\"", canonical: |text| rules::one_of(text, &["exact"]) };

/// The token standard, query parameter `s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Standard {
    /// EIP-721, sent as 0; what the service assumes when nothing is sent.
    #[default]
    Erc721,
    /// EIP-1155, sent as 1.
    Erc1155,
}

impl Standard {
    /// The standard of a checked value.
    pub(crate) fn new(s: &str) -> Self {
        if s == "1" { Self::Erc1155 } else { Self::Erc721 }
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
    /// Id of the chain the contract is on (query parameter `b`), in decimal.
    pub(crate) chain_id: String,
    /// Token standard (query parameter `s`); not sent when `None`.
    pub(crate) standard: Option<Standard>,
    /// What becomes of large integers.
    pub(crate) integers: Integers,
}

impl TokenUri {
    /// The request a caller describes; options `chainId`, `standard` and `integers`.
    ///
    /// # Errors
    /// `invalid_argument` for a value that breaks its rule and for an unknown option.
    pub fn new(address: &Arg, id: &Arg, args: Args) -> Result<Self, Error> {
        let mut values = Self::ROUTE.values(&[address, id], args)?.into_iter();
        let mut next = || values.next().flatten();
        Ok(Self {
            address: next().unwrap_or_default(),
            id: next().unwrap_or_default(),
            chain_id: next().unwrap_or_default(),
            standard: next().map(|s| Standard::new(&s)),
            integers: if next().is_some() { Integers::Exact } else { Integers::Rounded },
        })
    }

    /// Address of the contract, `0x` and 40 hexadecimal digits, as it was written.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Token id in decimal.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Token id as 64 lower-case hexadecimal digits, as contract calls and EIP-1155's `{id}` have it.
    #[must_use]
    pub fn id_hex(&self) -> String {
        Uint256::parse(&self.id).map(Uint256::to_hex64).unwrap_or_default()
    }

    /// Chain id in decimal.
    #[must_use]
    pub fn chain_id(&self) -> &str {
        &self.chain_id
    }

    /// Token standard; EIP-721 when none was named.
    #[must_use]
    pub fn standard(&self) -> Standard {
        self.standard.unwrap_or_default()
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
    const ROUTE: &'static Route = &Route {
        name: "GET /tokens/:address/:id/uri",
        keyed: false,
        path: &["tokens", ":address", ":id", "uri"],
        variables: &[
            Param { name: "address", wire: "", rule: rules::ADDRESS, form: Form::Required },
            Param { name: "id", wire: "", rule: rules::TOKEN_ID, form: Form::Required },
        ],
        options: &[
            Param { name: "chainId", wire: "b", rule: rules::CHAIN_ID, form: Form::Required },
            Param { name: "standard", wire: "s", rule: rules::STANDARD, form: Form::Optional },
            Param { name: "integers", wire: "", rule: EXACT, form: Form::Optional },
            // `wasm` takes it; it is here for the list of known options.
            Param { name: "raw", wire: "", rule: Rule { words: "absent", canonical: |_| None }, form: Form::Optional },
        ],
        reading: Reading::FREE,
        caching: Caching::Always,
        keeps_headers: true,
    };
    type Output = TokenDocument;

    fn values(&self) -> Vec<Option<String>> {
        let standard = self.standard.map(|standard| if standard == Standard::Erc721 { "0" } else { "1" }.to_owned());
        let exact = (self.integers == Integers::Exact).then(|| "exact".to_owned());
        vec![Some(self.address.clone()), Some(self.id.clone()), Some(self.chain_id.clone()), standard, exact]
    }

    fn decode(variables: &[String], query: &mut Query) -> Result<Self, Error> {
        let address = variable(variables, 0, "address", &rules::ADDRESS)?;
        let id = variable(variables, 1, "id", &rules::TOKEN_ID)?;
        let chain_id = query.by("b", &rules::CHAIN_ID)?.ok_or_else(|| {
            Error::refused("b", "The query parameter `b` is missing: the id of the chain the contract is on.")
        })?;
        let zero_or_one = Rule { words: "0 (ERC721) or 1 (ERC1155)", canonical: |s| rules::one_of(s, &["0", "1"]) };
        let standard = query.by("s", &zero_or_one)?.map(|s| Standard::new(&s));
        Ok(Self { address, id, chain_id, standard, integers: Integers::default() })
    }

    fn output(checked: &Checked) -> Result<TokenDocument, Error> {
        Ok(TokenDocument(checked.text().to_owned()))
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
