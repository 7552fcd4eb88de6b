//! The head of a request (its first line and headers): its size and its `Host`.

use super::{into_response, request_id::X_REQUEST_ID};
use axum::{
    extract::Request,
    http::{HeaderValue, Version, header, uri::Authority},
    middleware::Next,
    response::Response,
};
use ethereal_query::service;

/// The maximum size of a head in bytes. A URL with a hundred contracts fits.
pub(super) const MAX_BYTES: usize = 32 << 10;
/// The maximum number of headers.
pub(super) const MAX_HEADERS: usize = 100;

/// Responds with 431 to a head that is too large.
pub(super) async fn with_size_limit(request: Request, next: Next) -> Response {
    let (size, count) = size(&request);
    let message = if count > MAX_HEADERS {
        format!("Too many headers: {count}. Expected at most {MAX_HEADERS}.")
    } else if size > MAX_BYTES {
        format!(
            "The headers are too large: {size} bytes with the first line. Expected at most {MAX_BYTES}."
        )
    } else {
        return next.run(request).await;
    };
    into_response(service::Response::error(431, &message))
}

/// The size of a head in bytes, and the number of its headers. The size assumes one space after the
/// colon of each header. `X-Request-Id` does not count, because the service may have added it.
fn size(request: &Request) -> (usize, usize) {
    let target = request.uri().to_string();
    let mut size =
        request.method().as_str().len() + " ".len() + target.len() + " HTTP/1.1\r\n\r\n".len();
    let mut count = 0;
    for (name, value) in request.headers() {
        if *name != X_REQUEST_ID {
            size += name.as_str().len() + ": ".len() + value.len() + "\r\n".len();
            count += 1;
        }
    }
    (size, count)
}

/// Responds with 400 to a request whose `Host` is missing, repeated or malformed (RFC 9112 §3.2).
pub(super) async fn with_host(request: Request, next: Next) -> Response {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let message = match (hosts.next(), hosts.next()) {
        (None, _) if request.version() == Version::HTTP_11 => {
            "Missing Host header. HTTP/1.1 requires one."
        }
        (Some(_), Some(_)) => "Repeated Host header. Expected one.",
        (Some(host), None) if !is_host(host) => {
            "Invalid Host header. Expected a name or an address, optionally with a port, such as api.example:8787."
        }
        _ => return next.run(request).await,
    };
    into_response(service::Response::error(400, message))
}

/// `uri-host [ ":" port ]` (RFC 9110 §7.2), where the host may be empty.
fn is_host(value: &HeaderValue) -> bool {
    // `Authority` refuses an empty text, which is a valid `Host`.
    let Ok(authority) = Authority::try_from(value.as_bytes()) else {
        return value.is_empty();
    };
    let text = authority.as_str();
    // An authority can also have user information and `@` before the host.
    if text.contains('@') {
        return false;
    }
    let after_host = text.strip_prefix(authority.host());
    let has_no_port = matches!(after_host, Some("" | ":"));
    has_no_port || authority.port_u16().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> HeaderValue {
        HeaderValue::from_bytes(text.as_bytes()).unwrap()
    }

    #[test]
    fn accepts_only_names_and_addresses_as_host() {
        for host in [
            "",
            "x",
            "api.example:8787",
            "127.0.0.1:1",
            "[::1]",
            "[2001:db8::1]:443",
            "x:",
            "a_b.example",
        ] {
            assert!(is_host(&value(host)), "{host:?}");
        }
        for host in [
            "a b",
            "user@x",
            "x/y",
            "x:port",
            "x:65536",
            "a:1:2",
            "[::1",
            "::1",
            "x?y",
            "x#y",
            "x:1@x:2",
            "é.example",
            "\\",
        ] {
            assert!(!is_host(&value(host)), "{host:?}");
        }
    }

    #[test]
    fn counts_the_bytes_and_headers_that_the_client_sent() {
        let request = Request::get("/a?b=%20c")
            .header("host", "x")
            .header("x-a", "")
            .header("x-a", "b");
        let text = "GET /a?b=%20c HTTP/1.1\r\nhost: x\r\nx-a: \r\nx-a: b\r\n\r\n";
        assert_eq!(
            size(&request.header("x-request-id", "1").body("".into()).unwrap()),
            (text.len(), 3)
        );
    }
}
