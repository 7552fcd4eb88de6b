//! `X-Request-Id`: the id that the client (usually a proxy) has sent, or a new id. This module
//! removes unfit ids; `middleware` then adds new ids.

use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue},
};

pub(super) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// The maximum length of an id from a client.
const MAX_LENGTH: usize = 128;

/// Removes the id of the client if the request has several ids, or if the id is empty, too long, or
/// has characters unfit for a log.
pub(super) async fn without_unfit_id(mut request: Request) -> Request {
    let mut ids = request.headers().get_all(X_REQUEST_ID).iter();
    let is_first_plain = ids.next().is_some_and(is_plain);
    let has_several_ids = ids.next().is_some();
    if !is_first_plain || has_several_ids {
        request.headers_mut().remove(X_REQUEST_ID);
    }
    request
}

fn is_plain(id: &HeaderValue) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:=+/@".contains(byte);
    (1..=MAX_LENGTH).contains(&id.len()) && id.as_bytes().iter().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    async fn remaining_ids(ids: &[&str]) -> Vec<HeaderValue> {
        let mut request = Request::new(Body::empty());
        for id in ids {
            request.headers_mut().append(
                X_REQUEST_ID,
                HeaderValue::from_bytes(id.as_bytes()).unwrap(),
            );
        }
        without_unfit_id(request)
            .await
            .headers()
            .get_all(X_REQUEST_ID)
            .iter()
            .cloned()
            .collect()
    }

    #[tokio::test]
    async fn keeps_plain_ids_only() {
        for id in [
            "7",
            "Root=1-67891233-abcdef",
            "a.b_c:d+e/f@g",
            &"x".repeat(MAX_LENGTH),
        ] {
            assert_eq!(remaining_ids(&[id]).await, [id]);
        }
        for id in [
            "",
            "a b",
            "a\tb",
            "<x>",
            "a\"",
            "é",
            "${x}",
            "a;b",
            &"x".repeat(MAX_LENGTH + 1),
        ] {
            assert!(remaining_ids(&[id]).await.is_empty(), "{id}");
        }
        assert!(remaining_ids(&["a", "a"]).await.is_empty());
        assert!(remaining_ids(&[]).await.is_empty());
    }
}
