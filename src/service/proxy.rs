//! The decisions of a proxy on an app's own server: which requests of a page it forwards, and what a page sees of a
//! failure.

use super::{
    http::{Request, Response},
    route::match_route,
};
use crate::{
    base_url::BaseUrl,
    endpoints::{ROUTES, Route},
    error::Secret,
    headers::Headers,
    json::message,
    refusal::{Refusal, Refused},
    text::{decimal_text, quoted},
};

/// The methods of a proxy. A proxy rejects CORS preflight requests (OPTIONS), because only pages of
/// the same origin may use the proxy.
const METHODS: &str = "GET, HEAD";
/// The maximum number of characters of the upstream service's message in a response.
const MAX_MESSAGE_CHARS: usize = 1024;

/// A proxy that adds the API key.
///
/// ```
/// use ethereal_query::{BaseUrl, service::Proxy};
/// let proxy = Proxy::new(BaseUrl::parse("https://api.example.com/v1")?, "/api/eq".to_owned(), &["project"]);
/// let forward = proxy.forward("GET", "/api/eq/project").unwrap();
/// assert_eq!(forward.url, "https://api.example.com/v1/project");
/// assert_eq!(proxy.forward("GET", "/api/eq/ethereals").unwrap_err().status, 403);
/// # Ok::<(), ethereal_query::Error>(())
/// ```
#[derive(Debug)]
pub struct Proxy {
    upstream: BaseUrl,
    base_path: String,
    allowed: Vec<&'static Route>,
}

/// A request to the upstream service. See the example of [`Proxy`].
#[derive(Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Forward {
    /// The URL.
    pub url: String,
    /// Whether the request must have the API key; other requests must not. No cache may store the response to a
    /// request with the key.
    pub requires_api_key: bool,
}

impl Proxy {
    /// The default of the time limit of a request to the upstream service, in milliseconds.
    pub const DEFAULT_TIMEOUT_MS: u32 = 10_000;

    /// A proxy below the path `base_path`. `allow` has the names of the client's methods whose
    /// endpoints the proxy forwards, such as `project`. An empty `allow` means all endpoints.
    #[must_use]
    pub fn new<T: AsRef<str>>(upstream: BaseUrl, base_path: String, allow: &[T]) -> Self {
        let mut allowed = Vec::new();
        for route in ROUTES.iter().copied() {
            if allow.is_empty() || allow.iter().any(|name| name.as_ref() == route.method) {
                allowed.push(route);
            }
        }
        Self {
            upstream,
            base_path,
            allowed,
        }
    }

    /// Returns the request to the upstream service for the request of a page. `target` is the path
    /// and the query of the page's request. The proxy writes the new URL from the checked
    /// parameters, so that nothing else reaches the upstream service.
    ///
    /// # Errors
    /// The response to send instead: 400, 403 or 405. Never 404, which the client reads as a transfer that does not
    /// exist.
    pub fn forward(&self, method: &str, target: &str) -> Result<Forward, Response> {
        if !matches!(method, "GET" | "HEAD") {
            return Err(Response::method_not_allowed(method, METHODS));
        }
        let Some(target) = target
            .strip_prefix(&self.base_path)
            .filter(|rest| rest.starts_with('/'))
        else {
            let message = [
                "The path is not below ",
                &quoted(&self.base_path),
                ", the basePath of this proxy.",
            ]
            .concat();
            return Err(Response::error(400, &message));
        };
        let route_match = match_route(&Request {
            method,
            target,
            api_key: None,
        })
        .map_err(|mut response| {
            if response.status == 404 {
                response.status = 400;
            }
            response
        })?;
        let route = route_match.route;
        if !self
            .allowed
            .iter()
            .any(|allowed| allowed.name == route.name)
        {
            return Err(Response::error(
                403,
                &["This proxy does not allow ", route.name, "."].concat(),
            ));
        }
        Ok(Forward {
            url: self.upstream.join(&route_match.operation()?.call().target),
            requires_api_key: route.requires_api_key,
        })
    }

    /// Returns the response for a proxy without a key that the service accepts. The client does not
    /// retry status 501, because a retry does not correct the key. The status is not 401: the page
    /// cannot correct the key either, and many apps show their log-in after a 401.
    #[must_use]
    pub fn without_key(message: &str) -> Response {
        Response::error(501, message)
    }

    /// Returns the response that a page gets for a failure of the service. The response has the
    /// message in `body` as `{"message": …}`, without the values of `headers`, the headers of the
    /// request to the service. Status 0 is a redirect that the host hides. `has_retry_after` is
    /// whether the service sent the header `Retry-After`.
    #[must_use]
    pub fn failure(status: u16, body: &[u8], has_retry_after: bool, headers: &Headers) -> Response {
        let mut secret = Secret::default();
        for (_, value) in headers.iter() {
            secret.add(value);
        }
        let server_message = message(body).map(|text| secret.shorten(&text, MAX_MESSAGE_CHARS));
        let shown_status = ["(status ", &decimal_text(status.into()), ")"].concat();
        let refused = Refused {
            status,
            body,
            message: server_message.as_deref(),
            has_retry_after,
        };
        let has_key = headers.has_api_key();
        let (page_status, description) = match (status, refused.reason(has_key)) {
            (_, Some(Refusal::ApiKey)) if has_key => {
                return Self::without_key(
                    &[
                        "The service rejected the API key of this proxy ",
                        &shown_status,
                        ".",
                    ]
                    .concat(),
                );
            }
            (_, Some(Refusal::RateLimit)) => (429, "The service limits the rate"),
            // Not 403: for a page, 403 means that this proxy does not allow the request.
            (_, Some(Refusal::Firewall)) => (
                502,
                "A firewall or a bot protection refused the request of this proxy",
            ),
            (0 | 300..=399, _) => {
                let advice =
                    ", which this proxy does not follow. Set baseUrl to the URL it redirects to.";
                return Response::error(
                    502,
                    &["The service redirects ", &shown_status, advice].concat(),
                );
            }
            (400..=599, _) => (status, "The service failed"),
            _ => {
                return Response::error(
                    502,
                    &["The service sent an unexpected status ", &shown_status, "."].concat(),
                );
            }
        };
        Response::error(
            page_status,
            &server_message.unwrap_or_else(|| [description, " ", &shown_status, "."].concat()),
        )
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
