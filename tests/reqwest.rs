//! Tests the transport over reqwest with a server on this machine.

#![cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use ethereal_query::{
    BaseUrl, Client, Config, ErrorKind, GetProject, GetTokenUri, Headers, Limits, ReqwestTransport,
};
use std::{
    io::{Read, Write},
    net::TcpListener,
    thread,
};

/// Starts a server that sends the next of `responses` to each connection. Returns the URL of the
/// server, and a thread that returns the requests after the last response.
fn serve<const N: usize>(
    responses: [&'static str; N],
) -> (String, thread::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let requests = thread::spawn(move || {
        let respond = |response: &'static str| {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = Vec::new();
            while !request.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                stream.read_exact(&mut byte).unwrap();
                request.push(byte[0]);
            }
            stream.write_all(response.as_bytes()).unwrap();
            String::from_utf8(request).unwrap()
        };
        responses.map(respond).into()
    });
    (url, requests)
}

fn client(url: &str, limits: Limits) -> Client<ReqwestTransport> {
    let config = Config::new(BaseUrl::parse(url).unwrap())
        .with_api_key("a+key/=")
        .with_limits(limits);
    Client::new(config, ReqwestTransport::new().unwrap())
}

/// The default limits without retries.
fn one_attempt() -> Limits {
    Limits {
        max_retries: 0,
        ..Limits::default()
    }
}

/// A call that needs no API key.
fn token() -> GetTokenUri {
    let address = format!("0x{:040}", 1).parse().unwrap();
    GetTokenUri::new("1".parse().unwrap(), address, 7.into())
}

const REDIRECT: &str =
    "HTTP/1.1 307 See there\r\nlocation: /moved\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

#[tokio::test(flavor = "current_thread")]
async fn a_call_sends_the_api_key_and_reads_the_response() {
    let response = concat!(
        "HTTP/1.1 200 OK\r\ncontent-length: 21\r\nconnection: close\r\n\r\n",
        r#"{"requestOwner":"me"}"#
    );
    let (url, requests) = serve([response]);
    let project = client(&url, one_attempt()).get(&GetProject).await.unwrap();
    assert_eq!(project.request_owner.as_deref(), Some("me"));
    let requests = requests.join().unwrap();
    assert!(
        requests[0].starts_with("GET /project HTTP/1.1\r\n"),
        "{}",
        requests[0]
    );
    assert!(
        requests[0]
            .to_ascii_lowercase()
            .contains("x-api-key: a+key/=\r\n"),
        "{}",
        requests[0]
    );
}

#[tokio::test(flavor = "current_thread")]
async fn a_request_with_an_api_key_follows_no_redirect() {
    let (url, requests) = serve([REDIRECT]);
    let error = client(&url, one_attempt())
        .get(&GetProject)
        .await
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::RedirectBlocked);
    assert_eq!(requests.join().unwrap().len(), 1);
}

#[tokio::test(flavor = "current_thread")]
async fn a_request_without_an_api_key_follows_redirects() {
    let (url, requests) = serve([
        REDIRECT,
        "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}",
    ]);
    let document = client(&url, one_attempt()).get(&token()).await.unwrap();
    assert_eq!(document.text(), "{}");
    let requests = requests.join().unwrap();
    assert!(requests[1].starts_with("GET /moved"), "{}", requests[1]);
    assert!(
        requests
            .iter()
            .all(|request| !request.contains("x-api-key"))
    );
}

#[tokio::test(flavor = "current_thread")]
async fn a_request_with_headers_sends_them_and_follows_no_redirect() {
    let (url, requests) = serve([REDIRECT]);
    let config = Config::new(BaseUrl::parse(&url).unwrap()).with_limits(one_attempt());
    let config =
        config.with_headers(Headers::new([("authorization", "Bearer gateway-token")]).unwrap());
    let error = Client::new(config, ReqwestTransport::new().unwrap())
        .get(&token())
        .await
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::RedirectBlocked);
    let requests = requests.join().unwrap();
    assert!(
        requests[0].contains("authorization: Bearer gateway-token\r\n"),
        "{}",
        requests[0]
    );
}

#[tokio::test(flavor = "current_thread")]
async fn a_failure_is_retried_and_a_body_is_limited() {
    let (url, requests) = serve([
        "HTTP/1.1 503 Busy\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 11\r\nconnection: close\r\n\r\n\"123456789\"",
    ]);
    let limits = Limits {
        // One byte less than the body of the second response.
        max_body_bytes: 10,
        ..Limits::default()
    };
    let error = client(&url, limits).get(&token()).await.unwrap_err();
    assert_eq!(error.kind, ErrorKind::ResponseTooLarge);
    assert_eq!(requests.join().unwrap().len(), 2);
}

#[tokio::test(flavor = "current_thread")]
async fn an_unreachable_service_is_a_network_error_without_the_key() {
    // The listener is closed at the end of the statement, so nothing listens on its port.
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let error = client(&format!("http://127.0.0.1:{port}"), one_attempt())
        .get(&GetProject)
        .await
        .unwrap_err();
    assert_eq!((error.kind, error.retryable), (ErrorKind::Network, true));
    assert!(std::error::Error::source(&error).is_some());
    assert!(!format!("{error:?}").contains("a+key/="));
}
