//! Requests and responses without a network.

use crate::{
    error::Error,
    headers::{CALL_HEADERS, REQUEST_ID, RETRY_AFTER},
    retry::SHOULD_RETRY,
    text::{join, json_string, quoted},
};

/// A request as the service sees it. See the example of [`super::MemoryService`].
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The method in upper case.
    pub method: &'a str,
    /// Path and query as sent: `/ethereals?page_size=2`.
    pub target: &'a str,
    /// The value of the header `x-api-key`.
    pub api_key: Option<&'a str>,
}

/// A response. Pages of every origin may read it (CORS).
///
/// ```
/// use ethereal_query::service::Response;
/// let response = Response::error(404, "There is no such token.").with_header("x-request-id", "7");
/// assert_eq!((response.status, response.body.as_str()), (404, r#"{"message":"There is no such token."}"#));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The headers, with names in lower case.
    pub headers: Vec<(&'static str, String)>,
    /// JSON text, or empty.
    pub body: String,
}

/// The header of a token document that the service itself made: the URI of the token leads to a
/// picture, a video, a sound or a model instead of a document. The value is `image`, `video`,
/// `audio` or `model`.
pub const TOKEN_URI_CONTENT: &str = "x-token-uri-content";

/// The headers of a response that pages of other origins may read (CORS).
pub const EXPOSED_HEADERS: [&str; 5] = [
    "etag",
    RETRY_AFTER,
    SHOULD_RETRY,
    REQUEST_ID,
    TOKEN_URI_CONTENT,
];

/// Whether a header `If-None-Match` has the tag of a response. `tag` is the text between `W/"` and
/// `"` in the `ETag` of the response. Weak and strong tags compare alike (RFC 9110 §8.8.3.2).
///
/// ```
/// use ethereal_query::service::has_etag;
/// assert!(has_etag(r#""a", W/"b""#, "b") && has_etag("*", "b"));
/// assert!(!has_etag(r#"W/"a""#, "b"));
/// ```
#[must_use]
pub fn has_etag(if_none_match: &str, tag: &str) -> bool {
    let quoted_tag = ["\"", tag, "\""].concat();
    let mut known_tags = if_none_match.split(',').map(str::trim);
    known_tags.any(|known_tag| {
        let strong_tag = known_tag.strip_prefix("W/").unwrap_or(known_tag);
        known_tag == "*" || strong_tag == quoted_tag
    })
}

/// The initial value of FNV-1a with 64 bits.
const FNV_OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
/// The multiplier of FNV-1a with 64 bits.
const FNV_PRIME: u64 = 0x0100_0000_01b3;

/// FNV-1a with 64 bits. The hasher of the standard library may change between versions.
pub(super) fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(FNV_OFFSET_BASIS, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME)
    })
}

/// A number as sixteen hexadecimal digits.
pub(super) fn hexadecimal(number: u64) -> String {
    let mut digits = String::new();
    for place in (0..16).rev() {
        let digit = (number >> (4 * place)) & 0xf;
        // `from_digit` always returns a character, because `digit` is below 16.
        digits.extend(char::from_digit(digit as u32, 16));
    }
    digits
}

/// The methods of every endpoint, for `Allow` (RFC 9110 §10.2.1) and CORS.
pub(super) const METHODS: &str = "GET, HEAD, OPTIONS";

impl Response {
    fn new(status: u16, body: String) -> Self {
        let headers = vec![
            ("access-control-allow-origin", "*".to_owned()),
            ("access-control-expose-headers", EXPOSED_HEADERS.join(", ")),
        ];
        Self {
            status,
            headers,
            body,
        }
    }

    /// Status 200 with a JSON body.
    #[must_use]
    pub fn json(body: String) -> Self {
        Self::new(200, body).with_header("content-type", "application/json")
    }

    /// An error status with the body `{"message": …}`. No cache may store it: without the header, a cache may keep
    /// 404 and 405 for any time (RFC 9110 §15.1).
    #[must_use]
    pub fn error(status: u16, message: &str) -> Self {
        let body = ["{\"message\":", &json_string(message), "}"].concat();
        Self::new(status, body)
            .with_header("content-type", "application/json")
            .with_header("cache-control", "no-store")
    }

    /// Status 400 for a parameter that breaks its rule.
    pub(crate) fn bad_request(error: &Error) -> Self {
        Self::error(400, &error.message)
    }

    /// Status 401, the same for a missing, an unknown and a revoked key.
    #[must_use]
    pub fn unauthenticated() -> Self {
        Self::error(401, "Invalid API key.")
    }

    /// Status 204 for a CORS preflight request, which allows the headers of a call.
    pub(crate) fn preflight() -> Self {
        let names: Vec<&str> = CALL_HEADERS.iter().map(|header| header.name).collect();
        let allowed = join(&names, ',');
        let two_hours_in_seconds = "7200";
        Self::new(204, String::new())
            .with_header("access-control-allow-methods", METHODS)
            .with_header("access-control-allow-headers", &allowed)
            .with_header("access-control-max-age", two_hours_in_seconds)
    }

    /// Status 405, with the methods that are `allowed`.
    pub(crate) fn method_not_allowed(method: &str, allowed: &str) -> Self {
        let message = [
            "Invalid method: ",
            &quoted(method),
            ". Expected one of ",
            allowed,
            ".",
        ]
        .concat();
        Self::error(405, &message).with_header("allow", allowed)
    }

    /// The same response, without its body when the method is HEAD.
    pub(crate) fn for_method(mut self, method: &str) -> Self {
        if method == "HEAD" {
            self.body.clear();
        }
        self
    }

    /// The response 200 with an `ETag`, or 304 without a body when the client has the tag already
    /// (RFC 9110 §13.1.2). `if_none_match` is the header `If-None-Match` of the request. The tag is
    /// weak, because a server may compress the body.
    pub(super) fn with_etag(mut self, if_none_match: Option<&str>) -> Self {
        if self.status != 200 {
            return self;
        }
        let tag = hexadecimal(fnv1a(self.body.bytes()));
        self.headers.push(("etag", ["W/\"", &tag, "\""].concat()));
        if if_none_match.is_some_and(|known| has_etag(known, &tag)) {
            self.status = 304;
            self.body.clear();
            self.headers.retain(|(name, _)| *name != "content-type");
        }
        self
    }

    /// The same response with one more header.
    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::{Response, has_etag};

    #[test]
    fn computes_the_published_hashes_of_fnv1a() {
        let hash = |text: &str| super::fnv1a(text.bytes());
        assert_eq!(hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn finds_a_tag_in_the_header() {
        for header in ["\"a\"", "W/\"a\"", "*", "\"b\" , W/\"a\""] {
            assert!(has_etag(header, "a"), "{header}");
        }
        for header in ["", "a", "\"b\"", "W/a", "\"aa\""] {
            assert!(!has_etag(header, "a"), "{header}");
        }
    }

    #[test]
    fn a_known_tag_makes_the_response_304_without_a_body() {
        fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
            let found = response.headers.iter().find(|(other, _)| *other == name);
            found.map(|(_, value)| value.as_str())
        }
        let response = || Response::json("{}".to_owned());
        let first = response().with_etag(None);
        assert_eq!((first.status, first.body.as_str()), (200, "{}"));
        assert!(header(&first, "content-type").is_some());
        let again = response().with_etag(header(&first, "etag"));
        assert_eq!((again.status, again.body.as_str()), (304, ""));
        assert_eq!(header(&again, "content-type"), None);
        assert!(header(&again, "access-control-allow-origin").is_some());
        assert_eq!(header(&again, "etag"), header(&first, "etag"));
        assert_eq!(response().with_etag(Some("\"other\"")).status, 200);
        let failure = Response::error(404, "No.").with_etag(Some("*"));
        assert_eq!((failure.status, header(&failure, "etag")), (404, None));
    }
}
