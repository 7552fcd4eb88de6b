//! What an endpoint is: where it lives, what it asks, how its answer is read. One endpoint = one file below.
//!
//! An endpoint contributes data, never I/O: [`Call`] is everything the client needs to send it and to read the answer,
//! [`Endpoint::decode`] is the other direction, by which the service reads the same request.

use crate::{
    Error,
    json::{BigIntegers, Checked, DecodeError, FREE_DEPTH, Located, Scanner, TYPED_DEPTH},
    model::{Kind, TypeScript},
    parameters::Parameter,
    rules::Rule,
    text::{COMPONENT, join},
};
use percent_encoding::{AsciiSet, utf8_percent_encode};

mod bridge_transfer;
mod ethereals;
mod project;
mod token_uri;

pub use bridge_transfer::{
    BridgeTransfer, ChainType, GetTransfer, RouteStep, Step, StepKind, StepRole, StepState, TransferStatus,
    TransferType,
};
#[cfg(all(target_arch = "wasm32", feature = "client"))]
pub(crate) use ethereals::PartialPage;
pub use ethereals::{Ethereal, EtherealStatus, EtherealsQuery, Page};
pub use project::{GetProject, Project, can};
pub use token_uri::{GetTokenUri, Integers, Standard, TokenDocument};

#[cfg(all(target_arch = "wasm32", feature = "client"))]
pub(crate) use bridge_transfer::{RouteInput, is_chain_id, route_steps};

/// What never changes about an endpoint.
#[derive(Debug)]
#[non_exhaustive]
pub struct Route {
    /// The call as errors name it, for instance `GET /ethereals`.
    pub name: &'static str,
    /// Whether the header `x-api-key` is required.
    pub requires_api_key: bool,
    /// The segments of the path; those that begin with `:` are variables.
    pub path: &'static [&'static str],
    /// The names of the query parameters.
    pub query: &'static [&'static str],
    /// How an answer of status 200 is read.
    pub(crate) reading: Reading,
    /// Which answers the cache keeps.
    pub(crate) caching: Caching,
    /// Whether the answer has the headers of the response.
    pub(crate) keeps_headers: bool,
}

/// Which answers cannot change any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Caching {
    Never,
    Always,
    /// Records whose status is `done`.
    WhenDone,
}

/// The four endpoints of the specification.
pub const ROUTES: [&Route; 4] = [GetTokenUri::ROUTE, GetTransfer::ROUTE, GetProject::ROUTE, EtherealsQuery::ROUTE];

/// The models of the endpoints, in the order of the TypeScript declarations written from them.
pub const MODELS: [&TypeScript; 7] = [
    &RouteStep::TYPESCRIPT,
    &TransferType::TYPESCRIPT,
    &TransferStatus::TYPESCRIPT,
    &BridgeTransfer::TYPESCRIPT,
    &Project::TYPESCRIPT,
    &EtherealStatus::TYPESCRIPT,
    &Ethereal::TYPESCRIPT,
];

/// The bytes of a query value that are percent-encoded. Commas stay: they separate the items of a list.
const QUERY_VALUE: AsciiSet = COMPONENT.remove(b',');

/// The path and query of a request.
pub(crate) struct Target {
    text: String,
    has_query: bool,
}

impl Target {
    /// The path of `route` with these variables, in order.
    pub(crate) fn new(route: &Route, variables: &[&str]) -> Self {
        let mut variables = variables.iter();
        let mut text = String::new();
        for segment in route.path {
            let variable = if segment.starts_with(':') { variables.next() } else { None };
            text.push('/');
            text.push_str(variable.unwrap_or(segment));
        }
        Self { text, has_query: false }
    }

    /// Adds the query parameter `name`, unless its value is absent.
    pub(crate) fn query(mut self, name: &str, value: Option<&str>) -> Self {
        if let Some(value) = value {
            self.text.push(if self.has_query { '&' } else { '?' });
            self.text.push_str(name);
            self.text.push('=');
            self.text.extend(utf8_percent_encode(value, &QUERY_VALUE));
            self.has_query = true;
        }
        self
    }

    /// Adds the query parameter `name` with the items of a list, unless there are none.
    pub(crate) fn query_list<'a>(self, name: &str, items: impl Iterator<Item = &'a str>) -> Self {
        let list = join(&items.collect::<Vec<_>>(), ',');
        self.query(name, Some(list.as_str()).filter(|list| !list.is_empty()))
    }
}

/// One GET endpoint of the specification.
pub trait Endpoint: Sized {
    /// What never changes about it.
    const ROUTE: &'static Route;
    /// What an answer with status 200 is.
    type Output;

    /// Everything needed to send the request and to read its answer.
    fn call(&self) -> Call;

    /// The request as the service reads it: path variables and query pairs, already percent-decoded.
    ///
    /// # Errors
    /// A variable or parameter that breaks its rule.
    fn decode(variables: &[String], query: &mut Query) -> Result<Self, Error>;

    /// The typed answer of a checked one.
    ///
    /// # Errors
    /// A value no Rust type can hold, such as a lone surrogate.
    fn output(checked: &Checked) -> Result<Self::Output, Error>;
}

/// How an answer of status 200 is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reading {
    pub(crate) read: fn(&mut Scanner<'_>) -> Result<Located, DecodeError>,
    pub(crate) depth: u32,
    /// What an integer beyond 2^53-1 becomes where nobody asked for exact ones.
    pub(crate) big: BigIntegers,
    /// Whether status 404 means "there is none" instead of a failure.
    pub(crate) absent: bool,
}

impl Reading {
    /// A body that has a model.
    pub(crate) const fn typed(read: fn(&mut Scanner<'_>) -> Result<Located, DecodeError>) -> Self {
        Self { read, depth: TYPED_DEPTH, big: BigIntegers::Quote, absent: false }
    }

    /// A body that may be any JSON.
    pub(crate) const FREE: Self =
        Self { read: |scanner| span(scanner, &Kind::Any), depth: FREE_DEPTH, big: BigIntegers::Keep, absent: false };

    /// The same, with 404 for "there is none".
    pub(crate) const fn or_absent(mut self) -> Self {
        self.absent = true;
        self
    }
}

/// A request ready to be sent.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Call {
    /// The endpoint.
    pub route: &'static Route,
    /// Path and query, relative to the base URL.
    pub target: String,
    /// Whether integers beyond 2^53-1 are wanted as they are.
    pub exact: bool,
    /// Of a list: where the page begins.
    pub cursor: Option<String>,
}

impl Call {
    pub(crate) fn new(route: &'static Route, target: Target) -> Self {
        Self { route, target: target.text, exact: false, cursor: None }
    }
}

/// A value of `kind`, and where it stands.
pub(crate) fn span(scanner: &mut Scanner<'_>, kind: &'static Kind) -> Result<Located, DecodeError> {
    scanner.skip_whitespace();
    let start = scanner.position();
    scanner.value(kind)?;
    Ok(Located { span: Some(start..scanner.position()), ..Located::default() })
}

/// Serde's reading of a checked text; by way of a value, which takes the last of a repeated key where a struct refuses.
pub(crate) fn typed<T: serde::de::DeserializeOwned>(json: &str) -> Result<T, Error> {
    serde_json::from_str::<serde_json::Value>(json).and_then(serde_json::from_value).map_err(|e| {
        let message = ["Cannot convert the response to its Rust type: ", &e.to_string(), "."].concat();
        Error::new(crate::ErrorCode::UnexpectedShape, message)
    })
}

/// The pairs of a query string, as the service received them.
#[derive(Debug, Default)]
pub struct Query(pub(crate) Vec<(String, String)>);

impl Query {
    /// The value of `name`; empty counts as absent.
    pub(crate) fn take(&mut self, name: &'static str) -> Result<Option<String>, Error> {
        let mut values = self.0.iter().filter(|(key, _)| key == name).map(|(_, value)| value);
        let value = values.next().filter(|value| !value.is_empty()).cloned();
        match values.next() {
            None => Ok(value),
            Some(_) => Err(Error::breaks_rule(name, "more than one value", "one value")),
        }
    }

    /// The value of `name`, parsed.
    pub(crate) fn parse<T: Parameter>(&mut self, name: &'static str) -> Result<Option<T>, Error> {
        self.parse_by(name, &T::RULE)
    }

    /// The same by a narrower rule than that of clients.
    pub(crate) fn parse_by<T: Parameter>(&mut self, name: &'static str, rule: &Rule) -> Result<Option<T>, Error> {
        let text = self.take(name)?.map(|text| rule.check(name, &text)).transpose()?;
        Ok(text.map(T::from_normalized))
    }
}

/// The path variable at `index`, parsed.
pub(crate) fn variable<T: Parameter>(variables: &[String], index: usize, name: &'static str) -> Result<T, Error> {
    T::RULE.check(name, variables.get(index).map_or("", String::as_str)).map(T::from_normalized)
}
