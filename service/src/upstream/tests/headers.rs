//! Tests of the request headers. The proxy variables of the environment must not change a request.

use super::*;

/// Compares the whole head of each request. No header comes from the caller, the environment, or an
/// earlier response.
#[tokio::test]
async fn requests_have_no_headers_of_callers_or_the_environment() {
    let redirect_headers = "set-cookie: a=b\r\nlocation: /2\r\n";
    let web = Server::start(move |request| {
        if request.starts_with("GET /1") {
            Reply::Send(reply(302, redirect_headers, ""))
        } else {
            ok("{}")
        }
    })
    .await;
    let rpc = chain(&[
        format!("{}/1#fragment", web.url()),
        format!("{}/3", web.url()),
    ])
    .await;
    let upstream = upstream(sources(&[&rpc]), limits());
    for id in [0, 1] {
        assert_eq!(
            upstream.document(&token(id, "ERC721")).await.as_deref(),
            Ok("{}")
        );
    }
    let requests = web.requests();
    assert_eq!(requests.len(), 3);
    // The first URI leads to two requests, because `/1` redirects to `/2`.
    for (request, path) in requests.iter().zip(["/1", "/2", "/3"]) {
        let agent = concat!("ethereal-query/", env!("CARGO_PKG_VERSION"));
        let mut lines: Vec<&str> = request.trim_end().lines().collect();
        // The order of the headers does not matter.
        lines.sort_unstable();
        let host = format!("host: {}", web.address);
        let mut expected = [
            &format!("GET {path} HTTP/1.1"),
            "accept: application/json, */*;q=0.5",
            "accept-encoding: gzip,deflate,br",
            &host,
            &format!("user-agent: {agent}"),
        ];
        expected.sort_unstable();
        assert_eq!(lines, expected);
    }
}

/// Runs the test above in a new process whose environment names a proxy. The proxy gets no
/// connection.
#[tokio::test]
async fn ignores_proxy_variables() {
    let proxy = Server::start(|_| ok("[\"proxy\"]")).await;
    let mut child = tokio::process::Command::new(std::env::current_exe().unwrap());
    child.args([
        "--exact",
        "upstream::tests::headers::requests_have_no_headers_of_callers_or_the_environment",
    ]);
    for name in [
        "HTTP_PROXY",
        "http_proxy",
        "HTTPS_PROXY",
        "https_proxy",
        "ALL_PROXY",
        "all_proxy",
    ] {
        child.env(name, proxy.url());
    }
    let output = child
        .env_remove("NO_PROXY")
        .env_remove("no_proxy")
        .output()
        .await
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}"
    );
    assert_eq!(proxy.accepted(), 0);
}
