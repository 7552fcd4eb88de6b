//! HTTP: which answer a request gets. `http/layers.rs` has what every answer gets, `http/listen.rs` and
//! `http/connection.rs` the connections.

use crate::{
    cli::Serve,
    key,
    metrics::Metrics,
    store::{Access, Store, StoreError, hash_key},
    upstream::{Failure, Settings, Upstream},
};
use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{any, get},
};
use connection_limit::ConnectionLimit;
use ethereal_query::{
    ROUTES,
    service::{self, KeyRecord, Operation, RouteMatch, match_route, responses},
};
use moka::future::Cache;
use std::{
    sync::Arc,
    sync::atomic::Ordering::Relaxed,
    time::{Duration, Instant},
};
use tokio::sync::Semaphore;

mod connection;
mod connection_limit;
mod head;
mod layers;
mod listen;
mod openapi;
mod page;
mod request_id;

/// How long a key that was found is not looked up again; so long a revoked key works on.
const KEY_TTL: Duration = Duration::from_secs(5);

/// Longer than any token URI may take, so that its own answer (504) comes first.
const LIMIT: Duration = Duration::from_secs(10);

struct App {
    connections: Arc<ConnectionLimit>,
    /// Requests to the endpoints that are answered at once: fewer than connections, so that one is left for `/health`.
    requests: Semaphore,
    store: Store,
    upstream: Option<Upstream>,
    keys: Cache<String, Arc<KeyRecord>>,
    metrics: Metrics,
}

/// Serves until the process is asked to end.
pub(crate) async fn serve(options: Serve) -> Result<(), String> {
    let store = match &options.database_url {
        Some(url) => Store::open(url, Access::Read).await,
        None => Store::seed(),
    };
    let store = store.map_err(|e| e.to_string())?;
    if let Some(key) = store.demo_key() {
        println!("Demo key: {key}");
    }
    let upstream = upstream(&options)?;
    let keys = Cache::builder().max_capacity(10_000).time_to_live(KEY_TTL).build();
    let connections = Arc::new(ConnectionLimit::within_open_files(options.max_connections));
    let requests = Semaphore::new((connections.max() as usize * 9 / 10).max(1));
    let metrics = Metrics::default();
    let app = Arc::new(App { connections: Arc::clone(&connections), requests, store, upstream, keys, metrics });
    let router = layers::with_middleware(router(app, &options)?, &options.cors_origins)?;
    listen::run(options.bind, router, connections).await
}

/// What reads token URIs; nothing when no chain is named.
fn upstream(options: &Serve) -> Result<Option<Upstream>, String> {
    let endpoint = |text: &String| {
        let parts = text.split_once('=').and_then(|(chain, url)| Some((chain.to_owned(), url.parse().ok()?)));
        // Not shown: operators have keys in these URLs.
        parts.ok_or_else(|| "an --rpc is not like 1=https://rpc.example".to_owned())
    };
    let settings = Settings {
        rpc: options.rpc.iter().filter(|text| !text.is_empty()).map(endpoint).collect::<Result<_, _>>()?,
        ipfs_gateways: options.ipfs_gateways.clone(),
        arweave_gateways: options.arweave_gateways.clone(),
        allow_private: options.allow_private,
    };
    let any = !settings.rpc.is_empty();
    let upstream = Upstream::new(settings).map_err(|e| e.to_string())?;
    Ok(any.then_some(upstream))
}

fn router(app: Arc<App>, options: &Serve) -> Result<Router, String> {
    let mut router = Router::new()
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .route("/openapi.json", get(|| async { ([(header::CONTENT_TYPE, "application/json")], openapi::TEXT) }));
    for route in ROUTES {
        let segments = route.path.iter().map(|segment| match segment.strip_prefix(':') {
            Some(name) => format!("/{{{name}}}"),
            None => format!("/{segment}"),
        });
        router = router.route(&segments.collect::<String>(), any(endpoint));
    }
    router = match &options.www {
        Some(folder) => router.merge(page::page(folder, app.store.demo_key())?),
        None => router.fallback(endpoint),
    };
    Ok(router.with_state(app))
}

async fn health(State(app): State<Arc<App>>) -> Response {
    match app.store.ping().await {
        Ok(()) => {
            answered(service::Response::json(format!("{{\"status\":\"ok\",\"store\":\"{}\"}}", app.store.name())))
        }
        Err(error) => answered(app.unavailable(&error)),
    }
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    let store_errors = app.metrics.store_errors.load(Relaxed);
    let mut others = vec![
        ("ethereal_query_store_errors_total", "Failures of the database.", store_errors),
        ("ethereal_query_connections", "Open connections of clients.", app.connections.open()),
        (
            "ethereal_query_connections_evicted_total",
            "Connections that waited for their clients and were closed for new ones, at the limit.",
            app.connections.evicted(),
        ),
    ];
    others.extend(app.upstream.iter().flat_map(|upstream| upstream.metrics().lines()));
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.text(&others)).into_response()
}

/// Any request to one of the four endpoints, or to nothing at all.
async fn endpoint(State(app): State<Arc<App>>, request: Request) -> Response {
    let target = request.uri().path_and_query().map_or("/", |target| target.as_str());
    let asked = service::Request { method: request.method().as_str(), target, api_key: api_key(request.headers()) };
    let start = Instant::now();
    let (route, answer) = match match_route(&asked) {
        Ok(found) => (Some(found.route), app.in_time(found, asked.api_key).await),
        Err(answer) => (None, answer),
    };
    let response = layers::conditional(answer, request.headers());
    if let Some(route) = route {
        app.metrics.count(route, response.status().as_u16(), start.elapsed());
    }
    response
}

/// The key of a request; two would leave open which one counts.
fn api_key(headers: &HeaderMap) -> Option<&str> {
    let mut keys = headers.get_all("x-api-key").iter();
    keys.next().filter(|_| keys.next().is_none()).and_then(|key| key.to_str().ok())
}

impl App {
    async fn in_time(&self, route_match: RouteMatch<'_>, key: Option<&str>) -> service::Response {
        let Ok(_permit) = self.requests.try_acquire() else {
            let response = service::Response::error(503, "Too many requests are being answered. Try again.");
            return response.with_header("retry-after", "1");
        };
        let answer = tokio::time::timeout(LIMIT, self.answer(route_match, key)).await;
        let late = |_| {
            let response = service::Response::error(503, "The answer took too long. Try again.");
            Err(response.with_header("retry-after", "1"))
        };
        answer.unwrap_or_else(late).unwrap_or_else(|response| response)
    }

    async fn answer(
        &self,
        route_match: RouteMatch<'_>,
        key: Option<&str>,
    ) -> Result<service::Response, service::Response> {
        let key = match key {
            Some(key) if route_match.route.requires_api_key => self.key(key).await?,
            _ => None,
        };
        if route_match.route.requires_api_key && key.is_none() {
            return Err(service::Response::unauthenticated());
        }
        let failed = |error| self.unavailable(&error);
        match (route_match.operation()?, key) {
            (Operation::TokenUri(token), _) => {
                match (self.store.document(&token).await.map_err(failed)?, &self.upstream) {
                    (None, Some(upstream)) => {
                        let document = upstream.document(&token).await.map_err(refused)?;
                        Ok(responses::token_uri(&token, Some(&document)))
                    }
                    (document, _) => Ok(responses::token_uri(&token, document.as_deref())),
                }
            }
            (Operation::BridgeTransfer(transfer), _) => {
                let record = self.store.transfer(&transfer).await.map_err(failed)?;
                Ok(responses::bridge_transfer(&transfer, record.as_deref()))
            }
            (Operation::Ethereals(page), _) => {
                let rows = self.store.page(&page).await.map_err(failed)?;
                let rows: Vec<(&str, &str)> = rows.iter().map(|(id, doc)| (id.as_str(), doc.as_str())).collect();
                Ok(responses::ethereals(&page, &rows))
            }
            (Operation::Project, Some(key)) => Ok(responses::project(&key)),
            _ => Err(service::Response::unauthenticated()),
        }
    }

    /// What is recorded of a key; only keys that exist are remembered.
    async fn key(&self, key: &str) -> Result<Option<Arc<KeyRecord>>, service::Response> {
        if !matches!(self.store, Store::Memory(_)) && !key::is_possible(key) {
            return Ok(None);
        }
        let hash = hash_key(key);
        if let Some(record) = self.keys.get(&hash).await {
            return Ok(Some(record));
        }
        let record = self.store.key(key).await.map_err(|error| self.unavailable(&error))?.map(Arc::new);
        if let Some(record) = &record {
            self.keys.insert(hash, Arc::clone(record)).await;
        }
        Ok(record)
    }

    /// The reason is for the log; whoever asked learns that a later try may succeed.
    fn unavailable(&self, error: &StoreError) -> service::Response {
        self.metrics.store_errors.fetch_add(1, Relaxed);
        tracing::error!(%error, "the store failed");
        service::Response::error(503, "The records cannot be read at the moment. Try again.")
            .with_header("retry-after", "1")
    }
}

/// A token's URI that leads nowhere.
fn refused(failure: Failure) -> service::Response {
    let response = service::Response::error(failure.status, &failure.message);
    match failure.retry_after {
        Some(seconds) => response.with_header("retry-after", &seconds.to_string()),
        None => response,
    }
}

/// The core's answer as axum's; whom CORS lets read it is decided by the layer around all answers.
fn answered(answer: service::Response) -> Response {
    let mut response = Response::new(Body::from(answer.body));
    *response.status_mut() = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in answer.headers {
        if let (false, Ok(value)) = (name.starts_with("access-control-"), HeaderValue::from_str(&value)) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
