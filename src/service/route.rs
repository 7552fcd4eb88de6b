//! From a request to the operation it asks for.

use super::{
    cursor,
    http::{Request, Response},
};
use crate::{
    Error,
    endpoints::{Endpoint, EtherealsQuery, GetProject, GetTokenUri, GetTransfer, Query, Route},
};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// What a request asks a store for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operation {
    /// The document of a token.
    TokenUri(GetTokenUri),
    /// The newest transfer with a hash.
    BridgeTransfer(GetTransfer),
    /// The record of the key used.
    Project,
    /// A page of collections.
    Ethereals(PageRequest),
}

/// A page to be read: filters, size and the id it begins after.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageRequest {
    /// The filters.
    pub filter: EtherealsQuery,
    /// Most records of the page.
    pub size: usize,
    /// Id of the last record of the page before.
    pub after: Option<String>,
}

type Decode = fn(&[String], &mut Query) -> Result<Operation, Error>;

/// The endpoints served, and how their requests are read.
const SERVED: [(&Route, Decode); 4] = [
    (GetTokenUri::ROUTE, |variables, query| GetTokenUri::decode(variables, query).map(Operation::TokenUri)),
    (GetTransfer::ROUTE, |variables, query| GetTransfer::decode(variables, query).map(Operation::BridgeTransfer)),
    (GetProject::ROUTE, |variables, query| GetProject::decode(variables, query).map(|_| Operation::Project)),
    (EtherealsQuery::ROUTE, |variables, query| {
        page(EtherealsQuery::decode(variables, query)?).map(Operation::Ethereals)
    }),
];

/// A request whose endpoint is known; its parameters are not read yet, because the key is checked first.
#[derive(Debug)]
pub struct RouteMatch<'a> {
    /// The endpoint.
    pub route: &'static Route,
    variables: Vec<String>,
    query: &'a str,
    decode: Decode,
}

/// Finds the endpoint of a request.
///
/// # Errors
/// The response to send instead: 204 to a preflight, 400 to a malformed path, 404 to an unknown one, 405 to another
/// method.
pub fn match_route<'a>(request: &Request<'a>) -> Result<RouteMatch<'a>, Response> {
    let (path, query) = request.target.split_once('?').unwrap_or((request.target, ""));
    if request.method == "OPTIONS" {
        return Err(Response::preflight());
    }
    let segments: Option<Vec<String>> = path.split('/').skip(1).map(|segment| decoded(segment, false)).collect();
    let Some(segments) = segments else {
        return Err(Response::failure(400, "The path is not percent-encoded UTF-8 (RFC 3986 §2.1)."));
    };
    for (route, decode) in SERVED {
        let fits = |(segment, pattern): (&String, &&str)| pattern.starts_with(':') || segment == pattern;
        if segments.len() == route.path.len() && segments.iter().zip(route.path).all(fits) {
            if !matches!(request.method, "GET" | "HEAD") {
                return Err(Response::wrong_method(request.method));
            }
            let values = segments.into_iter().zip(route.path).filter(|(_, pattern)| pattern.starts_with(':'));
            let variables = values.map(|(value, _)| value).collect();
            return Ok(RouteMatch { route, variables, query, decode });
        }
    }
    let paths: Vec<String> = SERVED.iter().map(|(route, _)| ["/", &route.path.join("/")].concat()).collect();
    Err(Response::failure(404, &["There is nothing at this path. There are: ", &paths.join(", "), "."].concat()))
}

impl RouteMatch<'_> {
    /// Reads the parameters.
    ///
    /// # Errors
    /// The 400 response that names the parameter, its value and its rule.
    pub fn operation(self) -> Result<Operation, Response> {
        let pairs: Option<Vec<_>> = self.query.split('&').filter(|pair| !pair.is_empty()).map(pair).collect();
        let Some(pairs) = pairs else {
            return Err(Response::failure(400, "The query is not percent-encoded UTF-8 (RFC 3986 §2.1)."));
        };
        (self.decode)(&self.variables, &mut Query(pairs)).map_err(|error| Response::refused(&error))
    }
}

fn pair(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    Some((decoded(name, true)?, decoded(value, true)?))
}

/// Percent-decodes a path segment, or a name or value of a query, where `+` is a space as in HTML forms. `None` when a
/// `%` has no two hexadecimal digits behind it, or when the result is not UTF-8.
fn decoded(text: &str, is_query: bool) -> Option<String> {
    let is_escape =
        |rest: &str| rest.as_bytes().first_chunk().is_some_and(|pair: &[u8; 2]| pair.iter().all(u8::is_ascii_hexdigit));
    if !text.split('%').skip(1).all(is_escape) {
        return None;
    }
    let text = if is_query { &text.replace('+', " ") } else { text };
    percent_decode_str(text).decode_utf8().ok().map(Cow::into_owned)
}

/// The specification's default.
const PAGE_SIZE: usize = 50;

fn page(mut filter: EtherealsQuery) -> Result<PageRequest, Error> {
    let size = filter.page_size.take().map_or(PAGE_SIZE, |size| size.get() as usize);
    let after = match filter.cursor.take() {
        Some(cursor) => Some(cursor::decode(cursor.as_str(), &filter)?),
        None => None,
    };
    Ok(PageRequest { filter, size, after })
}
