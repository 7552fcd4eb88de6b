//! The headers that a caller adds to requests.

use crate::{
    error::{Error, shown},
    retry::SHOULD_RETRY,
    rules::{API_KEY, Rule, length_rule},
    text::split,
};
use std::fmt;

/// The name of the header with the API key.
const API_KEY_HEADER: &str = "x-api-key";

/// A header that the client itself sets for a call.
///
/// ```
/// let [key, ..] = ethereal_query::CALL_HEADERS else { panic!() };
/// assert_eq!((key.name, key.option), ("x-api-key", "apiKey"));
/// ```
#[derive(Debug)]
pub struct CallHeader {
    /// The name in lower case.
    pub name: &'static str,
    /// The option of JavaScript that has the value.
    pub option: &'static str,
    /// Whether the value may be a credential. Messages and events then hide the value, and the request follows no
    /// redirect.
    pub is_secret: bool,
    /// The type of the option in TypeScript; empty for the key, which is an option of the client.
    pub typescript: &'static str,
    /// The lines of the option's documentation; empty for the key.
    pub docs: &'static [&'static str],
    #[cfg_attr(not(all(target_arch = "wasm32", feature = "client")), allow(dead_code))]
    pub(crate) rule: Rule,
}

/// The headers that the client itself sets for a call. The first, and so far the only one, is the
/// API key. The services allow pages of other origins to send these headers (CORS). The proxy
/// passes on all of them except the key. See the example of [`CallHeader`].
pub const CALL_HEADERS: &[CallHeader] = &[CallHeader {
    name: API_KEY_HEADER,
    option: "apiKey",
    is_secret: true,
    typescript: "",
    docs: &[],
    rule: API_KEY,
}];

/// Returns whether the value of a header may be a credential. Every value may be a credential,
/// unless the row of the header in `call_headers` says otherwise.
fn is_secret(name: &str, call_headers: &[CallHeader]) -> bool {
    let row = call_headers.iter().find(|header| header.name == name);
    row.is_none_or(|header| header.is_secret)
}

pub(crate) const RETRY_AFTER: &str = "retry-after";
pub(crate) const DATE: &str = "date";
pub(crate) const REQUEST_ID: &str = "x-request-id";

/// The headers of a response that the client reads. The proxy passes them on.
///
/// ```
/// assert!(ethereal_query::RESPONSE_HEADERS.contains(&"retry-after"));
/// ```
pub const RESPONSE_HEADERS: [&str; 4] = [RETRY_AFTER, DATE, REQUEST_ID, SHOULD_RETRY];

/// The name of a header that a caller adds: a token (RFC 9110 §5.6.2). Normalises to lower case.
const HEADER_NAME: Rule = length_rule!(
    "a header name of 1 to ",
    64,
    " letters, digits and !#$%&'*+-.^_`|~, not x-api-key (use apiKey), and not one that the Fetch standard forbids",
    |text, max| header_name(text, max)
);
/// The value of a header that a caller adds. Other characters could end the header. Normalises by
/// removing spaces around the value.
const HEADER_VALUE: Rule = length_rule!(
    "at most ",
    8192,
    " printable ASCII characters",
    |text, max| {
        let valid = text.len() <= max && text.bytes().all(|b| b == b' ' || b.is_ascii_graphic());
        valid.then(|| text.trim_ascii().to_owned())
    }
);

/// The headers that only the client or the host sets: the key, and the forbidden request-headers of the Fetch standard.
const FORBIDDEN_HEADERS: &str = "x-api-key accept-charset accept-encoding access-control-request-headers \
    access-control-request-method access-control-request-private-network connection content-length cookie cookie2 date \
    dnt expect host keep-alive origin referer set-cookie te trailer transfer-encoding upgrade via";

/// Headers that a caller adds to requests. Names are in lower case, and each occurs once.
///
/// No message, event or debug text shows a value, because a value may be a credential.
///
/// ```
/// use ethereal_query::Headers;
/// let headers = Headers::new([("Traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")])?;
/// assert_eq!(format!("{headers:?}"), r#"["traceparent"]"#);
/// assert!(Headers::new([("cookie", "a=b")]).is_err());
/// # Ok::<(), ethereal_query::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    /// Checks names and values. Of two values for one name, the last counts.
    ///
    /// # Errors
    /// `invalid_argument` for a name that has more than 64 characters, is not a token of RFC 9110 §5.6.2, is
    /// `x-api-key` or is forbidden by the Fetch standard; for a value with more than 8,192 characters, or with other
    /// characters than printable ASCII.
    pub fn new<N: AsRef<str>, V: AsRef<str>>(
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Result<Self, Error> {
        let mut headers = Self::default();
        for (name, value) in pairs {
            headers.insert("headers", name.as_ref(), Some(value.as_ref()))?;
        }
        Ok(headers)
    }

    /// Returns names and values in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns the values that may be credentials.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = &str> {
        let secrets = self
            .iter()
            .filter(|(name, _)| is_secret(name, CALL_HEADERS));
        secrets.map(|(_, value)| value)
    }

    /// Returns whether there are no headers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the names; `None` without headers.
    pub(crate) fn names(&self) -> Option<Vec<String>> {
        if self.is_empty() {
            return None;
        }
        let names = self.0.iter().map(|(name, _)| name.clone());
        Some(names.collect())
    }

    /// Checks and adds a header. `value` is `None` when the caller's value is not a string, which
    /// is an error. Errors name `parameter`.
    pub(crate) fn insert(
        &mut self,
        parameter: &'static str,
        name: &str,
        value: Option<&str>,
    ) -> Result<(), Error> {
        let name = HEADER_NAME.check(parameter, name)?;
        let Some(value) = value.and_then(HEADER_VALUE.parse) else {
            let hidden = [&shown(&name), " (value hidden)"].concat();
            return Err(Error::breaks_rule(
                parameter,
                &hidden,
                HEADER_VALUE.expectation,
            ));
        };
        self.replace(name, value);
        Ok(())
    }

    /// Returns the value of the header `name` (lower case); `None` when it is absent.
    ///
    /// ```
    /// let headers = ethereal_query::Headers::new([("Accept-Language", "fr")])?;
    /// assert_eq!(headers.get("accept-language"), Some("fr"));
    /// # Ok::<(), ethereal_query::Error>(())
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value)
    }

    /// Adds the options of a call that become headers. `read` returns the value of an option.
    /// [`Self::set_api_key`] adds the API key, which is not an option of a call.
    #[cfg(all(target_arch = "wasm32", feature = "client"))]
    pub(crate) fn with_options(
        mut self,
        read: impl Fn(&CallHeader) -> Result<Option<String>, Error>,
    ) -> Result<Self, Error> {
        for header in CALL_HEADERS {
            if header.name == API_KEY_HEADER {
                continue;
            }
            if let Some(value) = read(header)? {
                self.replace(header.name.to_owned(), value);
            }
        }
        Ok(self)
    }

    /// Adds the API key, which callers cannot set as a header.
    pub(crate) fn set_api_key(&mut self, key: String) {
        self.replace(API_KEY_HEADER.to_owned(), key);
    }

    /// Returns whether the API key is one of the headers.
    pub(crate) fn has_api_key(&self) -> bool {
        self.get(API_KEY_HEADER).is_some()
    }

    /// Adds `others`, which replace headers of the same name.
    pub(crate) fn extend(&mut self, others: Self) {
        for (name, value) in others.0 {
            self.replace(name, value);
        }
    }

    fn replace(&mut self, name: String, value: String) {
        self.0.retain(|(other, _)| *other != name);
        self.0.push((name, value));
    }
}

impl fmt::Debug for Headers {
    /// Writes the names without the values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.iter().map(|(name, _)| name))
            .finish()
    }
}

fn header_name(text: &str, max: usize) -> Option<String> {
    let is_token_byte =
        |b: u8| b.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".bytes().any(|mark| mark == b);
    let name = text.to_ascii_lowercase();
    let is_forbidden = split(FORBIDDEN_HEADERS, b' ').any(|forbidden| forbidden == name)
        || name.starts_with("proxy-")
        || name.starts_with("sec-");
    let valid = (1..=max).contains(&name.len()) && name.bytes().all(is_token_byte) && !is_forbidden;
    valid.then_some(name)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn a_header_name_is_a_token_that_neither_client_nor_host_sets() {
        assert_eq!(
            (HEADER_NAME.parse)("TraceParent"),
            Some("traceparent".into())
        );
        for good in [
            "authorization",
            "user-agent",
            "x-http",
            // The forbidden prefixes are `sec-` and `proxy-`.
            "second",
            "proxy",
            &"n".repeat(64),
        ] {
            assert_eq!((HEADER_NAME.parse)(good).as_deref(), Some(good));
        }
        let forbidden = "X-Api-Key Cookie cookie2 Host content-length Connection DNT te Via Origin Referer set-cookie \
                         Proxy-Authorization sec-fetch-mode transfer-encoding accept-encoding";
        let invalid = ["", "a b", "a:", "a\r\nb", "é", &"n".repeat(65)];
        for bad in forbidden.split_whitespace().chain(invalid) {
            assert_eq!((HEADER_NAME.parse)(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_header_is_secret_unless_its_row_says_otherwise() {
        let priority = CallHeader {
            name: "priority",
            option: "priority",
            is_secret: false,
            typescript: "string",
            docs: &[],
            rule: HEADER_VALUE,
        };
        assert!(!is_secret("priority", &[priority]));
        assert!(is_secret("priority", CALL_HEADERS));
        assert!(is_secret(API_KEY_HEADER, CALL_HEADERS));
    }

    #[test]
    fn a_header_value_is_printable_ascii() {
        assert_eq!((HEADER_VALUE.parse)(" a, b "), Some("a, b".into()));
        assert_eq!((HEADER_VALUE.parse)(""), Some(String::new()));
        for bad in [
            "a\r\nx-evil: 1",
            "a\0",
            "a\tb",
            "\u{7f}",
            "é",
            &"v".repeat(8193),
        ] {
            assert_eq!((HEADER_VALUE.parse)(bad), None, "{bad:?}");
        }
    }
}
