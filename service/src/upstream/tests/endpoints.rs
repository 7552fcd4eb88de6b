//! Tests of the JSON-RPC endpoints of a chain: the failures of an endpoint, and when the next
//! endpoint is tried.

use super::*;

#[tokio::test]
async fn reports_each_failure_of_a_chain() {
    let table = [
        (
            error(3, "execution reverted: no"),
            404,
            "There is no token 0 of the contract 0x5a",
        ),
        (
            error(-32000, "execution reverted"),
            404,
            "There is no token 0",
        ),
        (
            error(
                -32603,
                "VM Exception while processing transaction: reverted with reason",
            ),
            404,
            "no token 0",
        ),
        (error(-32015, "VM execution error."), 404, "no token 0"),
        (error(-32000, "invalid opcode: INVALID"), 404, "no token 0"),
        (error(-32000, "invalid jump destination"), 404, "no token 0"),
        (error(-32603, "EVM error: InvalidJump"), 404, "no token 0"),
        (
            ok(
                r#"{"error":{"code":-32015,"message":"VM execution error.","data":"Bad instruction fe"}}"#,
            ),
            404,
            "no",
        ),
        (
            ok(r#"{"error":{"message":"stack underflow (0 <=> 1)","data":{"a":1}}}"#),
            404,
            "no token 0",
        ),
        (
            Reply::Send(reply(
                400,
                "",
                r#"{"error":{"code":3,"message":"execution reverted","data":"0x"}}"#,
            )),
            404,
            "no",
        ),
        (result("0x"), 404, "There is no contract at 0x5a"),
        (
            result("0x00"),
            422,
            "Invalid result of the contract: 1 bytes. Expected an ABI-encoded string",
        ),
        (
            result(&format!("0x{}", "f".repeat(128))),
            422,
            "Expected an ABI-encoded string",
        ),
        (result("0x123"), 502, "No endpoint of chain 31337"),
        // Bytes that are not UTF-8 become U+FFFD.
        (
            result(&format!("0x{:064x}{:064x}fffe", 32, 2)),
            422,
            "Invalid URI of the token: \"\u{fffd}\u{fffd}\"",
        ),
        (
            error(-32000, "out of gas"),
            502,
            "No endpoint of chain 31337",
        ),
        (
            error(-32005, "limit exceeded"),
            502,
            "No endpoint of chain 31337",
        ),
        (
            error(-32603, "internal error"),
            502,
            "No endpoint of chain 31337",
        ),
        (ok("<html>"), 502, "No endpoint of chain 31337"),
        (ok(r#"{"result":null}"#), 502, "No endpoint of chain 31337"),
        (
            ok(r#"{"result":{"a":1}}"#),
            502,
            "No endpoint of chain 31337",
        ),
        (
            Reply::Send(reply(429, "", "{}")),
            502,
            "No endpoint of chain 31337",
        ),
        (
            Reply::Send(reply(503, "", "{}")),
            502,
            "No endpoint of chain 31337",
        ),
        (
            Reply::Send(reply(302, "location: http://127.0.0.1/\r\n", "")),
            502,
            "No endpoint of chain 31337",
        ),
        (Reply::Close, 502, "No endpoint of chain 31337"),
        (
            // Headers without an end.
            Reply::Flood(b"HTTP/1.1 200 X".to_vec(), b"\r\nx: y".to_vec()),
            502,
            "No endpoint",
        ),
        (
            Reply::Drip(b"HTTP/1.1 200 X\r\ncontent-length: 9999\r\n\r\n{".to_vec()),
            504,
            "no result from the endpoints of chain 31337 in time",
        ),
    ];
    for (reply, status, text) in table {
        let rpc = Server::start(move |_| reply.clone()).await;
        assert_fails(
            upstream(sources(&[&rpc]), limits())
                .document(&token(0, "ERC721"), false)
                .await,
            status,
            text,
        );
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
        let upstream = upstream(sources(&[&first, &second]), limits());
        assert_eq!(
            upstream
                .document(&token(0, "ERC721"), false)
                .await
                .as_deref(),
            Ok("{}")
        );
        assert_eq!(
            (first.accepted(), upstream.reader.metrics.rpc_errors.get()),
            (1, 1)
        );
    }
    for reply in [error(3, ""), result("0x")] {
        let first = Server::start(move |_| reply.clone()).await;
        let second = chain(&["{}".to_owned()]).await;
        let result = upstream(sources(&[&first, &second]), limits())
            .document(&token(0, "ERC721"), false)
            .await;
        assert_fails(result, 404, "31337");
        assert_eq!(second.accepted(), 0);
    }
}

#[tokio::test]
async fn rejects_chains_that_are_not_configured() {
    let rpc = chain(&[]).await;
    let mut sources = sources(&[&rpc, &rpc]);
    sources.rpc.push(format!("1={}", rpc.url()));
    let upstream = upstream(sources, limits());
    let other = GetTokenUri {
        chain_id: "5".parse().unwrap(),
        ..token(7, "ERC721")
    };
    let failure = upstream.document(&other, false).await.unwrap_err();
    assert_eq!((failure.status, rpc.accepted()), (400, 0));
    assert_eq!(
        failure.message,
        "Invalid b: 5. Expected a chain of this service: 1, 31337."
    );
}

/// A chain with one contract. `uri` is the reply to a call of `tokenURI` or `uri`, `code` is the
/// code of the contract, and `supports` is the reply to a call of `supportsInterface`.
async fn contract(uri: Reply, code: &'static str, supports: Reply) -> Server {
    Server::start(move |request| {
        if request.contains("eth_getCode") {
            result(code)
        } else if request.contains("0x01ffc9a7") {
            // The selector of `supportsInterface`.
            supports.clone()
        } else {
            uri.clone()
        }
    })
    .await
}

#[tokio::test]
async fn tells_a_contract_without_the_function_from_an_unknown_token() {
    let (yes, no) = (
        result(&format!("0x{:064x}", 1)),
        result(&format!("0x{:064x}", 0)),
    );
    let fails = || error(3, "execution reverted");
    // `c87b56dd` is the selector of `tokenURI(uint256)`.
    let with_function = "0x608060405263c87b56dd14610000";
    let without_function = "0x6080604052600080fd";
    for (uri, code, supports, standard, text) in [
        (
            result("0x"),
            "0x",
            fails(),
            "ERC721",
            "There is no contract at",
        ),
        (
            result("0x"),
            without_function,
            fails(),
            "ERC721",
            "(ERC721, s=0) has no function tokenURI(uint256).",
        ),
        (
            result("0x"),
            without_function,
            fails(),
            "ERC1155",
            "(ERC1155, s=1) has no function uri(uint256).",
        ),
        (
            fails(),
            without_function,
            fails(),
            "ERC721",
            "has no function tokenURI(uint256).",
        ),
        (
            fails(),
            without_function,
            no.clone(),
            "ERC721",
            "has no function tokenURI(uint256).",
        ),
        (
            fails(),
            with_function,
            no.clone(),
            "ERC721",
            "There is no token 0 of the contract",
        ),
        (
            fails(),
            with_function,
            no.clone(),
            "ERC1155",
            "has no function uri(uint256).",
        ),
        // A proxy contract, whose code does not contain the selector.
        (
            fails(),
            without_function,
            yes.clone(),
            "ERC721",
            "There is no token 0 of the contract",
        ),
        (
            error(3, "execution reverted: no such token"),
            without_function,
            no,
            "ERC721",
            "There is no token 0 of the contract",
        ),
    ] {
        let rpc = contract(uri, code, supports).await;
        assert_fails(
            upstream(sources(&[&rpc]), limits())
                .document(&token(0, standard), false)
                .await,
            404,
            text,
        );
    }
}
