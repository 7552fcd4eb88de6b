//! The HTTP server. [`endpoint`] responds to requests for endpoints, [`middleware`] has what all
//! responses share, and [`listen`] and [`connection`] handle the connections.

use crate::{
    api_key,
    cli::Serve,
    metrics::{self, Metrics},
    output,
    store::{Access, Store, StoreError},
    upstream::Upstream,
};
use axum::{
    Router,
    body::Body,
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use byte_limit::{ByteLimit, MAX_BYTES};
use connection_limit::ConnectionLimit;
use endpoint::endpoint_or_page;
use ethereal_query::service::{self, KeyRecord};
use moka::future::Cache;
use prometheus_client::{encoding::text::encode, registry::Registry};
use std::{mem, sync::Arc, time::Duration};
use tokio::sync::Semaphore;

mod byte_limit;
mod connection;
mod connection_limit;
mod endpoint;
mod head;
mod listen;
mod middleware;
mod openapi;
mod request_id;
mod www;

/// The maximum number of pages that are prepared at the same time. Reading a page and writing its
/// body takes up to twice `MAX_PAGE_BYTES` of memory. [`ByteLimit`] does not limit this memory,
/// because it counts only complete bodies.
const PAGE_SLOTS: usize = 16;
/// The maximum number of keys whose records stay in memory.
const MAX_CACHED_KEYS: u64 = 10_000;

/// The state that all requests share.
struct App {
    store: Store,
    /// `None` when no chain is configured.
    upstream: Option<Upstream>,
    /// The records of keys by the hash of the key.
    keys: Cache<String, Arc<KeyRecord>>,
    /// One slot for each request in flight to an endpoint. There are fewer slots than connections,
    /// so that `/health` always gets a response.
    request_slots: Semaphore,
    /// One slot for each page that is being prepared.
    page_slots: Semaphore,
    bytes_in_flight: ByteLimit,
    metrics: Metrics,
    registry: Registry,
    /// The files of `--www`.
    www: Option<Router>,
}

/// Serves until the process gets SIGTERM or SIGINT.
pub(crate) async fn serve(options: Serve) -> Result<(), String> {
    let store = match &options.database_url {
        Some(url) => Store::open(url, Access::Read).await?,
        None => Store::seed()?,
    };
    let demo_key = store.demo_key();
    let mut registry = metrics::registry();
    let upstream = Upstream::new(&options.tokens, &mut registry)?;
    let connections = Arc::new(ConnectionLimit::within_open_files(
        options.max_connections,
        &mut registry,
    ));
    let metrics = Metrics::new(&mut registry);
    let www = options
        .www
        .as_ref()
        .map(|folder| www::routes(folder, demo_key.as_deref()))
        .transpose()?;
    // Nine tenths of the connections: see `App::request_slots`.
    let max_requests = connections.max() as usize * 9 / 10;
    let app = App {
        www,
        store,
        upstream: upstream.has_chains().then_some(upstream),
        keys: Cache::builder()
            .max_capacity(MAX_CACHED_KEYS)
            .time_to_live(api_key::CACHE_TIME)
            .build(),
        request_slots: Semaphore::new(max_requests.max(1)),
        page_slots: Semaphore::new(PAGE_SLOTS),
        bytes_in_flight: ByteLimit::new(MAX_BYTES),
        metrics,
        registry,
    };
    let router =
        middleware::with_middleware(router(app), &options.cors_origins, &options.cors_headers)?;
    if let Some(key) = demo_key {
        let _ = output::print(&format!("Demo key: {key}"));
    }
    let idle_timeout = Duration::from_secs(options.idle_timeout);
    listen::run(&options.bind, router, connections, idle_timeout).await
}

fn router(app: App) -> Router {
    Router::new()
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .route(
            "/openapi.json",
            get(|| async { ([(header::CONTENT_TYPE, "application/json")], openapi::TEXT) }),
        )
        .fallback(endpoint_or_page)
        .with_state(Arc::new(app))
}

async fn health(State(app): State<Arc<App>>) -> Response {
    match app.store.ping().await {
        Ok(()) => {
            let body = format!("{{\"status\":\"ok\",\"store\":\"{}\"}}", app.store.name());
            into_response(service::Response::json(body))
        }
        Err(error) => into_response(app.store_unavailable(&error)),
    }
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    let mut text = String::new();
    match encode(&mut text, &app.registry) {
        Ok(()) => ([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], text).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

impl App {
    /// Logs the error. The response does not contain it.
    fn store_unavailable(&self, error: &StoreError) -> service::Response {
        self.metrics.store_errors.inc();
        tracing::error!(%error, "the store failed");
        try_again("The database is unavailable.")
    }
}

/// Status 503 with `Retry-After`.
fn try_again(message: &str) -> service::Response {
    service::Response::error(503, &[message, " Try again."].concat())
        .with_header("retry-after", "1")
}

/// Converts a response of the core to a response of axum.
fn into_response(mut response: service::Response) -> Response {
    let body = Body::from(mem::take(&mut response.body));
    with_body(response, body)
}

/// Converts the status and the headers of a response of the core, and adds a body.
fn with_body(response: service::Response, body: Body) -> Response {
    let mut converted = Response::new(body);
    *converted.status_mut() =
        StatusCode::from_u16(response.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in response.headers {
        // The core's CORS headers allow every origin. The module `middleware` writes CORS headers
        // for the allowed origins instead.
        if name.starts_with("access-control-") {
            continue;
        }
        if let Ok(value) = HeaderValue::from_str(&value) {
            converted.headers_mut().insert(name, value);
        }
    }
    converted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_has_the_limits() {
        // Joins the lines, because a sentence of the README can continue on the next line.
        let readme = include_str!("../README.md")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let shutdown = listen::HANDSHAKE_TIMEOUT + listen::DRAIN_TIMEOUT;
        let (min_counted_kib, max_mib) = (byte_limit::MIN_COUNTED_BYTES >> 10, MAX_BYTES >> 20);
        for text in [
            format!(
                "services reject it within {} seconds.",
                api_key::CACHE_TIME.as_secs()
            ),
            format!(
                "reads nothing of a response for {} seconds.",
                connection::WRITE_TIMEOUT.as_secs()
            ),
            // `connection::MAX_UNSENT_BYTES` explains the 30,000 bytes.
            format!(
                "or less than 30,000 bytes per second | {} seconds |",
                connection::WRITE_TIMEOUT.as_secs()
            ),
            format!(
                "| Time until the service has made a response | {} seconds |",
                endpoint::RESPONSE_TIMEOUT.as_secs()
            ),
            format!(
                "with status 0 within {} seconds.",
                shutdown.as_secs_f32().ceil()
            ),
            format!(
                "all responses of {min_counted_kib} KiB or more in flight | {max_mib} MiB, else 503"
            ),
            format!(
                "| {} KiB and {} headers, else 431",
                head::MAX_BYTES >> 10,
                head::MAX_HEADERS
            ),
            "closes a connection without a request after a second.".to_owned(),
        ] {
            assert!(readme.contains(&text), "service/README.md has no {text:?}");
        }
        assert_eq!(
            connection::LAST_REQUEST_TIMEOUT.as_secs(),
            1,
            "README: closes after a second"
        );
    }
}
