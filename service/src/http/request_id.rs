//! `X-Request-Id`: the id of the client, usually a proxy, or a new one.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue},
    middleware::Next,
    response::Response,
};

pub(super) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The maximum length of an id from a client.
const MAX_LENGTH: usize = 128;

/// The id of a request, which is one of its extensions.
#[derive(Debug, Clone)]
pub(super) struct RequestId(HeaderValue);

impl RequestId {
    /// The client's id, unless the request has several, or one that is too long or has characters unfit for a log.
    fn of_client(headers: &HeaderMap) -> Option<Self> {
        let mut ids = headers.get_all(X_REQUEST_ID).iter();
        ids.next().filter(|id| ids.next().is_none() && is_plain(id)).cloned().map(Self)
    }

    fn new_random() -> Self {
        let half = || getrandom::u64().unwrap_or_default();
        let text = format!("{:016x}{:016x}", half(), half());
        Self(HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static("none")))
    }

    pub(super) fn as_str(&self) -> &str {
        self.0.to_str().unwrap_or_default()
    }
}

/// Adds the id to the request and to the response.
pub(super) async fn with_request_id(mut request: Request, next: Next) -> Response {
    let id = RequestId::of_client(request.headers()).unwrap_or_else(RequestId::new_random);
    request.extensions_mut().insert(id.clone());
    let mut response = next.run(request).await;
    response.headers_mut().insert(X_REQUEST_ID, id.0);
    response
}

fn is_plain(id: &HeaderValue) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:=+/@".contains(byte);
    (1..=MAX_LENGTH).contains(&id.len()) && id.as_bytes().iter().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_client(ids: &[&str]) -> Option<String> {
        let values = ids.iter().map(|id| (X_REQUEST_ID, HeaderValue::from_bytes(id.as_bytes()).unwrap()));
        RequestId::of_client(&values.collect()).map(|id| id.as_str().to_owned())
    }

    #[test]
    fn keeps_plain_ids_only() {
        for id in ["7", "Root=1-67891233-abcdef", "a.b_c:d+e/f@g", &"x".repeat(128)] {
            assert_eq!(of_client(&[id]).as_deref(), Some(id));
        }
        for id in ["", "a b", "a\tb", "<x>", "a\"", "é", "${x}", "a;b", &"x".repeat(129)] {
            assert_eq!(of_client(&[id]), None, "{id}");
        }
        assert_eq!(of_client(&["a", "a"]), None);
        assert_eq!(of_client(&[]), None);
    }

    #[test]
    fn new_ids_differ() {
        let [first, second] = [RequestId::new_random(), RequestId::new_random()];
        assert!(first.as_str().len() == 32 && is_plain(&first.0));
        assert_ne!(first.as_str(), second.as_str());
    }
}
