//! What every answer gets: CORS, a request id, compression, a message when it failed.

use super::{
    head,
    request_id::{RequestId, X_REQUEST_ID, with_request_id},
};
use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::{Next, from_fn, map_response},
    response::Response,
};
use ethereal_query::service;
use sha2::{Digest, Sha256};
use std::{
    any::Any,
    time::{Duration, Instant},
};
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::CompressionLayer,
    cors::{AllowOrigin, CorsLayer},
};

/// The layers, from the inside to the outside.
pub(super) fn with_middleware(router: Router, origins: &[String]) -> Result<Router, String> {
    Ok(router
        .layer(CompressionLayer::new())
        .layer(CatchPanicLayer::custom(panicked))
        .layer(map_response(with_message))
        .layer(from_fn(head::with_size_limit))
        .layer(from_fn(logged))
        .layer(cors(origins)?)
        .layer(map_response(preflight))
        // Outside of CORS, which answers preflights itself.
        .layer(from_fn(head::with_host))
        .layer(from_fn(with_request_id)))
}

fn cors(origins: &[String]) -> Result<CorsLayer, String> {
    let origins: Vec<HeaderValue> = origins
        .iter()
        .map(|origin| {
            origin.parse().map_err(|_| format!("--cors-origin is {origin:?}: it must be like https://app.example"))
        })
        .collect::<Result<_, _>>()?;
    let allowed = if origins.is_empty() { AllowOrigin::any() } else { AllowOrigin::list(origins) };
    let exposed = [header::ETAG, header::RETRY_AFTER, X_REQUEST_ID];
    Ok(CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::GET, Method::HEAD, Method::OPTIONS])
        .allow_headers([HeaderName::from_static("x-api-key")])
        .expose_headers(exposed)
        .max_age(Duration::from_secs(7200)))
}

/// The layer answers preflights with 200; there is nothing in them.
async fn preflight(method: Method, mut response: Response) -> Response {
    if method == Method::OPTIONS && response.status() == StatusCode::OK {
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

/// The panic's own text is in the log by now; whoever asked gets none of it.
fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    super::answered(service::Response::error(
        500,
        "The service failed. The X-Request-Id names this request in its log.",
    ))
}

/// A line for what failed, and with `--log debug` for everything. Never a header, and no query: people put keys there.
async fn logged(request: Request, next: Next) -> Response {
    let id = request.extensions().get::<RequestId>().cloned();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let start = Instant::now();
    let response = next.run(request).await;
    let (status, milliseconds) = (response.status().as_u16(), start.elapsed().as_millis() as u64);
    let id = id.as_ref().map_or("", RequestId::as_str);
    if status >= 500 {
        tracing::error!(id, %method, path, status, milliseconds);
    } else {
        tracing::debug!(id, %method, path, status, milliseconds);
    }
    response
}

/// `{"message": …}` for failures that come from a library and have another body, or none.
async fn with_message(response: Response) -> Response {
    let status = response.status();
    let json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if json || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, _) = response.into_parts();
    let message = format!("{}.", status.canonical_reason().unwrap_or("Failed"));
    let (_, body) = super::answered(service::Response::error(status.as_u16(), &message)).into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Response::from_parts(parts, body)
}

/// The answer with its `ETag`, or 304 when the client has it already (RFC 9110 §13.1.2).
///
/// The tag is weak: the body may be compressed on the way.
pub(super) fn conditional(answer: service::Response, asked: &HeaderMap) -> Response {
    if answer.status != 200 {
        return super::answered(answer);
    }
    let digest = hex::encode(Sha256::digest(&answer.body).get(..12).unwrap_or_default());
    let tag = format!("W/\"{digest}\"");
    let known = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let same = |one: &str| one == "*" || one.trim_start_matches("W/").trim_matches('"') == digest;
    let unchanged = known.flat_map(|value| value.split(',')).any(|one| same(one.trim()));
    let mut response = super::answered(answer.with_header("etag", &tag));
    if unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        response.headers_mut().remove(header::CONTENT_TYPE);
    }
    response
}
