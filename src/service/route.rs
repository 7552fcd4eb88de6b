//! From a request to the operation it asks for.

use super::{
    cursor,
    http::{METHODS, Request, Response},
};
use crate::{
    endpoints::{Call, Endpoint, EtherealsQuery, GetProject, GetTokenUri, GetTransfer, Query, Route},
    error::Error,
};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// A request with its parameters read and checked. The enum is exhaustive, so that a new endpoint does not compile
/// until every store responds to it. See the example of [`match_route`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation {
    /// Return the document of a token.
    TokenUri(GetTokenUri),
    /// Return the newest transfer with a hash.
    BridgeTransfer(GetTransfer),
    /// Return the record of the API key in the request.
    Project,
    /// Return a page of collections.
    Ethereals(PageRequest),
}

/// The page that a request asks for. See the example of [`match_route`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageRequest {
    /// The filters; page size and cursor are absent here.
    pub filter: EtherealsQuery,
    /// The largest number of records on the page.
    pub size: usize,
    /// The id of the last record of the previous page; absent for the first page.
    pub after: Option<String>,
}

/// A request of one of the endpoints, with its parameters read and a cursor unread.
enum EndpointRequest {
    TokenUri(GetTokenUri),
    BridgeTransfer(GetTransfer),
    Project(GetProject),
    Ethereals(EtherealsQuery),
}

type Decode = fn(&[String], &mut Query) -> Result<EndpointRequest, Error>;

/// The endpoints of the service, each with the function that reads its parameters.
const SERVED: &[(&Route, Decode)] = &[
    (GetTokenUri::ROUTE, |variables, query| GetTokenUri::decode(variables, query).map(EndpointRequest::TokenUri)),
    (GetTransfer::ROUTE, |variables, query| GetTransfer::decode(variables, query).map(EndpointRequest::BridgeTransfer)),
    (GetProject::ROUTE, |variables, query| GetProject::decode(variables, query).map(EndpointRequest::Project)),
    (EtherealsQuery::ROUTE, |variables, query| {
        EtherealsQuery::decode(variables, query).map(EndpointRequest::Ethereals)
    }),
];

/// The endpoint of a request. Its parameters are read after the API key is checked, by [`RouteMatch::operation`]. See
/// the example of [`match_route`].
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
/// ```
/// use ethereal_query::service::{Operation, Request, match_route};
/// let request = Request { method: "GET", target: "/ethereals?page_size=2", api_key: None };
/// let route_match = match_route(&request).map_err(|response| response.body)?;
/// assert!(route_match.route.requires_api_key);
/// match route_match.operation().map_err(|response| response.body)? {
///     Operation::Ethereals(page) => assert_eq!(page.size, 2),
///     _ => unreachable!(),
/// }
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The response to send instead: 204 to a preflight request, 400 to a malformed path, 404 to an unknown path, 405 to
/// another method than GET and HEAD.
pub fn match_route<'a>(request: &Request<'a>) -> Result<RouteMatch<'a>, Response> {
    let (path, query) = request.target.split_once('?').unwrap_or((request.target, ""));
    if request.method == "OPTIONS" {
        return Err(Response::preflight());
    }
    let segments: Option<Vec<String>> =
        path.split('/').skip(1).map(|segment| percent_decode(segment, Plus::Literal)).collect();
    let Some(segments) = segments else {
        return Err(Response::error(400, "Invalid path. Expected percent-encoded UTF-8 (RFC 3986 §2.1)."));
    };
    for &(route, decode) in SERVED {
        let fits = |(segment, pattern): (&String, &&str)| pattern.starts_with(':') || segment == pattern;
        if segments.len() == route.path.len() && segments.iter().zip(route.path).all(fits) {
            if !matches!(request.method, "GET" | "HEAD") {
                return Err(Response::method_not_allowed(request.method, METHODS));
            }
            let values = segments.into_iter().zip(route.path).filter(|(_, pattern)| pattern.starts_with(':'));
            let variables = values.map(|(value, _)| value).collect();
            return Ok(RouteMatch { route, variables, query, decode });
        }
    }
    // Without the path itself: some proxies have an API key in it.
    let paths: Vec<String> = SERVED.iter().map(|(route, _)| ["/", &route.path.join("/")].concat()).collect();
    Err(Response::error(404, &["Unknown path. Known paths: ", &paths.join(", "), "."].concat()))
}

impl RouteMatch<'_> {
    /// Reads the parameters of the request.
    ///
    /// # Errors
    /// The 400 response that names the parameter, its value and its rule.
    pub fn operation(self) -> Result<Operation, Response> {
        Ok(match self.read()? {
            EndpointRequest::TokenUri(request) => Operation::TokenUri(request),
            EndpointRequest::BridgeTransfer(request) => Operation::BridgeTransfer(request),
            EndpointRequest::Project(GetProject) => Operation::Project,
            EndpointRequest::Ethereals(query) => {
                Operation::Ethereals(page_request(query).map_err(|error| Response::bad_request(&error))?)
            }
        })
    }

    /// Reads the parameters, and returns the same call to another service. A cursor is not decoded, because the other
    /// service created it.
    ///
    /// # Errors
    /// As [`Self::operation`].
    pub(super) fn call(self) -> Result<Call, Response> {
        Ok(match self.read()? {
            EndpointRequest::TokenUri(request) => request.call(),
            EndpointRequest::BridgeTransfer(request) => request.call(),
            EndpointRequest::Project(request) => request.call(),
            EndpointRequest::Ethereals(query) => query.call(),
        })
    }

    fn read(self) -> Result<EndpointRequest, Response> {
        let pairs: Option<Vec<_>> = self.query.split('&').filter(|pair| !pair.is_empty()).map(query_pair).collect();
        let Some(pairs) = pairs else {
            return Err(Response::error(400, "Invalid query. Expected percent-encoded UTF-8 (RFC 3986 §2.1)."));
        };
        (self.decode)(&self.variables, &mut Query(pairs)).map_err(|error| Response::bad_request(&error))
    }
}

fn query_pair(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    Some((percent_decode(name, Plus::Space)?, percent_decode(value, Plus::Space)?))
}

/// The meaning of `+`: itself in a path, and a space in a query, because HTML forms write it so.
#[derive(Clone, Copy, PartialEq)]
enum Plus {
    Literal,
    Space,
}

/// Percent-decodes a text. `None` when a `%` has no two hexadecimal digits behind it, or when the result is not UTF-8.
fn percent_decode(text: &str, plus: Plus) -> Option<String> {
    let is_escape =
        |rest: &str| rest.as_bytes().first_chunk().is_some_and(|pair: &[u8; 2]| pair.iter().all(u8::is_ascii_hexdigit));
    if !text.split('%').skip(1).all(is_escape) {
        return None;
    }
    let text = if plus == Plus::Space { &text.replace('+', " ") } else { text };
    percent_decode_str(text).decode_utf8().ok().map(Cow::into_owned)
}

/// The page size when the request has none, as the specification says.
const DEFAULT_PAGE_SIZE: usize = 50;

fn page_request(mut filter: EtherealsQuery) -> Result<PageRequest, Error> {
    let size = filter.page_size.take().map_or(DEFAULT_PAGE_SIZE, |size| size.get() as usize);
    let after = match filter.cursor.take() {
        Some(cursor) => Some(cursor::decode(cursor.as_str(), &filter)?),
        None => None,
    };
    Ok(PageRequest { filter, size, after })
}
