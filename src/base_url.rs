//! The base URL of a service, which is checked once, when the program creates a client.

use crate::{
    error::Error,
    rules::number,
    text::{cut, find, split},
};

/// The base URL of a service: scheme, host, and an optional path prefix without a trailing slash.
///
/// ```
/// use ethereal_query::BaseUrl;
/// let base = BaseUrl::parse("https://api.example.com/v1/")?;
/// assert_eq!(base.as_str(), "https://api.example.com/v1");
/// assert!(base.is_confidential());
/// # Ok::<(), ethereal_query::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl(String);

impl BaseUrl {
    /// Parses a base URL.
    ///
    /// # Errors
    /// `invalid_argument` unless `text` is an absolute `http:` or `https:` URL without user name, query and fragment. A
    /// user name would get into logs, and the path of a call would become part of a query or fragment.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let (beginning, _) = cut(text, "https://".len());
        let beginning = beginning.to_ascii_lowercase();
        let scheme = ["https://", "http://"]
            .into_iter()
            .find(|scheme| beginning.starts_with(scheme))
            .unwrap_or_default();
        let (_, rest) = cut(text, scheme.len());
        let host_end = rest
            .bytes()
            .position(|b| matches!(b, b'/' | b'?' | b'#'))
            .unwrap_or(rest.len());
        let (host, path) = cut(rest, host_end);
        let expectation = if scheme.is_empty() {
            "an absolute https:// or http:// URL"
        } else if !rest.bytes().all(is_url_byte) {
            "a URL of visible ASCII characters (percent-encode all others)"
        } else if host.bytes().any(|b| b == b'@') {
            "a URL without user name and password"
        } else if !is_host(host) {
            "a URL with a valid host"
        } else if path.bytes().any(|b| b == b'?' || b == b'#') {
            "a URL without query and fragment"
        } else if split(path, b'/').any(is_dot_segment) {
            "a URL without . and .. segments"
        } else {
            return Ok(Self([scheme, host, trim_slashes(path)].concat()));
        };
        Err(Error::invalid("baseUrl", text, expectation))
    }

    /// Returns the URL without a trailing slash.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether the network cannot read the requests: the URL begins with `https:`, or its
    /// host is this machine.
    #[must_use]
    pub fn is_confidential(&self) -> bool {
        let Some(rest) = self.0.strip_prefix("http://") else {
            return true;
        };
        let host = split(rest, b'/').next().unwrap_or_default();
        if host.starts_with('[') {
            return host.starts_with("[::1]");
        }
        let name_without_port = split(host, b':').next().unwrap_or_default();
        let name = name_without_port.to_ascii_lowercase();
        name == "localhost" || name.ends_with(".localhost") || is_loopback_ipv4(&name)
    }

    /// Appends a path and query. Joins the texts instead of resolving the path, so that the path
    /// prefix of the base URL stays.
    pub(crate) fn join(&self, target: &str) -> String {
        [&self.0, target].concat()
    }
}

/// Returns the origin and the path of a URL.
pub(crate) fn without_query(url: &str) -> &str {
    split(url, b'?').next().unwrap_or(url)
}

/// Returns a path without the slashes at its end.
fn trim_slashes(mut path: &str) -> &str {
    while let Some(shorter) = path.strip_suffix('/') {
        path = shorter;
    }
    path
}

/// Returns whether a segment is `.` or `..`, percent-encoded or not. A URL parser would remove such
/// a segment (WHATWG URL §4.1).
fn is_dot_segment(segment: &str) -> bool {
    [".", "%2e", "..", ".%2e", "%2e.", "%2e%2e"]
        .iter()
        .any(|dots| segment.eq_ignore_ascii_case(dots))
}

/// Returns whether a text is a host name, an IPv4 address or a bracketed IPv6 address, with an optional port.
fn is_host(host: &str) -> bool {
    // A port begins at the last colon. A colon before the bracket `]` is part of an IPv6 address.
    let last_colon_or_bracket = host
        .bytes()
        .rposition(|b| b == b':' || b == b']')
        .unwrap_or(host.len());
    let (before, from_mark) = cut(host, last_colon_or_bracket);
    let (name, port) = match from_mark.strip_prefix(':') {
        Some(port) => (before, port),
        None => (host, ""),
    };
    let in_brackets = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'));
    let is_valid_name = match in_brackets {
        Some(ipv6) => {
            find(ipv6, ":").is_some()
                && ipv6
                    .bytes()
                    .all(|b| b.is_ascii_hexdigit() || b == b':' || b == b'.')
        }
        None => {
            !name.is_empty()
                && name
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'%'))
        }
    };
    let is_valid_port = port.is_empty() || number(port).is_some_and(|port| port <= 0xffff);
    is_valid_name && is_valid_port
}

/// Returns whether a host name is an IPv4 address from 127.0.0.0 to 127.255.255.255.
fn is_loopback_ipv4(name: &str) -> bool {
    name.starts_with("127.")
        && split(name, b'.').count() == 4
        && split(name, b'.').all(|part| number(part).is_some_and(|n| n < 256))
}

/// Returns whether a URL may have a byte without percent-encoding.
fn is_url_byte(b: u8) -> bool {
    b.is_ascii_graphic() && !matches!(b, b'\\' | b'"' | b'<' | b'>' | b'^' | b'`' | b'{'..=b'}')
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn parses_a_valid_url_and_removes_trailing_slashes() {
        for (text, expected) in [
            ("https://api.example.com", "https://api.example.com"),
            ("https://api.example.com/", "https://api.example.com"),
            (
                "https://api.example.com/v1/x//",
                "https://api.example.com/v1/x",
            ),
            ("HTTP://127.0.0.1:8787/api", "http://127.0.0.1:8787/api"),
            ("http://[::1]:3000", "http://[::1]:3000"),
            ("https://[::ffff:1.2.3.4]", "https://[::ffff:1.2.3.4]"),
            (
                "https://xn--80ak6aa92e.com/%41",
                "https://xn--80ak6aa92e.com/%41",
            ),
        ] {
            assert_eq!(
                BaseUrl::parse(text).map(|url| url.as_str().to_owned()),
                Ok(expected.to_owned())
            );
        }
        assert_eq!(
            BaseUrl::parse("https://a.b/v1/").map(|url| url.join("/project")),
            Ok("https://a.b/v1/project".into())
        );
    }

    #[test]
    fn rejects_an_invalid_url_with_an_error_that_names_the_parameter() {
        for text in [
            "",
            "/api",
            "api.example.com",
            "//a.b",
            "ftp://a.b",
            "javascript:alert(1)",
            "https://",
            "https:///x",
            "https://a b",
            "https://a.b/ü",
            "https://a.b\\c",
            "https://a.b/?x=1",
            "https://a.b/#x",
            "https://a.b?",
            "https://a.b/../c",
            "https://a.b/%2e%2E/c",
            "https://a.b:99999",
            "https://a.b:x",
            "https://[1.2]",
            "https://[::g]",
            "https://a.b\r\nx-api-key: 1",
            "https://a.b/\0",
            "data:text/plain,1",
            " https://a.b",
        ] {
            let error = BaseUrl::parse(text).unwrap_err();
            assert_eq!(
                (error.kind, error.parameter),
                (ErrorKind::InvalidArgument, Some("baseUrl")),
                "{text}"
            );
            assert!(
                error.message.starts_with("Invalid baseUrl: "),
                "{}",
                error.message
            );
        }
    }

    #[test]
    fn only_hosts_of_this_machine_are_confidential_without_tls() {
        let is_confidential = |url| BaseUrl::parse(url).unwrap().is_confidential();
        for url in [
            "https://a.b",
            "http://localhost",
            "http://LOCALHOST:8787/api",
            "http://app.localhost",
            "http://127.0.0.1",
            "http://127.255.255.255:80",
            "http://[::1]:3000",
        ] {
            assert!(is_confidential(url), "{url}");
        }
        for url in [
            "http://a.b",
            "http://localhost.a.b",
            "http://notlocalhost",
            "http://127.a.b.c",
            "http://127.0.0.1.a.b",
            "http://127.0.0",
            "http://127.0.0.256",
            "http://10.0.0.1",
            "http://[::2]",
        ] {
            assert!(!is_confidential(url), "{url}");
        }
    }

    #[test]
    fn an_error_does_not_show_the_password_of_a_url() {
        for text in [
            "https://me:secret@a.b/",
            "https:/me:secret@a.b",
            "http:me:secret@a.b",
            "https:\\me:secret@a.b",
        ] {
            let error = BaseUrl::parse(text).unwrap_err();
            assert!(!error.message.contains("secret"), "{}", error.message);
        }
    }
}
