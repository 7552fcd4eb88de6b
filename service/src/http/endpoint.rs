//! The response to a request for an endpoint.

use super::{App, into_response, middleware, try_again};
use crate::{
    api_key,
    store::Store,
    upstream::{Document, Failure},
};
use axum::{
    extract::{Request, State},
    http::{HeaderMap, header},
    response::Response,
};
use ethereal_query::{
    Operation,
    retry::SHOULD_RETRY,
    service::{
        self, KeyRecord, RecordRequest, RouteMatch, Source, TOKEN_URI_CONTENT, match_route,
        responses,
    },
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::time::timeout;
use tower::ServiceExt;

/// The time limit of a response. The time limit of token documents is shorter, so that a slow token
/// document gets status 504 with a precise message, instead of the general message of this limit.
pub(super) const RESPONSE_TIMEOUT: Duration = Duration::from_secs(10);

/// Responds to a request for an endpoint, or for a file of `--www`. The core finds the endpoint, so
/// that the native and the embedded service have the same routes.
pub(super) async fn endpoint_or_page(State(app): State<Arc<App>>, request: Request) -> Response {
    let start = Instant::now();
    let target = request
        .uri()
        .path_and_query()
        .map_or("/", |target| target.as_str());
    let api_key = api_key(request.headers());
    let core_request = service::Request {
        method: request.method().as_str(),
        target,
        api_key,
    };
    match match_route(&core_request) {
        Ok(route_match) => {
            let route = route_match.route;
            let response = app.respond_in_time(route_match, request.headers()).await;
            let response = middleware::with_etag(response, request.headers(), &app.bytes_in_flight);
            app.metrics
                .record(route, response.status().as_u16(), start.elapsed());
            response
        }
        Err(response) => match &app.www {
            Some(www) if response.status == 404 => {
                let Ok(response) = www.clone().oneshot(request).await;
                response
            }
            _ => into_response(response),
        },
    }
}

/// The API key of a request. A request with two keys counts as a request without a key.
fn api_key(headers: &HeaderMap) -> Option<&str> {
    let mut keys = headers.get_all("x-api-key").iter();
    let key = keys.next()?;
    if keys.next().is_some() {
        return None;
    }
    key.to_str().ok()
}

/// Whether a request has the directive `no-cache`: it asks for a response that was not in a cache
/// (RFC 9111 §5.2.1.4).
fn bypasses_cache(headers: &HeaderMap) -> bool {
    let values = headers
        .get_all(header::CACHE_CONTROL)
        .iter()
        .filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(','))
        .any(|directive| directive.trim().eq_ignore_ascii_case("no-cache"))
}

impl App {
    async fn respond_in_time(
        &self,
        route_match: RouteMatch<'_>,
        headers: &HeaderMap,
    ) -> service::Response {
        let Ok(_slot) = self.request_slots.try_acquire() else {
            return try_again("Too many requests are in flight.");
        };
        match timeout(RESPONSE_TIMEOUT, self.respond(route_match, headers)).await {
            Ok(result) => result.unwrap_or_else(|response| response),
            Err(_) => try_again(&format!(
                "Timeout: no response within {} s.",
                RESPONSE_TIMEOUT.as_secs()
            )),
        }
    }

    /// Responds to a request. `Err` is the response for a failure.
    async fn respond(
        &self,
        route_match: RouteMatch<'_>,
        headers: &HeaderMap,
    ) -> Result<service::Response, service::Response> {
        // A token document needs no key, but only a caller with a key may renew it.
        let key = match api_key(headers) {
            Some(key) if route_match.route.requires_api_key || bypasses_cache(headers) => {
                self.key_record(key).await?
            }
            _ => None,
        };
        if route_match.route.requires_api_key && key.is_none() {
            return Err(service::Response::unauthenticated());
        }
        let unavailable = |error| self.store_unavailable(&error);
        let operation = route_match.operation()?;
        match Source::of(&operation)? {
            Source::Record(request) => {
                let record = self.store.record(request.lookup()).await;
                let record = record.map_err(unavailable)?;
                // A token document that is not stored is read from the chain and its URI.
                match (&record, &operation, &self.upstream) {
                    (None, Operation::TokenUri(token), Some(upstream)) => {
                        // Only a caller with a key may renew the document, because each new read
                        // sends requests to an endpoint of the chain and to a host.
                        let document = if key.is_some() && bypasses_cache(headers) {
                            upstream.renewed_document(token).await
                        } else {
                            upstream.document(token).await
                        };
                        let document = document.map_err(upstream_error)?;
                        Ok(with_content_header(
                            token.record_response(&document),
                            &document,
                        ))
                    }
                    _ => Ok(request.response(record.as_deref())),
                }
            }
            Source::Page(page) => {
                let _slot = self.page_slots.acquire().await;
                let rows = self.store.page(&page).await.map_err(unavailable)?;
                let rows: Vec<(&str, &str)> = rows
                    .iter()
                    .map(|(id, doc)| (id.as_str(), doc.as_str()))
                    .collect();
                Ok(responses::ethereals(&page, &rows))
            }
            Source::Key => key
                .as_deref()
                .map(responses::project)
                .ok_or_else(service::Response::unauthenticated),
        }
    }

    /// The record of a key. The cache has existing keys only, so that made-up keys cannot fill it.
    async fn key_record(&self, key: &str) -> Result<Option<Arc<KeyRecord>>, service::Response> {
        // The sample keys of the store in memory do not have the form of a key.
        if !matches!(self.store, Store::Memory(_)) && !api_key::is_well_formed(key) {
            return Ok(None);
        }
        let hash = api_key::hash(key);
        if let Some(record) = self.keys.get(&hash).await {
            return Ok(Some(record));
        }
        let record = self
            .store
            .key(key)
            .await
            .map_err(|error| self.store_unavailable(&error))?
            .map(Arc::new);
        if let Some(record) = &record {
            self.keys.insert(hash, Arc::clone(record)).await;
        }
        Ok(record)
    }
}

/// The response when a token document cannot be read.
fn upstream_error(failure: Failure) -> service::Response {
    let response = service::Response::error(failure.status, &failure.message);
    match failure.retry_after {
        Some(seconds) => response.with_header("retry-after", &seconds.to_string()),
        None => response.with_header(SHOULD_RETRY, "false"),
    }
}

/// Adds a header to a document that the service made because the token URI led to a file, such as a
/// picture.
fn with_content_header(response: service::Response, document: &Document) -> service::Response {
    match document.made_for {
        Some(media) => response.with_header(TOKEN_URI_CONTENT, media.as_str()),
        None => response,
    }
}
