//! HTTP: the response to each request. [`middleware`] has what all responses share, [`listen`] and [`connection`] the
//! connections.

use crate::{
    api_key,
    cli::Serve,
    metrics::{self, Metrics},
    output,
    store::{Access, Store, StoreError},
    upstream::{Document, Failure, Settings, Upstream},
};
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use byte_limit::{ByteLimit, MAX_BYTES};
use connection_limit::ConnectionLimit;
use ethereal_query::{
    Operation,
    retry::SHOULD_RETRY,
    service::{self, KeyRecord, PageRequest, RouteMatch, TOKEN_URI_CONTENT, match_route, responses},
};
use moka::future::Cache;
use prometheus_client::{encoding::text::encode, registry::Registry};
use std::{
    mem,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{sync::Semaphore, time::timeout};
use tower::ServiceExt;

mod byte_limit;
mod connection;
mod connection_limit;
mod head;
mod listen;
mod middleware;
mod openapi;
mod page;
mod request_id;

/// The number of pages that are read and written to their bodies at the same time. Each takes up to twice
/// `MAX_PAGE_BYTES` of memory, which [`ByteLimit`] does not count yet.
const PAGE_SLOTS: usize = 16;

/// The time limit of a response. It is longer than that of token documents, whose status 504 says more.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

/// The state that all requests share.
struct App {
    store: Store,
    upstream: Option<Upstream>,
    /// The records of keys by the hash of the key.
    keys: Cache<String, Arc<KeyRecord>>,
    /// Requests to the endpoints in flight: fewer than connections, so that `/health` always gets a response.
    request_slots: Semaphore,
    page_slots: Semaphore,
    bytes_in_flight: ByteLimit,
    metrics: Metrics,
    registry: Registry,
    /// The folder of `--www`.
    page: Option<Router>,
}

/// Serves until the process gets SIGTERM or SIGINT.
pub(crate) async fn serve(options: Serve) -> Result<(), String> {
    let store = match &options.database_url {
        // A wrong path must not serve an empty database.
        Some(url) => match Store::check_exists(url) {
            Ok(()) => Store::open(url, Access::Read).await,
            Err(error) => Err(error),
        },
        None => Store::seed(),
    };
    let store = store.map_err(|e| e.to_string())?;
    let demo_key = store.demo_key();
    let upstream = upstream(&options)?;
    let connections = Arc::new(ConnectionLimit::within_open_files(options.max_connections));
    let (metrics, mut registry) = (Metrics::new(), metrics::registry());
    metrics.register(&mut registry);
    connections.register(&mut registry);
    if let Some(upstream) = &upstream {
        upstream.register(&mut registry);
    }
    let app = App {
        page: options.www.as_ref().map(|folder| page::page(folder, demo_key.as_deref())).transpose()?,
        store,
        upstream,
        keys: Cache::builder().max_capacity(10_000).time_to_live(api_key::CACHE_TIME).build(),
        request_slots: Semaphore::new((connections.max() as usize * 9 / 10).max(1)),
        page_slots: Semaphore::new(PAGE_SLOTS),
        bytes_in_flight: ByteLimit::new(MAX_BYTES),
        metrics,
        registry,
    };
    let router = middleware::with_middleware(router(app), &options.cors_origins)?;
    if let Some(key) = demo_key {
        let _ = output::print(&format!("Demo key: {key}"));
    }
    let idle_timeout = Duration::from_secs(options.idle_timeout);
    listen::run(&options.bind, router, connections, idle_timeout).await
}

/// The reader of token documents; `None` when no chain is configured.
fn upstream(options: &Serve) -> Result<Option<Upstream>, String> {
    let endpoint = |text: &String| {
        let pair = text.split_once('=').and_then(|(chain, url)| Some((chain.to_owned(), url.parse().ok()?)));
        // URLs of endpoints often have an API key.
        pair.ok_or_else(|| {
            "Invalid --rpc (value hidden). Expected CHAIN=URL, such as 1=https://rpc.example.".to_owned()
        })
    };
    let settings = Settings {
        rpc: options.rpc.iter().filter(|text| !text.is_empty()).map(endpoint).collect::<Result<_, _>>()?,
        ipfs_gateways: options.ipfs_gateways.clone(),
        arweave_gateways: options.arweave_gateways.clone(),
        allow_private: options.allow_private,
    };
    let has_chains = !settings.rpc.is_empty();
    let upstream = Upstream::new(settings).map_err(|e| e.to_string())?;
    Ok(has_chains.then_some(upstream))
}

fn router(app: App) -> Router {
    Router::new()
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .route("/openapi.json", get(|| async { ([(header::CONTENT_TYPE, "application/json")], openapi::TEXT) }))
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

/// Responds to a request for an endpoint, or for a file of the page. The core finds the endpoint, so that the native
/// and the embedded service have the same routes.
async fn endpoint_or_page(State(app): State<Arc<App>>, request: Request) -> Response {
    let start = Instant::now();
    let target = request.uri().path_and_query().map_or("/", |target| target.as_str());
    let api_key = api_key(request.headers());
    match match_route(&service::Request { method: request.method().as_str(), target, api_key }) {
        Ok(route_match) => {
            let route = route_match.route;
            let response = app.respond_in_time(route_match, request.headers()).await;
            let response = middleware::with_etag(response, request.headers(), &app.bytes_in_flight);
            app.metrics.record(route, response.status().as_u16(), start.elapsed());
            response
        }
        Err(response) => match &app.page {
            Some(page) if response.status == 404 => {
                let Ok(response) = page.clone().oneshot(request).await;
                response
            }
            _ => into_response(response),
        },
    }
}

/// The API key of a request. A request with two keys counts as one without.
fn api_key(headers: &HeaderMap) -> Option<&str> {
    let mut keys = headers.get_all("x-api-key").iter();
    keys.next().filter(|_| keys.next().is_none()).and_then(|key| key.to_str().ok())
}

/// Whether a request asks for a response that was not in a cache (RFC 9111 §5.2.1.4).
fn has_no_cache(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::CACHE_CONTROL).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|directive| directive.trim().eq_ignore_ascii_case("no-cache"))
}

impl App {
    async fn respond_in_time(&self, route_match: RouteMatch<'_>, headers: &HeaderMap) -> service::Response {
        let Ok(_slot) = self.request_slots.try_acquire() else {
            return try_again("Too many requests are in flight.");
        };
        match timeout(RESPONSE_TIMEOUT, self.respond(route_match, headers)).await {
            Ok(result) => result.unwrap_or_else(|response| response),
            Err(_) => try_again("Timeout: no response within 10 s."),
        }
    }

    async fn respond(
        &self,
        route_match: RouteMatch<'_>,
        headers: &HeaderMap,
    ) -> Result<service::Response, service::Response> {
        let key = match api_key(headers) {
            Some(key) if route_match.route.requires_api_key || has_no_cache(headers) => self.key_record(key).await?,
            _ => None,
        };
        if route_match.route.requires_api_key && key.is_none() {
            return Err(service::Response::unauthenticated());
        }
        let unavailable = |error| self.store_unavailable(&error);
        match route_match.operation()? {
            Operation::TokenUri(token) => {
                let stored = self.store.document(&token).await.map_err(unavailable)?;
                match (stored, &self.upstream) {
                    (None, Some(upstream)) => {
                        // Only for a caller with a key, because a read costs time at an endpoint and at a host.
                        let renew = key.is_some() && has_no_cache(headers);
                        let document = upstream.document(&token, renew).await.map_err(upstream_error)?;
                        Ok(with_content_header(responses::token_uri(&token, Some(&document)), &document))
                    }
                    (stored, _) => Ok(responses::token_uri(&token, stored.as_deref())),
                }
            }
            Operation::BridgeTransfer(transfer) => {
                let record = self.store.transfer(&transfer).await.map_err(unavailable)?;
                Ok(responses::bridge_transfer(&transfer, record.as_deref()))
            }
            Operation::Project(_) => {
                key.as_deref().map(responses::project).ok_or_else(service::Response::unauthenticated)
            }
            Operation::Ethereals(query) => {
                let page = PageRequest::new(query)?;
                let _slot = self.page_slots.acquire().await;
                let rows = self.store.page(&page).await.map_err(unavailable)?;
                let rows: Vec<(&str, &str)> = rows.iter().map(|(id, doc)| (id.as_str(), doc.as_str())).collect();
                Ok(responses::ethereals(&page, &rows))
            }
        }
    }

    /// The record of a key. The cache has existing keys only, so that made-up keys cannot fill it.
    async fn key_record(&self, key: &str) -> Result<Option<Arc<KeyRecord>>, service::Response> {
        if !matches!(self.store, Store::Memory(_)) && !api_key::is_well_formed(key) {
            return Ok(None);
        }
        let hash = api_key::hash(key);
        if let Some(record) = self.keys.get(&hash).await {
            return Ok(Some(record));
        }
        let record = self.store.key(key).await.map_err(|error| self.store_unavailable(&error))?.map(Arc::new);
        if let Some(record) = &record {
            self.keys.insert(hash, Arc::clone(record)).await;
        }
        Ok(record)
    }

    /// Logs the error and responds without it.
    fn store_unavailable(&self, error: &StoreError) -> service::Response {
        self.metrics.store_errors.inc();
        tracing::error!(%error, "the store failed");
        try_again("The database is unavailable.")
    }
}

/// Status 503 with `Retry-After`.
fn try_again(message: &str) -> service::Response {
    service::Response::error(503, &[message, " Try again."].concat()).with_header("retry-after", "1")
}

/// The response when a token document cannot be read.
fn upstream_error(failure: Failure) -> service::Response {
    let response = service::Response::error(failure.status, &failure.message);
    match failure.retry_after {
        Some(seconds) => response.with_header("retry-after", &seconds.to_string()),
        None => response.with_header(SHOULD_RETRY, "false"),
    }
}

/// Adds the header that tells a document that the service made from what its host sent.
fn with_content_header(response: service::Response, document: &Document) -> service::Response {
    match document.made_for {
        Some(media) => response.with_header(TOKEN_URI_CONTENT, media.as_str()),
        None => response,
    }
}

/// The core's response as axum's, without its CORS headers: a middleware writes those of `--cors-origin`.
fn into_response(mut response: service::Response) -> Response {
    let body = Body::from(mem::take(&mut response.body));
    with_body(response, body)
}

/// The status and the headers of the core's response, with another body.
fn with_body(response: service::Response, body: Body) -> Response {
    let mut into = Response::new(body);
    *into.status_mut() = StatusCode::from_u16(response.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in response.headers {
        if let (false, Ok(value)) = (name.starts_with("access-control-"), HeaderValue::from_str(&value)) {
            into.headers_mut().insert(name, value);
        }
    }
    into
}
