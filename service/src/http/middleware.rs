//! The middleware of all responses: CORS, a request id, compression, a message for an error, a line
//! in the log.

use super::{
    byte_limit::ByteLimit,
    head,
    request_id::{X_REQUEST_ID, without_unfit_id},
};
use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version, header},
    middleware::{Next, from_fn, map_request, map_response},
    response::Response,
};
use bytes::Bytes;
use ethereal_query::{
    CALL_HEADERS,
    service::{self, EXPOSED_HEADERS},
};
use sha2::{Digest, Sha256};
use std::{
    any::Any,
    mem,
    time::{Duration, Instant},
};
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::CompressionLayer,
    cors::{AllowOrigin, CorsLayer},
    request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer},
};
use url::{Position, Url};

/// Adds the middleware to a router. The first layer is the innermost.
pub(super) fn with_middleware(
    router: Router,
    origins: &[String],
    headers: &[String],
) -> Result<Router, String> {
    Ok(router
        .layer(CompressionLayer::new())
        .layer(map_request(without_old_compression))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(map_response(with_error_message))
        .layer(from_fn(head::with_size_limit))
        .layer(from_fn(log))
        .layer(cors(origins, headers)?)
        .layer(map_response(with_preflight_status))
        // The CORS layer responds to preflight requests itself. `with_host` is outside of the CORS
        // layer, so it also checks preflight requests.
        .layer(from_fn(head::with_host))
        .layer(PropagateRequestIdLayer::new(X_REQUEST_ID))
        .layer(SetRequestIdLayer::new(X_REQUEST_ID, MakeRequestUuid))
        .layer(map_request(without_unfit_id)))
}

/// CORS for these origins, or for every origin if `origins` is empty. A page may send `headers` in
/// addition to the headers of the client.
fn cors(origins: &[String], headers: &[String]) -> Result<CorsLayer, String> {
    let rule = "scheme://host or scheme://host:port as browsers send it, such as \
                https://app.example: in lower case, without a path, final slash or default port. \
                To allow every origin, leave it out";
    let mut allowed_origins = Vec::new();
    for origin in origins {
        match origin.parse::<HeaderValue>() {
            Ok(value) if is_origin(origin) => allowed_origins.push(value),
            _ => {
                return Err(format!(
                    "Invalid --cors-origin: {origin:?}. Expected {rule}."
                ));
            }
        }
    }
    let mut allowed_headers: Vec<_> = CALL_HEADERS
        .iter()
        .map(|header| HeaderName::from_static(header.name))
        .collect();
    for name in headers {
        let header = name.parse().map_err(|_| {
            format!("Invalid --cors-header: {name:?}. Expected the name of a header, such as traceparent.")
        })?;
        allowed_headers.push(header);
    }
    let allow_origin = if allowed_origins.is_empty() {
        AllowOrigin::any()
    } else {
        AllowOrigin::list(allowed_origins)
    };
    let exposed = EXPOSED_HEADERS.map(HeaderName::from_static);
    Ok(CorsLayer::new()
        .allow_origin(allow_origin)
        .allow_methods([Method::GET, Method::HEAD, Method::OPTIONS])
        .allow_headers(allowed_headers)
        .expose_headers(exposed)
        .max_age(Duration::from_secs(2 * 60 * 60)))
}

/// Whether the header `Origin` of a browser can have this value. A page without an origin, such as
/// a file, sends `null`.
fn is_origin(text: &str) -> bool {
    if text == "null" {
        return true;
    }
    let Ok(url) = Url::parse(text) else {
        return false;
    };
    let has_no_user = url.username().is_empty() && url.password().is_none();
    // The parsed URL has no default port, and its host is in lower case.
    let has_normal_form = &url[..Position::BeforePath] == text;
    let is_pattern = text.contains('*');
    url.has_host() && has_no_user && has_normal_form && !is_pattern
}

/// Removes `Accept-Encoding` from an HTTP/1.0 request. HTTP/1.0 has no chunks, so only the end of
/// the connection would end a compressed body. A client could not tell such an end from a failure.
async fn without_old_compression(mut request: Request) -> Request {
    if request.version() == Version::HTTP_10 {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    request
}

/// Replaces the status 200 of a preflight response by 204, because the response has no body.
async fn with_preflight_status(method: Method, mut response: Response) -> Response {
    if method == Method::OPTIONS && response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

/// The response after a panic. Only the log has the message of the panic.
fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    let message =
        "Internal error. The header X-Request-Id names this request in the log of the service.";
    super::into_response(service::Response::error(500, message))
}

/// The longest part of a path that the log shows as it is. Keys are longer.
const MAX_SHOWN_PART: usize = 20;

/// A path for the log. Hides each part that can be a key: a long part that is neither a decimal nor
/// a `0x` number.
fn shown_path(path: &str) -> String {
    let is_number = |part: &str| match part.strip_prefix("0x") {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => part.bytes().all(|byte| byte.is_ascii_digit()),
    };
    let shown = |part: &'_ str| {
        if part.len() <= MAX_SHOWN_PART || is_number(part) {
            part.to_owned()
        } else {
            "…".to_owned()
        }
    };
    path.split('/').map(shown).collect::<Vec<_>>().join("/")
}

/// Logs errors of the service, and with `--log debug` all requests. A line has no query and no
/// header except `X-Request-Id`, because a query or a header can have a key.
async fn log(request: Request, next: Next) -> Response {
    let id = request.headers().get(X_REQUEST_ID).cloned();
    let (method, path) = (request.method().clone(), shown_path(request.uri().path()));
    let start = Instant::now();
    let response = next.run(request).await;
    let (status, milliseconds) = (
        response.status().as_u16(),
        start.elapsed().as_millis() as u64,
    );
    let id = id.as_ref().and_then(|id| id.to_str().ok());
    if status >= 500 {
        tracing::error!(id, %method, path, status, milliseconds);
    } else {
        tracing::debug!(id, %method, path, status, milliseconds);
    }
    response
}

/// Replaces the body of an error response from a library by `{"message": …}`, the body of the
/// service's own errors. Forbids caches to store the response.
async fn with_error_message(response: Response) -> Response {
    let status = response.status();
    // The service's own errors are JSON already.
    let is_json = response
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind == "application/json");
    if is_json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, _) = response.into_parts();
    let message = format!("{}.", status.canonical_reason().unwrap_or("Failed"));
    let (error_parts, body) =
        super::into_response(service::Response::error(status.as_u16(), &message)).into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.extend(error_parts.headers);
    Response::from_parts(parts, body)
}

/// Adds an `ETag` to a response with status 200. Returns 304 if the client already has this
/// response (RFC 9110 §13.1.2), and 503 if `limit` has no place for the body. The tag is weak,
/// because compression changes the bytes.
pub(super) fn with_etag(
    mut response: service::Response,
    request_headers: &HeaderMap,
    limit: &ByteLimit,
) -> Response {
    if response.status != 200 {
        return super::into_response(response);
    }
    let digest = Sha256::digest(&response.body);
    // 12 bytes of the digest are enough to tell two bodies apart.
    let tag = hex::encode(digest.get(..12).unwrap_or_default());
    let mut if_none_match = request_headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok());
    let not_modified = if_none_match.any(|value| service::has_etag(value, &tag));
    let body = if not_modified {
        Some(Bytes::new())
    } else {
        limit.hold(mem::take(&mut response.body))
    };
    let Some(body) = body else {
        return super::into_response(super::try_again(
            "Too many bytes of responses are in flight.",
        ));
    };
    let mut response = super::with_body(
        response.with_header("etag", &format!("W/\"{tag}\"")),
        Body::from(body),
    );
    if not_modified {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response.headers_mut().remove(header::CONTENT_TYPE);
        // A 304 has the same `Vary` as the response with status 200 (RFC 9110 §15.4.5).
        response
            .headers_mut()
            .insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_beyond_the_limit_gets_503_and_an_unchanged_body_gets_304() {
        const BODY_BYTES: usize = 1 << 20;
        // The limit has space for one body, and not for two.
        let limit = ByteLimit::new(2 * BODY_BYTES - 1);
        let response = || service::Response::json("x".repeat(BODY_BYTES));
        let first = with_etag(response(), &HeaderMap::new(), &limit);
        let second = with_etag(response(), &HeaderMap::new(), &limit);
        assert_eq!(
            (first.status(), second.status()),
            (StatusCode::OK, StatusCode::SERVICE_UNAVAILABLE)
        );
        assert_eq!(second.headers().get(header::RETRY_AFTER).unwrap(), "1");
        let if_none_match =
            HeaderMap::from_iter([(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone())]);
        assert_eq!(
            with_etag(response(), &if_none_match, &limit).status(),
            StatusCode::NOT_MODIFIED
        );
        drop(first);
        assert_eq!(
            with_etag(response(), &HeaderMap::new(), &limit).status(),
            StatusCode::OK
        );
    }

    #[test]
    fn the_log_hides_what_can_be_a_key() {
        let hex_number = format!("0x{}", "aB1".repeat(20));
        let key = crate::api_key::generate().unwrap();
        let token_path = format!("/tokens/{hex_number}/{}/uri", "7".repeat(78));
        for (path, shown) in [
            ("/ethereals".to_owned(), "/ethereals".to_owned()),
            (token_path.clone(), token_path),
            (format!("/{key}/ethereals"), "/…/ethereals".to_owned()),
            (
                format!("/bridge/transfers/transactions/{key}"),
                "/bridge/transfers/transactions/…".to_owned(),
            ),
            (
                format!("/tokens/0x{key}/1/uri"),
                "/tokens/…/1/uri".to_owned(),
            ),
            ("a".repeat(64), "…".to_owned()),
        ] {
            assert_eq!(shown_path(&path), shown);
        }
    }

    #[test]
    fn cors_accepts_only_names_as_headers() {
        cors(&[], &["traceparent".to_owned(), "X-Trace".to_owned()])
            .map(drop)
            .expect("names");
        for name in ["", "a b", "a:", "é"] {
            let message = cors(&[], &[name.to_owned()]).map(drop).expect_err(name);
            assert!(
                message.starts_with(&format!("Invalid --cors-header: {name:?}. Expected ")),
                "{message}"
            );
        }
    }

    #[test]
    fn cors_accepts_only_origins_that_browsers_send() {
        let valid = [
            "https://a.example",
            "http://localhost:8080",
            "http://[::1]:1",
            "capacitor://localhost",
            "null",
        ];
        for origin in valid {
            cors(&[origin.to_owned()], &[]).map(drop).expect(origin);
        }
        let with_path = [
            "https://a.example/",
            "https://a.example/x",
            "https://a.example?x",
            "foo/bar",
            "file:///x",
        ];
        let with_other_form = [
            "https://A.example",
            "https://a.example:443",
            "https://u@a.example",
            "https://é.example",
        ];
        let without_host = [
            "",
            "*",
            "a.example",
            "https://",
            "https:a.example",
            "https://*.a.example",
            "data:x",
        ];
        for origin in [&with_path[..], &with_other_form, &without_host].concat() {
            let message = cors(&[origin.to_owned()], &[]).map(drop).expect_err(origin);
            assert!(
                message.starts_with(&format!("Invalid --cors-origin: {origin:?}. Expected ")),
                "{message}"
            );
        }
    }
}
