//! What an endpoint is: where it lives, what it asks, how its answer is read. One endpoint = one file below.
//!
//! An endpoint contributes data, never I/O: [`Call`] is everything the client needs to send it and to read the answer,
//! [`Endpoint::decode`] is the other direction, by which the service reads the same request.

use crate::{
    Error,
    json::{BigIntegers, Checked, FREE_DEPTH, Found, Problem, Scanner, TYPED_DEPTH},
    model::Kind,
    rules::Rule,
};

mod bridge_transfer;
mod ethereals;
mod project;
mod token_uri;

pub use bridge_transfer::{
    BridgeTransfer, BridgeTransferByHash, ChainType, RouteStep, Step, StepKind, StepRole, StepState, TransferStatus,
    TransferType,
};
pub use ethereals::{Ethereal, EtherealStatus, Ethereals, Page};
pub use project::{Project, ProjectOfKey, can};
pub use token_uri::{Integers, Standard, TokenDocument, TokenUri};

#[cfg(all(target_arch = "wasm32", feature = "client"))]
pub(crate) use {
    bridge_transfer::{RouteInput, is_chain_id, stops},
    project::granted,
};

/// What never changes about an endpoint.
#[derive(Debug)]
#[non_exhaustive]
pub struct Route {
    /// The call as errors name it, for instance `GET /ethereals`.
    pub name: &'static str,
    /// Whether the header `x-api-key` is required.
    pub keyed: bool,
    /// The path's segments; those that begin with `:` are variables.
    pub path: &'static [&'static str],
    /// How an answer of status 200 is read.
    pub(crate) reading: Reading,
}

/// The four endpoints of the specification.
pub const ROUTES: [&Route; 4] = [TokenUri::ROUTE, BridgeTransferByHash::ROUTE, ProjectOfKey::ROUTE, Ethereals::ROUTE];

/// One GET endpoint of the specification.
pub trait Endpoint: Sized {
    /// What never changes about it.
    const ROUTE: &'static Route;
    /// What an answer with status 200 is.
    type Output;

    /// The values of the path's variables, in order.
    fn variables(&self) -> Vec<String>;

    /// The query's pairs; what the caller left out is not sent.
    fn query(&self) -> Vec<(&'static str, String)>;

    /// Whether integers beyond 2^53-1 are wanted as they are (`integers: "exact"`).
    fn exact(&self) -> bool {
        false
    }

    /// Everything needed to send the request and to read its answer.
    fn call(&self) -> Call {
        Call { route: Self::ROUTE, target: self.target(), exact: self.exact() }
    }

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

    /// Path and query, relative to the base URL.
    fn target(&self) -> String {
        target(Self::ROUTE.path, self.variables(), self.query())
    }
}

fn target(path: &[&str], variables: Vec<String>, query: Vec<(&str, String)>) -> String {
    let mut values = variables.iter();
    let mut target = String::new();
    for segment in path {
        target.push('/');
        if segment.starts_with(':') {
            target.push_str(&escape(values.next().map_or("", String::as_str), ""));
        } else {
            target.push_str(segment);
        }
    }
    for (i, (name, value)) in query.iter().enumerate() {
        target.push(if i == 0 { '?' } else { '&' });
        target.push_str(name);
        target.push('=');
        target.push_str(&escape(value, ","));
    }
    target
}

/// How an answer of status 200 is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reading {
    pub(crate) read: fn(&mut Scanner<'_>) -> Result<Found, Problem>,
    pub(crate) depth: u32,
    /// What an integer beyond 2^53-1 becomes where nobody asked for exact ones.
    pub(crate) big: BigIntegers,
    /// Whether status 404 means "there is none" instead of a failure.
    pub(crate) absent: bool,
}

impl Reading {
    /// A body that has a model.
    pub(crate) const fn typed(read: fn(&mut Scanner<'_>) -> Result<Found, Problem>) -> Self {
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
}

/// A value of `kind`, and where it stands.
pub(crate) fn span(scanner: &mut Scanner<'_>, kind: &'static Kind) -> Result<Found, Problem> {
    scanner.space();
    let start = scanner.position();
    scanner.value(kind)?;
    Ok(Found { span: Some(start..scanner.position()), next_cursor: None })
}

/// Serde's reading of a checked text; by way of a value, which takes the last of a repeated key where a struct refuses.
pub(crate) fn typed<T: serde::de::DeserializeOwned>(json: &str) -> Result<T, Error> {
    serde_json::from_str::<serde_json::Value>(json).and_then(serde_json::from_value).map_err(|e| {
        let message = ["The answer fits the specification but not a Rust type: ", &e.to_string(), "."].concat();
        Error::new(crate::ErrorKind::Decode, "unexpected_shape", message)
    })
}

/// Percent-encodes everything but unreserved characters (RFC 3986 §2.3) and those in `keep`.
///
/// `.` and `..` never reach this point: no variable's rule accepts them.
pub(crate) fn escape(text: &str, keep: &str) -> String {
    let digit = |n: u8| char::from_digit(u32::from(n), 16).unwrap_or('0').to_ascii_uppercase();
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        let plain = byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || keep.as_bytes().contains(&byte);
        if plain {
            out.push(char::from(byte));
        } else {
            out.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    out
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
            Some(_) => Err(Error::refused(name, ["`", name, "` is given more than once."].concat())),
        }
    }

    /// The value of `name` by its rule.
    pub(crate) fn by(&mut self, name: &'static str, rule: &Rule) -> Result<Option<String>, Error> {
        self.take(name)?.map(|text| rule.check(name, &text)).transpose()
    }
}

/// A path variable by its rule.
pub(crate) fn variable(variables: &[String], index: usize, name: &'static str, rule: &Rule) -> Result<String, Error> {
    rule.check(name, variables.get(index).map_or("", String::as_str))
}
