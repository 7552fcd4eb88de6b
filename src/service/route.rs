//! Finds the endpoint of a request, and reads the parameters of the request.

use super::{
    cursor,
    http::{METHODS, Request, Response},
};
use crate::endpoints::{
    EtherealsQuery, Operation, READERS, ROUTES, ReadOperation, Received, Route,
};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;

/// The page size when the request has none, as the specification says.
const DEFAULT_PAGE_SIZE: usize = 50;

/// The maximum number of bytes of the records on a page, unless the first record alone is longer. A
/// page stays well below the default `max_body_bytes` of clients.
pub const MAX_PAGE_BYTES: usize = 4 * 1024 * 1024;

/// The page that a request asks for.
///
/// ```
/// use ethereal_query::{EtherealsQuery, service::PageRequest};
/// let page = PageRequest::new(EtherealsQuery::default()).map_err(|response| response.body)?;
/// assert_eq!((page.size, page.after), (50, None));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageRequest {
    /// The filters; page size and cursor are absent here.
    pub filter: EtherealsQuery,
    /// The maximum number of records on the page.
    pub size: usize,
    /// The id of the last record of the previous page; absent for the first page.
    pub after: Option<String>,
}

impl PageRequest {
    /// The page that `filter` asks for.
    ///
    /// # Errors
    /// The 400 response to a cursor that this service did not write for these filters.
    pub fn new(mut filter: EtherealsQuery) -> Result<Self, Response> {
        let size = filter
            .page_size
            .take()
            .map_or(DEFAULT_PAGE_SIZE, |size| size.get() as usize);
        let cursor = filter.cursor.take();
        let after = match cursor {
            Some(cursor) => {
                let id = cursor::decode(cursor.as_str(), &filter);
                Some(id.map_err(|error| Response::bad_request(&error))?)
            }
            None => None,
        };
        Ok(Self {
            filter,
            size,
            after,
        })
    }

    /// How many records fit on the page. `bytes` has the length of each record, in the order of the
    /// list.
    #[must_use]
    pub fn count(&self, bytes: impl Iterator<Item = usize>) -> usize {
        let mut count = 0;
        let mut sum = 0;
        for length in bytes.take(self.size) {
            sum += length;
            // The first record is on the page, however long it is.
            if count > 0 && sum > MAX_PAGE_BYTES {
                break;
            }
            count += 1;
        }
        count
    }
}

/// The endpoint of a request. Call [`RouteMatch::operation`] after the check of the API key, to
/// read the parameters of the request. See the example of [`match_route`].
#[derive(Debug)]
pub struct RouteMatch<'a> {
    /// The endpoint.
    pub route: &'static Route,
    variables: Vec<String>,
    query: &'a str,
    read: ReadOperation,
}

/// Finds the endpoint of a request.
///
/// ```
/// use ethereal_query::{Endpoint, Operation, service::{Request, match_route}};
/// let request = Request { method: "GET", target: "/ethereals?page_size=2", api_key: None };
/// let route_match = match_route(&request).map_err(|response| response.body)?;
/// assert!(route_match.route.requires_api_key);
/// match route_match.operation().map_err(|response| response.body)? {
///     Operation::Ethereals(query) => assert_eq!(query.call().target, "/ethereals?page_size=2"),
///     _ => unreachable!(),
/// }
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The response to send instead: 204 to a preflight request, 400 to a malformed path, 404 to an unknown path, 405 to
/// another method than GET and HEAD.
pub fn match_route<'a>(request: &Request<'a>) -> Result<RouteMatch<'a>, Response> {
    let (path, query) = request
        .target
        .split_once('?')
        .unwrap_or((request.target, ""));
    if request.method == "OPTIONS" {
        return Err(Response::preflight());
    }
    // A path begins with a slash, so its first part is empty and not a segment. An empty path has
    // no segments.
    let segments: Option<Vec<String>> = path
        .split('/')
        .skip(1)
        .map(|segment| percent_decode(segment, Plus::Literal))
        .collect();
    let Some(segments) = segments else {
        return Err(Response::error(
            400,
            "Invalid path. Expected percent-encoded UTF-8 (RFC 3986 §2.1).",
        ));
    };
    for &(route, read) in READERS {
        if !matches_path(&segments, route.path) {
            continue;
        }
        if !matches!(request.method, "GET" | "HEAD") {
            return Err(Response::method_not_allowed(request.method, METHODS));
        }
        let values = segments
            .into_iter()
            .zip(route.path)
            .filter(|(_, pattern)| pattern.starts_with(':'));
        let variables = values.map(|(value, _)| value).collect();
        return Ok(RouteMatch {
            route,
            variables,
            query,
            read,
        });
    }
    // The message does not repeat the path, because some proxies put an API key into the path.
    let paths: Vec<String> = ROUTES
        .iter()
        .map(|route| ["/", &route.path.join("/")].concat())
        .collect();
    Err(Response::error(
        404,
        &["Unknown path. Known paths: ", &paths.join(", "), "."].concat(),
    ))
}

/// Returns whether the segments of a request's path match the path of a route. An empty segment at
/// the end does not count, because some frameworks end every path with a slash: Next.js with
/// `trailingSlash`.
fn matches_path(segments: &[String], path: &[&str]) -> bool {
    let ends_with_slash =
        segments.len() == path.len() + 1 && segments.last().is_some_and(String::is_empty);
    let has_length = segments.len() == path.len() || ends_with_slash;
    let mut pairs = segments.iter().zip(path);
    has_length && pairs.all(|(segment, pattern)| pattern.starts_with(':') || segment == pattern)
}

impl RouteMatch<'_> {
    /// Reads the parameters of the request.
    ///
    /// # Errors
    /// The 400 response that names the parameter, its value and its rule.
    pub fn operation(self) -> Result<Operation, Response> {
        let pairs: Option<Vec<_>> = self
            .query
            .split('&')
            .filter(|pair| !pair.is_empty())
            .map(query_pair)
            .collect();
        let Some(pairs) = pairs else {
            return Err(Response::error(
                400,
                "Invalid query. Expected percent-encoded UTF-8 (RFC 3986 §2.1).",
            ));
        };
        let received = Received::read(self.route, &self.variables, &pairs);
        received
            .and_then(|received| (self.read)(&received))
            .map_err(|error| Response::bad_request(&error))
    }
}

fn query_pair(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    Some((
        percent_decode(name, Plus::Space)?,
        percent_decode(value, Plus::Space)?,
    ))
}

/// The meaning of `+`: itself in a path, and a space in a query, because HTML forms write a space
/// as `+`.
#[derive(Clone, Copy, PartialEq)]
enum Plus {
    Literal,
    Space,
}

fn begins_with_two_hex_digits(text: &str) -> bool {
    matches!(text.as_bytes(), [first, second, ..] if first.is_ascii_hexdigit() && second.is_ascii_hexdigit())
}

/// Percent-decodes a text. `None` when two hexadecimal digits do not follow each `%`, or when the
/// result is not UTF-8.
fn percent_decode(text: &str, plus: Plus) -> Option<String> {
    let mut texts_after_percent = text.split('%').skip(1);
    if !texts_after_percent.all(begins_with_two_hex_digits) {
        return None;
    }
    let text = if plus == Plus::Space {
        &text.replace('+', " ")
    } else {
        text
    };
    percent_decode_str(text)
        .decode_utf8()
        .ok()
        .map(Cow::into_owned)
}
