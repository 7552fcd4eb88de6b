//! Tests of the decisions of a proxy.

#![allow(clippy::unwrap_used)]

use super::*;

const ADDRESS: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const KEY: &str = "q9/Tn+abcdEFGH=";

fn proxy(allow: &[&str]) -> Proxy {
    Proxy::new(
        BaseUrl::parse("https://api.example.com/v1/").unwrap(),
        "/api/eq".to_owned(),
        allow,
    )
}

fn forwarded(target: &str) -> Forward {
    proxy(&[]).forward("GET", target).unwrap()
}

fn refused(method: &str, target: &str) -> (u16, String) {
    let response = proxy(&[]).forward(method, target).unwrap_err();
    (response.status, response.body)
}

#[test]
fn forwards_the_endpoints_below_the_base_path() {
    let hash = format!("0x{}", "ab".repeat(32));
    let transfer = format!("/bridge/transfers/transactions/{hash}?chain=sepolia");
    for (target, path, requires_api_key) in [
        // `b` is the chain id, which a request must have, and `s` is the token standard.
        (
            format!("/tokens/{ADDRESS}/0x7/uri?b=1&s=1"),
            format!("/tokens/{ADDRESS}/7/uri?b=1&s=1"),
            false,
        ),
        (transfer.clone(), transfer, true),
        ("/project".to_owned(), "/project".to_owned(), true),
        (
            "/ethereals?page_size=2".to_owned(),
            "/ethereals?page_size=2".to_owned(),
            true,
        ),
    ] {
        let forward = forwarded(&format!("/api/eq{target}"));
        assert_eq!(forward.url, format!("https://api.example.com/v1{path}"));
        assert_eq!(forward.requires_api_key, requires_api_key, "{target}");
        assert_eq!(
            proxy(&[])
                .forward("HEAD", &format!("/api/eq{target}"))
                .unwrap(),
            forward
        );
    }
}

#[test]
fn forwards_a_cursor_of_another_service() {
    // The cursor is `a/b+&c d==`. This service would not issue it: its cursors are base64url.
    let forward = forwarded("/api/eq/ethereals?cursor=a%2Fb%2B%26c%20d%3D%3D&chain=sepolia");
    assert_eq!(
        forward.url,
        "https://api.example.com/v1/ethereals?chain=sepolia&cursor=a%2Fb%2B%26c%20d%3D%3D"
    );
}

#[test]
fn forwards_only_checked_parameters() {
    assert_eq!(
        forwarded("/api/eq/project?x-api-key=1&url=http://a.b").url,
        "https://api.example.com/v1/project"
    );
    let forward = forwarded("/api/eq/ethereals?page_size=2&debug=1&cursor=");
    assert_eq!(
        forward.url,
        "https://api.example.com/v1/ethereals?page_size=2"
    );
}

#[test]
fn refuses_all_methods_except_get_and_head() {
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "get", ""] {
        let response = proxy(&[]).forward(method, "/api/eq/project").unwrap_err();
        assert_eq!(response.status, 405, "{method}");
        assert!(
            response
                .headers
                .contains(&("allow", "GET, HEAD".to_owned()))
        );
    }
}

#[test]
fn refuses_paths_outside_of_the_base_path_and_unknown_paths() {
    for target in [
        "/project",
        "/api/project",
        "/api/eqproject",
        "/api/eq",
        "/api/eq?x=/project",
        "",
    ] {
        let (status, body) = refused("GET", target);
        assert_eq!(status, 400, "{target}");
        assert!(body.contains("basePath"), "{body}");
    }
    for target in [
        "/",
        "//project",
        "/project//",
        "/projects",
        "/ethereals/1",
        "/%2e%2e/project",
        "/project%2f",
    ] {
        assert_eq!(
            refused("GET", &format!("/api/eq{target}")).0,
            400,
            "{target}"
        );
    }
}

/// Next.js with `trailingSlash` redirects every request to a path with a slash at its end.
#[test]
fn accepts_a_slash_at_the_end_of_a_path() {
    let hash = format!("0x{}", "ab".repeat(32));
    for path in [
        "/project".to_owned(),
        "/ethereals".to_owned(),
        format!("/tokens/{ADDRESS}/7/uri"),
        format!("/bridge/transfers/transactions/{hash}"),
    ] {
        let query = if path.starts_with("/tokens") {
            "?b=1"
        } else {
            ""
        };
        assert_eq!(
            forwarded(&format!("/api/eq{path}/{query}")),
            forwarded(&format!("/api/eq{path}{query}"))
        );
    }
}

#[test]
fn refuses_parameters_by_the_rules_of_the_service() {
    for target in [
        "/tokens/..%2f..%2fproject/7/uri?b=1".to_owned(),
        format!("/tokens/{ADDRESS}/%2e%2e/uri?b=1"),
        format!("/tokens/{ADDRESS}/7/uri"),
        "/bridge/transfers/transactions/0x12".to_owned(),
        "/ethereals?page_size=0".to_owned(),
        // `%ff` is not UTF-8, and `%zz` is not percent-encoding.
        "/ethereals?cursor=%ff".to_owned(),
        "/%zz".to_owned(),
    ] {
        assert_eq!(
            refused("GET", &format!("/api/eq{target}")).0,
            400,
            "{target}"
        );
    }
}

#[test]
fn forwards_allowed_endpoints_only() {
    let proxy = proxy(&["project", "tokenUri"]);
    assert!(proxy.forward("GET", "/api/eq/project").is_ok());
    let response = proxy.forward("GET", "/api/eq/ethereals").unwrap_err();
    assert_eq!(
        (response.status, &*response.body),
        (
            403,
            r#"{"message":"This proxy does not allow GET /ethereals."}"#
        )
    );
}

/// The headers of a request with a key.
fn with_key() -> Headers {
    let mut headers = Headers::new([("x-gateway", "Bearer gateway-token")]).unwrap();
    headers.set_api_key(KEY.to_owned());
    headers
}

#[test]
fn a_failure_has_the_message_of_the_service_without_the_key_and_headers() {
    let body = format!(
        r#"{{"message":"Key {KEY} of gateway-token has no project.","url":"http://10.0.0.1/"}}"#
    );
    let response = Proxy::failure(404, body.as_bytes(), false, &with_key());
    assert_eq!(
        (response.status, &*response.body),
        (
            404,
            r#"{"message":"Key [redacted] of [redacted] has no project."}"#
        )
    );
    let response = Proxy::failure(
        503,
        b"<html>http://10.0.0.1/</html>",
        false,
        &Headers::default(),
    );
    assert_eq!(
        (response.status, &*response.body),
        (503, r#"{"message":"The service failed (status 503)."}"#)
    );
}

#[test]
fn a_key_that_the_service_refuses_is_a_failure_of_the_proxy() {
    for (status, body) in [
        (401, ""),
        (403, "{}"),
        (400, r#"{"message":"Bad API key."}"#),
    ] {
        let response = Proxy::failure(status, body.as_bytes(), false, &with_key());
        assert_eq!(response.status, 501);
        let message = format!("The service rejected the API key of this proxy (status {status}).");
        assert_eq!(response.body, format!(r#"{{"message":"{message}"}}"#));
    }
}

#[test]
fn status_400_and_403_stay_if_the_failure_is_not_about_the_key() {
    let response = Proxy::failure(400, br#"{"message":"Bad page_size."}"#, false, &with_key());
    assert_eq!(response.status, 400);
    let response = Proxy::failure(403, b"", false, &Headers::default());
    assert_eq!(response.status, 403, "a request without a key");
}

#[test]
fn status_403_becomes_429_for_a_rate_limit_and_502_for_a_firewall() {
    for (body, has_retry_after, status, message) in [
        (r#"{"message":"Slow down."}"#, true, 429, "Slow down."),
        ("{}", true, 429, "The service limits the rate (status 403)."),
        (
            r#"{"message":"API rate limit exceeded."}"#,
            false,
            429,
            "API rate limit exceeded.",
        ),
        (
            "<title>Just a moment...</title>",
            false,
            502,
            "A firewall or a bot protection refused the request of this proxy (status 403).",
        ),
    ] {
        let response = Proxy::failure(403, body.as_bytes(), has_retry_after, &with_key());
        assert_eq!(
            (response.status, response.body),
            (status, format!(r#"{{"message":"{message}"}}"#))
        );
    }
}

#[test]
fn a_redirect_and_an_unexpected_status_are_502() {
    for status in [0, 100, 301, 307, 600, 999] {
        assert_eq!(
            Proxy::failure(status, b"", false, &Headers::default()).status,
            502,
            "{status}"
        );
    }
}

#[test]
fn says_that_it_does_not_follow_a_redirect() {
    // With `redirect: "manual"`, `fetch` may return a redirect as an opaque response with status 0.
    for status in [0, 300, 301, 399] {
        let response = Proxy::failure(status, b"", false, &with_key());
        assert_eq!(response.status, 502);
        assert!(
            response.body.contains("which this proxy does not follow"),
            "{status}: {}",
            response.body
        );
    }
}
