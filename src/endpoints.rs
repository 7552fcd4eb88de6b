//! What an endpoint is: where it lives, what it asks, how its answer is read. One endpoint = one file below.
//!
//! An endpoint contributes data, never I/O: [`Call`] is everything the client needs to send it and to read the answer,
//! [`Endpoint::decode`] is the other direction, by which the service reads the same request.

use crate::{
    Error,
    args::{Arg, Args},
    json::{BigIntegers, Checked, FREE_DEPTH, Found, Problem, Scanner, TYPED_DEPTH},
    model::Kind,
    rules::Rule,
    text::{join, percent_encode, split},
};

mod bridge_transfer;
mod ethereals;
mod project;
mod token_uri;

pub use bridge_transfer::{
    BridgeTransfer, BridgeTransferByHash, ChainType, RouteStep, Step, StepKind, StepRole, StepState, TransferStatus,
    TransferType,
};
#[cfg(all(target_arch = "wasm32", feature = "client"))]
pub(crate) use ethereals::PartialPage;
pub use ethereals::{Ethereal, EtherealStatus, Ethereals, Page};
pub use project::{Project, ProjectOfKey, can};
pub use token_uri::{Integers, Standard, TokenDocument, TokenUri};

#[cfg(all(target_arch = "wasm32", feature = "client"))]
pub(crate) use bridge_transfer::{RouteInput, is_chain_id, stops};

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
    /// The variables of the path, in order.
    pub(crate) variables: &'static [Param],
    /// What a caller may name besides.
    pub(crate) options: &'static [Param],
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

/// A parameter: as callers write it, and as it is sent.
#[derive(Debug)]
pub(crate) struct Param {
    /// The name callers use, and errors.
    pub(crate) name: &'static str,
    /// The name in the query; empty for what is not sent.
    pub(crate) wire: &'static str,
    pub(crate) rule: Rule,
    pub(crate) form: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Required,
    Optional,
    /// An array, or text with commas; each item by the rule.
    List,
}

/// The four endpoints of the specification.
pub const ROUTES: [&Route; 4] = [TokenUri::ROUTE, BridgeTransferByHash::ROUTE, ProjectOfKey::ROUTE, Ethereals::ROUTE];

/// The canonical texts of a request: its variables, then its options, in the order of the [`Route`]; `None` is not sent.
pub(crate) type Values = Vec<Option<String>>;

/// Options of every call; the client takes them before the endpoint sees the others.
pub(crate) const LIMITS: &str = "signal, timeoutMs, deadlineMs, maxRetries, maxRetryAfterMs, maxBodyBytes";

impl Route {
    /// The names of its query parameters, as they are sent.
    pub fn query(&self) -> impl Iterator<Item = &'static str> {
        self.options.iter().map(|param| param.wire).filter(|name| !name.is_empty())
    }

    /// Checks what a caller wrote.
    pub(crate) fn values(&self, variables: &[&Arg], mut args: Args) -> Result<Values, Error> {
        let mut values = Vec::new();
        for (param, value) in self.variables.iter().zip(variables) {
            values.push(param.canonical(value)?);
        }
        for param in self.options {
            values.push(param.canonical(&args.take(param.name))?);
        }
        let mut known = String::new();
        for param in self.options {
            known.push_str(param.name);
            known.push_str(", ");
        }
        args.finish(&[&known, LIMITS].concat())?;
        Ok(values)
    }

    /// The call with these values.
    pub(crate) fn call(&'static self, values: &Values) -> Call {
        let mut values = values.iter();
        let mut next = || values.next().and_then(Option::as_deref);
        let mut target = String::new();
        for segment in self.path {
            target.push('/');
            if segment.starts_with(':') {
                percent_encode(&mut target, next().unwrap_or_default(), b'~');
            } else {
                target.push_str(segment);
            }
        }
        let (mut sign, mut exact) = ('?', false);
        for param in self.options {
            let Some(value) = next() else { continue };
            if param.wire.is_empty() {
                // The only one that is not sent, and has only one value.
                exact = true;
                continue;
            }
            target.push(sign);
            target.push_str(param.wire);
            target.push('=');
            percent_encode(&mut target, value, b',');
            sign = '&';
        }
        Call { route: self, target, exact }
    }
}

impl Param {
    /// The canonical text of a value; `None` when it is absent, or a list without items.
    fn canonical(&self, value: &Arg) -> Result<Option<String>, Error> {
        match (value, self.form) {
            (Arg::Absent, Form::Optional | Form::List) => Ok(None),
            (Arg::Text(text), Form::List) => self.list(text),
            _ => value.checked(self.name, &self.rule).map(|text| Some(text).filter(|text| !text.is_empty())),
        }
    }

    /// Trimmed, each item by its rule, duplicates dropped.
    fn list(&self, text: &str) -> Result<Option<String>, Error> {
        let mut items: Vec<String> = Vec::new();
        for item in split(text, b',').filter(|_| !text.is_empty()) {
            let item = self.rule.check(self.name, item.trim_ascii())?;
            if items.iter().all(|other| *other != item) {
                items.push(item);
            }
        }
        Ok((!items.is_empty()).then(|| join(&items, ',')))
    }
}

/// One GET endpoint of the specification.
pub trait Endpoint: Sized {
    /// What never changes about it.
    const ROUTE: &'static Route;
    /// What an answer with status 200 is.
    type Output;

    /// The canonical texts of the request.
    fn values(&self) -> Vec<Option<String>>;

    /// Everything needed to send the request and to read its answer.
    fn call(&self) -> Call {
        Self::ROUTE.call(&self.values())
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
    Ok(Found { span: Some(start..scanner.position()), ..Found::default() })
}

/// Serde's reading of a checked text; by way of a value, which takes the last of a repeated key where a struct refuses.
pub(crate) fn typed<T: serde::de::DeserializeOwned>(json: &str) -> Result<T, Error> {
    serde_json::from_str::<serde_json::Value>(json).and_then(serde_json::from_value).map_err(|e| {
        let message = ["The answer fits the specification but not a Rust type: ", &e.to_string(), "."].concat();
        Error::new(crate::ErrorKind::Decode, "unexpected_shape", message)
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
