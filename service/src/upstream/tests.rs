//! Tests of reading a token: its URI from the chain, and the document at that URI.

mod documents;
mod server;
mod sharing;
mod ssrf;

use super::{media::Media, *};
use server::{FixedResolver, Reply, Server, ok, reply};
use std::{
    io::Write,
    sync::atomic::{AtomicUsize, Ordering::SeqCst},
    time::Duration,
};

const CONTRACT: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

fn token(id: usize, standard: &str) -> GetTokenUri {
    let standard = if standard == "ERC1155" { Standard::Erc1155 } else { Standard::Erc721 };
    GetTokenUri::new("31337".parse().unwrap(), CONTRACT.parse().unwrap(), (id as u64).into()).standard(standard)
}

/// Limits that are short enough for a test, and long enough for a busy machine.
fn limits() -> Limits {
    let ms = Duration::from_millis;
    Limits {
        connect: ms(1000),
        fetch: ms(1000),
        rpc: ms(1000),
        total: ms(4000),
        slot_wait: ms(100),
        ..Limits::default()
    }
}

fn result(hex: &str) -> Reply {
    ok(format!(r#"{{"jsonrpc":"2.0","id":1,"result":"{hex}"}}"#))
}

fn error(code: i64, message: &str) -> Reply {
    ok(format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"{message}"}}}}"#))
}

fn abi_string(text: &str) -> String {
    let hex = hex::encode(text);
    let padding = "0".repeat(hex.len().next_multiple_of(64) - hex.len());
    format!("0x{:064x}{:064x}{hex}{padding}", 32, text.len())
}

/// The token id of an RPC request: the last word of the call data.
fn id_of(request: &str) -> usize {
    let (_, data) = request.split_once("\"data\":\"").unwrap();
    let (data, _) = data.split_once('"').unwrap();
    usize::from_str_radix(&data[data.len() - 16..], 16).unwrap()
}

/// A chain on which token 0 has the first URI, token 1 the second, …
async fn chain(uris: &[String]) -> Server {
    let results: Vec<String> = uris.iter().map(|uri| abi_string(uri)).collect();
    Server::start(move |request| results.get(id_of(request)).map_or(error(3, "execution reverted"), |hex| result(hex)))
        .await
}

fn settings(rpc: &[&Server]) -> Settings {
    let rpc = rpc.iter().map(|server| ("31337".to_owned(), server.url().parse().unwrap())).collect();
    Settings { rpc, allow_private: true, ..Settings::default() }
}

fn upstream(settings: Settings, limits: Limits) -> Upstream {
    Upstream::with(settings, limits, Arc::new(SystemResolver)).unwrap()
}

/// Reads a token with this URI.
async fn read(uri: &str, limits: Limits) -> Result<Document, Failure> {
    let rpc = chain(&[uri.to_owned()]).await;
    upstream(settings(&[&rpc]), limits).document(&token(0, "ERC721"), false).await
}

#[track_caller]
fn assert_fails(got: Result<Document, Failure>, status: u16, text: &str) {
    let failure = got.unwrap_err();
    assert_eq!((failure.status, failure.retry_after), (status, (status == 429).then_some(1)), "{failure:?}");
    assert!(failure.message.contains(text), "{failure:?}");
    assert!(!failure.message.contains("127.0.0.1") && !failure.message.contains("://"), "{failure:?}");
}

const DOCUMENT: &str =
    "\n{\"name\": \"No. 7\",  \"n\": 123456789012345678901234567890, \"id\": \"{id}\", \"name\": 1e400}\r\n";

#[tokio::test]
async fn reads_both_standards_with_unchanged_bytes() {
    let web = Server::start(|_| ok(DOCUMENT)).await;
    let rpc = chain(&[String::new(), format!("{}/{{id}}/{{id}}.json", web.url())]).await;
    let upstream = upstream(settings(&[&rpc]), limits());
    for standard in ["ERC721", "ERC1155"] {
        assert_eq!(upstream.document(&token(1, standard), false).await.as_deref(), Ok(DOCUMENT));
    }
    let calls = rpc.requests();
    for (request, selector) in calls.iter().zip(["c87b56dd", "0e89341c"]) {
        assert!(request.contains(&format!("\"data\":\"0x{selector}{}1\"", "0".repeat(63))), "{request}");
        assert!(request.contains(&format!("\"to\":\"{CONTRACT}\"")) && request.contains("\"eth_call\""), "{request}");
    }
    let hex = format!("{}1", "0".repeat(63));
    let paths: Vec<String> = web.requests().iter().map(|r| r.split(' ').nth(1).unwrap().to_owned()).collect();
    assert_eq!(paths, ["/%7Bid%7D/%7Bid%7D.json".to_owned(), format!("/{hex}/{hex}.json")]);
    assert_fails(upstream.document(&token(0, "ERC721"), false).await, 404, "has no URI");
}

#[tokio::test]
async fn reads_a_document_within_the_uri_without_a_request() {
    let long = format!("data:application/json,[\"{}\"]", "x".repeat(1 << 19));
    let uris = [
        "data:application/json;base64,eyJhIjoxfQ==".to_owned(),
        " {\"id\":\"{id}\"}\n".into(),
        "data:application/json,{\"a\":\"#fff\n\"}".into(),
        "data:application/json,{\"a\":\n\"#fff\"}".into(),
        long.clone(),
        format!("data:application/json,[\"{}\"]", "x".repeat(1 << 20)),
        format!("https://a.b/{}", "x".repeat(1 << 16)),
        "{id}".repeat(20_000),
    ];
    let rpc = chain(&uris).await;
    let upstream = upstream(settings(&[&rpc]), limits());
    assert_eq!(upstream.document(&token(0, "ERC721"), false).await.as_deref(), Ok("{\"a\":1}"));
    assert_eq!(upstream.document(&token(1, "ERC721"), false).await.as_deref(), Ok("{\"id\":\"{id}\"}"));
    let replaced = format!("{{\"id\":\"{}1\"}}", "0".repeat(63));
    assert_eq!(upstream.document(&token(1, "ERC1155"), false).await.as_deref(), Ok(&*replaced));
    assert_fails(
        upstream.document(&token(2, "ERC721"), false).await,
        422,
        "JSON with an error at byte 10. Expected JSON",
    );
    assert_eq!(upstream.document(&token(3, "ERC721"), false).await.as_deref(), Ok("{\"a\":\n\"#fff\"}"));
    assert_eq!(upstream.document(&token(4, "ERC721"), false).await.unwrap().len(), (1 << 19) + 4);
    for id in [5, 6] {
        assert_fails(upstream.document(&token(id, "ERC721"), false).await, 422, "URI of the token is too long");
    }
    assert_fails(upstream.document(&token(7, "ERC1155"), false).await, 422, "URI of the token is too long");
}

#[tokio::test]
async fn says_what_an_invalid_uri_is() {
    for (uri, what) in [
        ("ftp://a.b/c", "a URI of the scheme \"ftp\""),
        ("file:///etc/passwd", "a URI of the scheme \"file\""),
        ("gopher://a.b", "a URI of the scheme \"gopher\""),
        ("javascript:1", "a URI of the scheme \"javascript\""),
        ("hello", "\"hello\""),
        ("no\nuri: at all", "\"no\u{fffd}uri: at all\""),
        ("ipfs://", "a URI of the scheme \"ipfs\""),
        ("ipfs://a/../b", "a URI of the scheme \"ipfs\""),
    ] {
        assert_fails(read(uri, limits()).await, 422, &format!("Invalid URI of the token: {what}. Expected JSON, "));
    }
}

#[tokio::test]
async fn reports_each_failure_of_a_chain() {
    let table = [
        (error(3, "execution reverted: no"), 404, "There is no token 0 of the contract 0x5a"),
        (error(-32000, "execution reverted"), 404, "There is no token 0"),
        (error(-32603, "VM Exception while processing transaction: reverted with reason"), 404, "no token 0"),
        (error(-32015, "VM execution error."), 404, "no token 0"),
        (error(-32000, "invalid opcode: INVALID"), 404, "no token 0"),
        (error(-32000, "invalid jump destination"), 404, "no token 0"),
        (error(-32603, "EVM error: InvalidJump"), 404, "no token 0"),
        (ok(r#"{"error":{"code":-32015,"message":"VM execution error.","data":"Bad instruction fe"}}"#), 404, "no"),
        (ok(r#"{"error":{"message":"stack underflow (0 <=> 1)","data":{"a":1}}}"#), 404, "no token 0"),
        (Reply::Send(reply(400, "", r#"{"error":{"code":3,"message":"execution reverted","data":"0x"}}"#)), 404, "no"),
        (result("0x"), 404, "There is no contract at 0x5a"),
        (result("0x00"), 422, "Invalid result of the contract: 1 bytes. Expected an ABI-encoded string"),
        (result(&format!("0x{}", "f".repeat(128))), 422, "Expected an ABI-encoded string"),
        (result("0x123"), 502, "Expected an ABI-encoded string"),
        // Bytes that are not UTF-8 become U+FFFD.
        (result(&format!("0x{:064x}{:064x}fffe", 32, 2)), 422, "Invalid URI of the token: \"\u{fffd}\u{fffd}\""),
        (error(-32000, "out of gas"), 502, "No endpoint of chain 31337"),
        (error(-32005, "limit exceeded"), 502, "No endpoint of chain 31337"),
        (error(-32603, "internal error"), 502, "No endpoint of chain 31337"),
        (ok("<html>"), 502, "No endpoint of chain 31337"),
        (ok(r#"{"result":null}"#), 502, "No endpoint of chain 31337"),
        (ok(r#"{"result":{"a":1}}"#), 502, "No endpoint of chain 31337"),
        (Reply::Send(reply(429, "", "{}")), 502, "No endpoint of chain 31337"),
        (Reply::Send(reply(503, "", "{}")), 502, "No endpoint of chain 31337"),
        (Reply::Send(reply(302, "location: http://127.0.0.1/\r\n", "")), 502, "No endpoint of chain 31337"),
        (Reply::Close, 502, "No endpoint of chain 31337"),
        (Reply::Flood(reply(200, "", "")[..15].to_vec(), b"\r\nx: y".to_vec()), 502, "No endpoint"),
        (
            Reply::Drip(b"HTTP/1.1 200 X\r\ncontent-length: 9999\r\n\r\n{".to_vec()),
            504,
            "no result from the endpoints of chain 31337 in time",
        ),
    ];
    for (reply, status, text) in table {
        let rpc = Server::start(move |_| reply.clone()).await;
        assert_fails(upstream(settings(&[&rpc]), limits()).document(&token(0, "ERC721"), false).await, status, text);
    }
}

#[tokio::test]
async fn tries_the_next_endpoint_after_a_failure_but_not_after_a_revert() {
    let bad = [
        Reply::Send(reply(429, "", "")),
        Reply::Send(reply(500, "", "")),
        error(-32005, "limit"),
        Reply::Close,
        ok("{"),
        Reply::Drip(b"HTTP/1.1 200 X\r\nx: ".to_vec()),
    ];
    for reply in bad {
        let first = Server::start(move |_| reply.clone()).await;
        let second = chain(&["{}".to_owned()]).await;
        let upstream = upstream(settings(&[&first, &second]), limits());
        assert_eq!(upstream.document(&token(0, "ERC721"), false).await.as_deref(), Ok("{}"));
        assert_eq!((first.accepted(), upstream.metrics.rpc_errors.get()), (1, 1));
    }
    for reply in [error(3, ""), result("0x")] {
        let (first, second) = (Server::start(move |_| reply.clone()).await, chain(&["{}".to_owned()]).await);
        let got = upstream(settings(&[&first, &second]), limits()).document(&token(0, "ERC721"), false).await;
        assert_fails(got, 404, "31337");
        assert_eq!(second.accepted(), 0);
    }
}

#[tokio::test]
async fn rejects_chains_that_are_not_configured() {
    let rpc = chain(&[]).await;
    let mut settings = settings(&[&rpc, &rpc]);
    settings.rpc.push(("1".into(), rpc.url().parse().unwrap()));
    let upstream = upstream(settings, limits());
    assert_eq!(upstream.chains, ["31337", "1"]);
    let other = GetTokenUri { chain_id: "5".parse().unwrap(), ..token(7, "ERC721") };
    let failure = upstream.document(&other, false).await.unwrap_err();
    assert_eq!((failure.status, rpc.accepted()), (400, 0));
    assert_eq!(failure.message, "Invalid b: 5. Expected a chain of this service: 31337, 1.");
}

#[test]
fn rejects_invalid_settings_without_showing_urls() {
    let rpc =
        |chain: &str, url: &str| Settings { rpc: vec![(chain.into(), url.parse().unwrap())], ..Settings::default() };
    let ipfs = |base: &str| Settings { ipfs_gateways: vec![base.into()], ..Settings::default() };
    for good in [
        rpc("1", "http://u:p@10.0.0.1:8545/key"),
        ipfs("http://127.0.0.1:8080"),
        ipfs("https://a.b/c/"),
        ipfs("https://a.b/ipfs/?key=secret"),
    ] {
        assert!(Upstream::new(good).is_ok());
    }
    for bad in [
        rpc("0x1", "http://a.b"),
        rpc("0", "http://a.b"),
        rpc("01", "http://a.b"),
        rpc("1", "ws://a.b/secret"),
        ipfs("a.b"),
        ipfs("ipfs://a"),
        ipfs("https://a.b/#secret"),
        ipfs(""),
    ] {
        let error = Upstream::new(bad).err().unwrap().to_string();
        assert!(error.contains("Expected ") && !error.contains("secret"), "{error}");
    }
}

/// Compares the whole head of each request: no header comes from the caller, the environment or the previous page.
#[tokio::test]
async fn requests_have_no_headers_of_callers_or_the_environment() {
    let cookie = "set-cookie: a=b\r\nlocation: /2\r\n";
    let web = Server::start(
        move |request| if request.starts_with("GET /1") { Reply::Send(reply(302, cookie, "")) } else { ok("{}") },
    )
    .await;
    let rpc = chain(&[format!("{}/1#fragment", web.url()), format!("{}/3", web.url())]).await;
    let upstream = upstream(settings(&[&rpc]), limits());
    for id in [0, 1] {
        assert_eq!(upstream.document(&token(id, "ERC721"), false).await.as_deref(), Ok("{}"));
    }
    let requests = web.requests();
    for (request, path) in requests.iter().zip(["/1", "/2", "/3"]) {
        let agent = concat!("ethereal-query/", env!("CARGO_PKG_VERSION"));
        let mut lines: Vec<&str> = request.trim_end().lines().collect();
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
    assert_eq!(requests.len(), 3);
}

/// Runs the test above in a process whose environment names a proxy. The proxy gets no connection.
#[tokio::test]
async fn ignores_proxy_variables() {
    let proxy = Server::start(|_| ok("[\"proxy\"]")).await;
    let mut child = tokio::process::Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "upstream::tests::requests_have_no_headers_of_callers_or_the_environment"]);
    for name in ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        child.env(name, proxy.url());
    }
    let output = child.env_remove("NO_PROXY").env_remove("no_proxy").output().await.unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    assert_eq!(proxy.accepted(), 0);
}
