//! `GET /tokens/:address/:id/uri`: the metadata document behind a token's URI, without an API key (specification §4.1).

#[cfg(feature = "service")]
use super::Received;
use super::{BodyCheck, Call, Endpoint, Parameter, Route, TypedRequest, parameter::documented};
use crate::{
    error::Error,
    json::Checked,
    parameters::{Address, ChainId, ParameterType, ParameterValue, TokenId, optional_text},
    rules::{self, Rule},
};

/// The token standard, query parameter `s`. See the example of [`GetTokenUri`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum Standard {
    /// EIP-721, sent as 0. The service assumes this standard when a request has none.
    #[default]
    Erc721,
    /// EIP-1155, sent as 1.
    Erc1155,
}

impl Standard {
    /// The name of the standard, such as `ERC721`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Erc721 => "ERC721",
            Self::Erc1155 => "ERC1155",
        }
    }
}

/// The rule of the client. The service accepts only the digits.
const STANDARD: Rule = Rule {
    expectation: "\"ERC721\" (0) or \"ERC1155\" (1)",
    parse: |text| match text {
        "0" | "ERC721" => Some("0".to_owned()),
        "1" | "ERC1155" => Some("1".to_owned()),
        _ => None,
    },
};

impl ParameterValue for Standard {
    const TYPE: ParameterType = ParameterType::new(
        STANDARD,
        "\"ERC721\" | \"ERC1155\" | 0 | 1",
        r#"{ "type": "string", "enum": ["0", "1"] }"#,
    )
    .with_service_rule(rules::service::STANDARD);

    fn from_text(text: &str) -> Option<Self> {
        match text {
            "0" => Some(Self::Erc721),
            "1" => Some(Self::Erc1155),
            _ => None,
        }
    }

    fn to_text(&self) -> String {
        let digit = if *self == Self::Erc721 { "0" } else { "1" };
        digit.to_owned()
    }
}

/// The form in which integers beyond 2^53-1 reach JavaScript.
///
/// ```
/// use ethereal_query::{Endpoint, GetTokenUri, Integers};
/// # let address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".parse()?;
/// # let token = GetTokenUri::new("1".parse()?, address, 7.into());
/// let call = GetTokenUri { integers: Integers::Exact, ..token }.call();
/// assert!(call.exact);
/// # Ok::<(), ethereal_query::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Integers {
    /// Numbers, rounded to a double as by `JSON.parse`.
    #[default]
    Rounded,
    /// `BigInt`s (`integers: "exact"`).
    Exact,
}

const EXACT: Rule = Rule {
    expectation: "\"exact\"",
    parse: |text| (text == "exact").then(|| text.to_owned()),
};

documented! {
    /// The request for the metadata of a token.
    ///
    /// ```
    /// use ethereal_query::{ChainId, Endpoint, GetTokenUri, Standard, TokenId};
    /// let address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".parse()?;
    /// let request = GetTokenUri::new(ChainId::try_from(1)?, address, TokenId::from(7)).standard(Standard::Erc1155);
    /// assert_eq!(request.call().target, "/tokens/0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed/7/uri?b=1&s=1");
    /// # Ok::<(), ethereal_query::Error>(())
    /// ```
    /// ```ts
    /// const token: TokenQuery = { chainId: 42161, standard: "ERC721" };
    /// const { name } = await client.tokenUri("0x041bb8988d4dcf2fe9b475f734e0dff18835faf7", 2, token);
    /// console.log(name); // Woven Tiles #2
    /// ```
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct GetTokenUri {
        /// Address of the token contract.
        pub address: Address,
        /// Token id, an integer below 2^256, decimal or 0x-hexadecimal.
        pub id: TokenId,
        /// Chain id of the contract's chain (EIP-155), 1 to 2^53-1.
        pub chain_id: ChainId,
        /// Token standard: 0 is ERC721, 1 is ERC1155.
        ///
        /// In JavaScript also `"ERC721"` and `"ERC1155"`. By default, the client sends no standard,
        /// and the service assumes ERC721.
        pub standard: Option<Standard>,
        /// `"exact"` returns integers beyond 2^53-1 as `bigint`. Default: rounded numbers, as by `JSON.parse`.
        pub integers: Integers,
    }
}

impl GetTokenUri {
    /// Requests the metadata of the token `id` of the contract at `address`.
    #[must_use]
    pub fn new(chain_id: ChainId, address: Address, id: TokenId) -> Self {
        Self {
            chain_id,
            address,
            id,
            standard: None,
            integers: Integers::Rounded,
        }
    }

    /// Sets the token standard. By default, the service assumes EIP-721.
    #[must_use]
    pub fn standard(self, standard: Standard) -> Self {
        Self {
            standard: Some(standard),
            ..self
        }
    }
}

/// The document behind a token's URI, exactly as the service sent it.
///
/// ```no_run
/// use ethereal_query::{Client, Clock, Error, GetTokenUri, Transport};
/// async fn name(client: &Client<impl Transport + Clock + 'static>, token: GetTokenUri) -> Result<String, Error> {
///     let document = client.get(&token).await?;
///     Ok(document.value()?["name"].to_string())
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenDocument(String);

impl TokenDocument {
    /// The text, with the order of keys, the white space and every digit as the service sent them.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Parses the document. Integers beyond 64 bits become floating-point numbers.
    ///
    /// # Errors
    /// `unexpected_shape` for a string with a lone surrogate, which JSON allows and Rust does not.
    pub fn value(&self) -> Result<serde_json::Value, Error> {
        super::deserialize(&self.0)
    }
}

impl Endpoint for GetTokenUri {
    const ROUTE: &'static Route = &Route {
        name: "GET /tokens/:address/:id/uri",
        method: "tokenUri",
        requires_api_key: false,
        path: &["tokens", ":address", ":id", "uri"],
        parameters: &[
            Parameter::path("address", Address::TYPE),
            Parameter::path("id", TokenId::TYPE),
            Parameter::query("b", ChainId::TYPE)
                .named("chainId")
                .required(),
            Parameter::query("s", Standard::TYPE)
                .named("standard")
                .default("0"),
            Parameter::option(
                "integers",
                // The JSON Schema is empty, because no request has the option.
                ParameterType::new(EXACT, "\"exact\"", ""),
                |call, _| call.exact = true,
            ),
        ],
        body: BodyCheck::FREE,
        keeps_headers: true,
    };
    type Output = TokenDocument;

    fn call(&self) -> Call {
        Call::of(self)
    }

    fn output(checked: &Checked) -> Result<TokenDocument, Error> {
        Ok(TokenDocument(checked.text().to_owned()))
    }
}

impl TypedRequest for GetTokenUri {
    fn text(&self, name: &str) -> String {
        match name {
            "address" => self.address.to_text(),
            "id" => self.id.to_text(),
            "chainId" => self.chain_id.to_text(),
            "standard" => optional_text(&self.standard),
            "integers" if self.integers == Integers::Exact => "exact".to_owned(),
            _ => String::new(),
        }
    }

    #[cfg(feature = "service")]
    fn read(received: &Received) -> Result<Self, Error> {
        Ok(Self {
            address: received.required("address")?,
            id: received.required("id")?,
            chain_id: received.required("chainId")?,
            standard: received.optional("standard"),
            integers: Integers::Rounded,
        })
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
