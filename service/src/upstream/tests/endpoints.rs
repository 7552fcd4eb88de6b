//! Tests of the JSON-RPC endpoints of a chain: the failures of an endpoint, and when the next
//! endpoint is tried.

use super::*;

#[tokio::test]
async fn reports_each_failure_of_a_chain() {
    const NO_TOKEN: &str = "There is no token 0 of the contract 0x5a";
    const NO_RESULT: &str = "No endpoint of chain 31337 returned a result.";

    // Nodes report the failure of a contract with different codes and messages.
    let contract_failures = [
        error(3, "execution reverted: no"),
        error(-32000, "execution reverted"),
        error(
            -32603,
            "VM Exception while processing transaction: reverted with reason",
        ),
        error(-32015, "VM execution error."),
        error(-32000, "invalid opcode: INVALID"),
        error(-32000, "invalid jump destination"),
        error(-32603, "EVM error: InvalidJump"),
        ok(
            r#"{"error":{"code":-32015,"message":"VM execution error.","data":"Bad instruction fe"}}"#,
        ),
        ok(r#"{"error":{"message":"stack underflow (0 <=> 1)","data":{"a":1}}}"#),
        Reply::Send(reply(
            400,
            "",
            r#"{"error":{"code":3,"message":"execution reverted","data":"0x"}}"#,
        )),
    ];
    for reply in contract_failures {
        assert_chain_fails(reply, 404, NO_TOKEN).await;
    }

    assert_chain_fails(result("0x"), 404, "There is no contract at 0x5a").await;

    let one_byte = result("0x00");
    let message = "Invalid result of the contract: 1 bytes. Expected an ABI-encoded string";
    assert_chain_fails(one_byte, 422, message).await;
    // The first word is the offset of the string. This offset is far beyond the result.
    let invalid_offset = result(&format!("0x{}", "f".repeat(128)));
    assert_chain_fails(invalid_offset, 422, "Expected an ABI-encoded string").await;
    // A string at offset 32 with the two bytes ff and fe, which are not UTF-8. Each becomes U+FFFD.
    let not_utf8 = result(&format!("0x{:064x}{:064x}fffe", 32, 2));
    let message = "Invalid URI of the token: \"\u{fffd}\u{fffd}\"";
    assert_chain_fails(not_utf8, 422, message).await;

    let endpoint_failures = [
        // An odd number of hexadecimal digits.
        result("0x123"),
        error(-32000, "out of gas"),
        error(-32005, "limit exceeded"),
        error(-32603, "internal error"),
        ok("<html>"),
        ok(r#"{"result":null}"#),
        ok(r#"{"result":{"a":1}}"#),
        Reply::Send(reply(429, "", "{}")),
        Reply::Send(reply(503, "", "{}")),
        Reply::Send(reply(302, "location: http://127.0.0.1/\r\n", "")),
        Reply::Close,
        // Headers without an end.
        Reply::Flood(b"HTTP/1.1 200 X".to_vec(), b"\r\nx: y".to_vec()),
    ];
    for reply in endpoint_failures {
        assert_chain_fails(reply, 502, NO_RESULT).await;
    }

    // The body has 9999 bytes, and a byte arrives every 20 ms. The time limit is 1 s.
    let slow_body = Reply::Drip(b"HTTP/1.1 200 X\r\ncontent-length: 9999\r\n\r\n{".to_vec());
    let message = "no result from the endpoints of chain 31337 in time";
    assert_chain_fails(slow_body, 504, message).await;
}

/// Asserts how the read of a token fails on a chain whose only endpoint sends `reply` to every
/// request.
async fn assert_chain_fails(reply: Reply, status: u16, text: &str) {
    let rpc = Server::start(move |_| reply.clone()).await;
    assert_fails(
        upstream(sources(&[&rpc]), limits())
            .document(&token(0, "ERC721"))
            .await,
        status,
        text,
    );
}

#[tokio::test]
async fn tries_the_next_endpoint_after_a_failure_but_not_after_a_revert_or_an_empty_result() {
    let endpoint_failures = [
        Reply::Send(reply(429, "", "")),
        Reply::Send(reply(500, "", "")),
        error(-32005, "limit"),
        Reply::Close,
        ok("{"),
        // Headers that are slower than the time limit.
        Reply::Drip(b"HTTP/1.1 200 X\r\nx: ".to_vec()),
    ];
    for reply in endpoint_failures {
        let first = Server::start(move |_| reply.clone()).await;
        let second = chain(&["{}".to_owned()]).await;
        let upstream = upstream(sources(&[&first, &second]), limits());
        assert_eq!(
            upstream.document(&token(0, "ERC721")).await.as_deref(),
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
            .document(&token(0, "ERC721"))
            .await;
        assert_fails(result, 404, "31337");
        assert_eq!(second.accepted(), 0);
    }
}

#[tokio::test]
async fn rejects_chains_that_are_not_configured() {
    let rpc = chain(&[]).await;
    // Chain 31337 has two endpoints, but the message names the chain only once.
    let mut sources = sources(&[&rpc, &rpc]);
    sources.rpc.push(format!("1={}", rpc.url()));
    let upstream = upstream(sources, limits());
    let token_of_chain_5 = GetTokenUri {
        chain_id: "5".parse().unwrap(),
        ..token(7, "ERC721")
    };
    let failure = upstream.document(&token_of_chain_5).await.unwrap_err();
    assert_eq!((failure.status, rpc.accepted()), (400, 0));
    assert_eq!(
        failure.message,
        "Invalid b: 5. Expected a chain of this service: 1, 31337."
    );
}

/// A chain with one contract. `uri` is the reply to a call of `tokenURI` or `uri`, `code` is the
/// code of the contract, and `supports` is the reply to a call of `supportsInterface`.
async fn contract(uri: Reply, code: &'static str, supports: Reply) -> Server {
    const SUPPORTS_INTERFACE_SELECTOR: &str = "0x01ffc9a7";
    Server::start(move |request| {
        if request.contains("eth_getCode") {
            result(code)
        } else if request.contains(SUPPORTS_INTERFACE_SELECTOR) {
            supports.clone()
        } else {
            uri.clone()
        }
    })
    .await
}

#[tokio::test]
async fn distinguishes_a_missing_function_from_a_missing_token() {
    // The ABI encodes a boolean as the number 1 or 0.
    let supported = result(&format!("0x{:064x}", 1));
    let unsupported = result(&format!("0x{:064x}", 0));
    let reverts = || error(3, "execution reverted");
    // `c87b56dd` is the selector of `tokenURI(uint256)`.
    let with_function = "0x608060405263c87b56dd14610000";
    let without_function = "0x6080604052600080fd";
    for (uri, code, supports, standard, text) in [
        (
            result("0x"),
            "0x",
            reverts(),
            "ERC721",
            "There is no contract at",
        ),
        (
            result("0x"),
            without_function,
            reverts(),
            "ERC721",
            "(ERC721, s=0) has no function tokenURI(uint256).",
        ),
        (
            result("0x"),
            without_function,
            reverts(),
            "ERC1155",
            "(ERC1155, s=1) has no function uri(uint256).",
        ),
        (
            reverts(),
            without_function,
            reverts(),
            "ERC721",
            "has no function tokenURI(uint256).",
        ),
        (
            reverts(),
            without_function,
            unsupported.clone(),
            "ERC721",
            "has no function tokenURI(uint256).",
        ),
        (
            reverts(),
            with_function,
            unsupported.clone(),
            "ERC721",
            "There is no token 0 of the contract",
        ),
        // The code has the selector of `tokenURI`, but not the selector of `uri`.
        (
            reverts(),
            with_function,
            unsupported.clone(),
            "ERC1155",
            "has no function uri(uint256).",
        ),
        // A proxy contract, whose code does not contain the selector.
        (
            reverts(),
            without_function,
            supported.clone(),
            "ERC721",
            "There is no token 0 of the contract",
        ),
        // The reason comes from the function, so the contract has the function.
        (
            error(3, "execution reverted: no such token"),
            without_function,
            unsupported,
            "ERC721",
            "There is no token 0 of the contract",
        ),
    ] {
        let rpc = contract(uri, code, supports).await;
        assert_fails(
            upstream(sources(&[&rpc]), limits())
                .document(&token(0, standard))
                .await,
            404,
            text,
        );
    }
}
