//! Tests of reading a token: its URI from the chain, and the document at that URI.

mod caching;
mod documents;
mod endpoints;
mod gateways;
mod headers;
mod server;
mod sharing;
mod ssrf;

use super::{media::Media, *};
use server::{FixedResolver, Reply, Server, ok, path_of, reply};
use std::{
    io::Write,
    sync::atomic::{AtomicUsize, Ordering::SeqCst},
    time::Duration,
};

const CHAIN_ID: &str = "31337";
const CONTRACT: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

fn token(id: usize, standard: &str) -> GetTokenUri {
    let standard = if standard == "ERC1155" {
        Standard::Erc1155
    } else {
        Standard::Erc721
    };
    GetTokenUri::new(
        CHAIN_ID.parse().unwrap(),
        CONTRACT.parse().unwrap(),
        (id as u64).into(),
    )
    .standard(standard)
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
    ok(format!(
        r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"{message}"}}}}"#
    ))
}

/// The ABI encoding of a string in words of 64 hexadecimal digits: the offset of the length, the
/// length, and the text with its padding.
fn abi_string(text: &str) -> String {
    let hex = hex::encode(text);
    let padding = "0".repeat(hex.len().next_multiple_of(64) - hex.len());
    let (offset, length) = (32, text.len());
    format!("0x{offset:064x}{length:064x}{hex}{padding}")
}

/// The token id of an RPC request. It is the last word of the call data, of which this function
/// reads the last 16 digits.
fn id_of(request: &str) -> usize {
    let (_, data) = request.split_once("\"data\":\"").unwrap();
    let (data, _) = data.split_once('"').unwrap();
    usize::from_str_radix(&data[data.len() - 16..], 16).unwrap()
}

/// A chain on which token 0 has the first URI, token 1 has the second URI, and so on. The contract
/// reverts for any other token.
async fn chain(uris: &[String]) -> Server {
    let results: Vec<String> = uris.iter().map(|uri| abi_string(uri)).collect();
    Server::start(move |request| {
        results
            .get(id_of(request))
            .map_or(error(3, "execution reverted"), |hex| result(hex))
    })
    .await
}

fn sources(rpc: &[&Server]) -> TokenSources {
    let rpc = rpc
        .iter()
        .map(|server| format!("{CHAIN_ID}={}", server.url()))
        .collect();
    TokenSources {
        rpc,
        allow_private: true,
        ..TokenSources::default()
    }
}

fn upstream(sources: TokenSources, limits: Limits) -> Upstream {
    upstream_with(&sources, limits, Arc::new(SystemResolver))
}

fn upstream_with(sources: &TokenSources, limits: Limits, resolver: Arc<dyn Resolve>) -> Upstream {
    Upstream::with(
        sources,
        limits,
        resolver,
        Metrics::new(&mut Registry::default()),
    )
    .unwrap()
}

/// Reads the document of a token with the URI `uri`.
async fn read(uri: &str, limits: Limits) -> Result<Document, Failure> {
    let rpc = chain(&[uri.to_owned()]).await;
    upstream(sources(&[&rpc]), limits)
        .document(&token(0, "ERC721"))
        .await
}

/// Reads the document of token 1, which has the URI `uri`.
async fn read_token_1(standard: &str, uri: &str) -> Result<Document, Failure> {
    let rpc = chain(&[String::new(), uri.to_owned()]).await;
    upstream(sources(&[&rpc]), limits())
        .document(&token(1, standard))
        .await
}

/// Checks a failure: its status, a part of its message, and that only status 429 asks for a retry.
#[track_caller]
fn assert_fails(result: Result<Document, Failure>, status: u16, text: &str) {
    let failure = result.unwrap_err();
    let retry_after = if status == 429 { Some(1) } else { None };
    assert_eq!(
        (failure.status, failure.retry_after),
        (status, retry_after),
        "{failure:?}"
    );
    assert!(failure.message.contains(text), "{failure:?}");
    // No message reveals an address or a URL.
    assert!(
        !failure.message.contains("127.0.0.1") && !failure.message.contains("://"),
        "{failure:?}"
    );
}

/// A document that a JSON parser would change: it has white space, an integer and a number that do
/// not fit into the types of most parsers, and two members with the same name.
const DOCUMENT: &str = concat!(
    "\n{\"name\": \"No. 7\",  \"n\": 123456789012345678901234567890, ",
    "\"id\": \"{id}\", \"name\": 1e400}\r\n",
);

#[tokio::test]
async fn reads_both_standards_with_unchanged_bytes() {
    let web = Server::start(|_| ok(DOCUMENT)).await;
    let rpc = chain(&[String::new(), format!("{}/{{id}}/{{id}}.json", web.url())]).await;
    let upstream = upstream(sources(&[&rpc]), limits());
    for standard in ["ERC721", "ERC1155"] {
        assert_eq!(
            upstream.document(&token(1, standard)).await.as_deref(),
            Ok(DOCUMENT)
        );
    }
    let id_hex = format!("{:064x}", 1);
    let calls = rpc.requests();
    for (request, selector) in calls.iter().zip(["c87b56dd", "0e89341c"]) {
        assert!(
            request.contains(&format!("\"data\":\"0x{selector}{id_hex}\"")),
            "{request}"
        );
        assert!(
            request.contains(&format!("\"to\":\"{CONTRACT}\"")) && request.contains("\"eth_call\""),
            "{request}"
        );
    }
    let requests = web.requests();
    let paths: Vec<&str> = requests.iter().map(|request| path_of(request)).collect();
    // Only a URI of EIP-1155 has the placeholder `{id}`.
    assert_eq!(
        paths,
        [
            "/%7Bid%7D/%7Bid%7D.json",
            &format!("/{id_hex}/{id_hex}.json")
        ]
    );
    // The URI of token 0 is empty.
    assert_fails(
        upstream.document(&token(0, "ERC721")).await,
        404,
        "has no URI",
    );
}

#[tokio::test]
async fn reads_a_document_within_the_uri() {
    let id_hex = format!("{:064x}", 1);
    let long_document = format!("[\"{}\"]", "x".repeat(1 << 19));
    for (standard, uri, document) in [
        (
            "ERC721",
            "data:application/json;base64,eyJhIjoxfQ==",
            "{\"a\":1}",
        ),
        ("ERC721", " {\"id\":\"{id}\"}\n", "{\"id\":\"{id}\"}"),
        (
            "ERC1155",
            " {\"id\":\"{id}\"}\n",
            &format!("{{\"id\":\"{id_hex}\"}}"),
        ),
        // Every line break between values is kept. In a string, it makes the JSON invalid (see the next test).
        (
            "ERC721",
            "data:application/json,{\"a\":\n\"#fff\"}",
            "{\"a\":\n\"#fff\"}",
        ),
        (
            "ERC721",
            &format!("data:application/json,{long_document}"),
            &long_document,
        ),
    ] {
        let result = read_token_1(standard, uri).await;
        assert_eq!(result.as_deref(), Ok(document));
    }
}

#[tokio::test]
async fn rejects_an_invalid_document_within_the_uri_and_a_long_uri() {
    // The string `#fff` has a raw line break, at byte 10.
    assert_fails(
        read_token_1("ERC721", "data:application/json,{\"a\":\"#fff\n\"}").await,
        422,
        "JSON with an error at byte 10. Expected JSON",
    );
    for (standard, uri) in [
        // Longer than the limit of a document, 1 MiB.
        (
            "ERC721",
            format!("data:application/json,[\"{}\"]", "x".repeat(1 << 20)),
        ),
        // Longer than the limit of a URI, 64 KiB.
        ("ERC721", format!("https://a.b/{}", "x".repeat(1 << 16))),
        // Longer than the limit of a URI. Each `{id}` would become 64 digits.
        ("ERC1155", "{id}".repeat(20_000)),
    ] {
        assert_fails(
            read_token_1(standard, &uri).await,
            422,
            "URI of the token is too long",
        );
    }
}

#[tokio::test]
async fn describes_an_invalid_uri() {
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
        assert_fails(
            read(uri, limits()).await,
            422,
            &format!("Invalid URI of the token: {what}. Expected JSON, "),
        );
    }
}

#[test]
fn rejects_invalid_settings_without_showing_urls() {
    let rpc = |text: &str| TokenSources {
        rpc: vec![text.into()],
        ..TokenSources::default()
    };
    let ipfs = |base: &str| TokenSources {
        ipfs_gateways: vec![base.into()],
        ..TokenSources::default()
    };
    for good in [
        rpc("1=http://u:p@10.0.0.1:8545/key"),
        ipfs("http://127.0.0.1:8080"),
        ipfs("https://a.b/c/"),
        ipfs("https://a.b/ipfs/?key=secret"),
    ] {
        assert!(Upstream::new(&good, &mut Registry::default()).is_ok());
    }
    for bad in [
        rpc("0x1=http://a.b"),
        rpc("0=http://a.b"),
        rpc("secret"),
        rpc("http://a.b/secret"),
        rpc("1=ws://a.b/secret"),
        ipfs("a.b"),
        ipfs("ipfs://a"),
        ipfs("https://a.b/#secret"),
        ipfs(""),
    ] {
        let error = Upstream::new(&bad, &mut Registry::default()).err().unwrap();
        assert!(
            error.contains("Expected ") && !error.contains("secret"),
            "{error}"
        );
    }
}
