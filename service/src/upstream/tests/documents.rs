//! Tests of fetching documents: redirects, the limits of bodies, and the failure that the service
//! reports.

use super::*;
use ethereal_query::service::record::DOCUMENT_DEPTH;

#[tokio::test]
async fn reports_the_failure_that_says_most() {
    // The header `x` of the response never ends.
    let slow = Server::start(|_| Reply::Drip(b"HTTP/1.1 200 X\r\nx: ".to_vec())).await;
    let html = Server::start(|_| ok("<html>")).await;
    let levels = DOCUMENT_DEPTH as usize + 1;
    let deep_document = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    let deep = Server::start(move |_| ok(&deep_document)).await;
    let gone = Server::start(|_| Reply::Close).await;
    let missing = Server::start(|_| Reply::Send(reply(404, "", "<html>"))).await;
    for (servers, status, text) in [
        ([&gone, &gone], 502, "Cannot read the document"),
        (
            [&slow, &gone],
            504,
            "no document from the URI of the token in time",
        ),
        ([&missing, &gone], 502, "Cannot read the document"),
        (
            [&missing, &missing],
            422,
            "There is no document at the URI of the token (status 404)",
        ),
        ([&html, &slow], 422, "an HTML page. Expected JSON"),
        ([&deep, &html], 422, "at most 512 levels of nesting"),
    ] {
        let rpc = chain(&["ipfs://QmX".to_owned()]).await;
        let ipfs_gateways = servers.iter().map(|server| server.url()).collect();
        let sources = TokenSources {
            ipfs_gateways,
            ..sources(&[&rpc])
        };
        assert_fails(
            upstream(sources, limits())
                .document(&token(0, "ERC721"))
                .await,
            status,
            text,
        );
    }
}

#[tokio::test]
async fn follows_five_redirects() {
    for status in [301, 302, 303, 307, 308] {
        let web = Server::start(move |request| {
            // The path is the number of redirects that are left.
            let number = path_of(request).trim_start_matches('/');
            let left: usize = number.parse().unwrap();
            if left == 0 {
                ok(DOCUMENT)
            } else {
                Reply::Send(reply(status, &format!("location: {}\r\n", left - 1), ""))
            }
        })
        .await;
        assert_eq!(
            read(&format!("{}/5", web.url()), limits()).await.as_deref(),
            Ok(DOCUMENT)
        );
        assert_fails(
            read(&format!("{}/6", web.url()), limits()).await,
            502,
            "Cannot read the document",
        );
    }
    let web = Server::start(|_| Reply::Send(reply(302, "location: /\r\n", ""))).await;
    assert_fails(
        read(&web.url(), limits()).await,
        502,
        "Cannot read the document",
    );
    // The first request, and five redirects.
    assert_eq!(web.requests().len(), 6);
}

#[tokio::test]
async fn a_redirect_without_a_valid_target_is_a_failure() {
    for location in [
        "",
        // An empty location means the same URL again.
        "location: \r\n",
        "location: http://[\r\n",
        "location: data:,1\r\n",
        "location: file:///x\r\n",
    ] {
        let web = Server::start(move |_| Reply::Send(reply(302, location, "{}"))).await;
        assert_fails(
            read(&web.url(), limits()).await,
            502,
            "Cannot read the document",
        );
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A response with status 200, and a body in a content coding.
fn encoded(coding: &str, body: impl AsRef<[u8]>) -> Reply {
    let header = format!("content-encoding: {coding}\r\n");
    Reply::Send(reply(200, &header, body))
}

/// Fetches a document from a server that sends `reply`. Checks the text of the document, or the
/// status and a part of the message of the failure.
async fn assert_reads(reply: Reply, expected: Result<&str, (u16, &str)>) {
    let web = Server::start(move |_| reply.clone()).await;
    let result = read(&web.url(), limits()).await;
    match expected {
        Ok(text) => assert!(result.as_deref() == Ok(text)),
        Err((status, text)) => assert_fails(result, status, text),
    }
}

#[tokio::test]
async fn limits_the_size_of_bodies_after_decompression() {
    // A document of exactly 1 MiB: four bytes are brackets and quotation marks.
    let full = format!("[\"{}\"]", "x".repeat((1 << 20) - 4));
    assert_reads(ok(&full), Ok(&full)).await;
    assert_reads(encoded("gzip", gzip(full.as_bytes())), Ok(&full)).await;
    let compressed_spaces = gzip(&vec![b' '; 32 << 20]);
    let endless = Reply::Flood(b"HTTP/1.1 200 X\r\n\r\n".to_vec(), vec![b'['; 1 << 16]);
    for too_large in [
        ok(format!(" {full}")),
        encoded("gzip", compressed_spaces),
        endless,
    ] {
        assert_reads(too_large, Err((422, "Expected at most 1 MiB"))).await;
    }
}

#[tokio::test]
async fn limits_the_time_of_a_response() {
    // The body or the header `x` never ends.
    for start in ["HTTP/1.1 200 X\r\n\r\n{}", "HTTP/1.1 200 X\r\nx: "] {
        let slow = Reply::Drip(start.as_bytes().to_vec());
        let expected = "no document from the URI of the token in time";
        assert_reads(slow, Err((504, expected))).await;
    }
}

#[tokio::test]
async fn decodes_the_content_codings_that_it_accepts() {
    let brotli = b"\x8b\x00\x80{}\x03";
    for (reply, expected) in [
        (encoded("gzip", gzip(DOCUMENT.as_bytes())), Ok(DOCUMENT)),
        (encoded("br", brotli), Ok("{}")),
        (encoded("identity", "{}"), Ok("{}")),
        // The service does not decode zstd, and its requests do not accept zstd.
        (
            encoded("zstd", "{}"),
            Err((422, "an unknown or damaged encoding")),
        ),
        // The body is not gzip. The HTTP client cannot read it, as after a lost connection.
        (
            encoded("gzip", "{}"),
            Err((502, "Cannot read the document")),
        ),
    ] {
        assert_reads(reply, expected).await;
    }
}

#[tokio::test]
async fn a_part_of_a_document_is_a_failure() {
    let part = Reply::Send(reply(206, "content-range: bytes 0-1/9\r\n", "{}"));
    assert_reads(part, Err((502, "Cannot read the document"))).await;
}

#[tokio::test]
async fn makes_a_document_of_media_and_reads_only_its_first_bytes() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    let web = Server::start(move |request| {
        let head = b"HTTP/1.1 200 X\r\ncontent-type: application/octet-stream\r\n\r\n";
        match path_of(request) {
            "/endless.png" => Reply::Flood([&head[..], &png].concat(), vec![0; 1 << 16]),
            "/a.svg" => ok("<?xml version=\"1.0\"?><svg/>"),
            "/a.mp4" => Reply::Send(reply(
                200,
                "content-type: video/mp4\r\n",
                b"\0\0\0\x20ftypisom\0\0\x02",
            )),
            _ => Reply::Send(reply(200, "content-type: image/png\r\n", "no such picture")),
        }
    })
    .await;
    let url = web.url();
    for (uri, name, media) in [
        (format!("{url}/endless.png"), "image", Media::Image),
        (format!("{url}/a.svg"), "image", Media::Image),
        (format!("{url}/a.mp4"), "animation_url", Media::Video),
        (
            "data:image/svg+xml;utf8,<svg fill='#fff'/>".to_owned(),
            "image",
            Media::Image,
        ),
    ] {
        let document = read(&uri, limits()).await.unwrap();
        assert_eq!(
            (&*document, document.made_for),
            (&*format!("{{\"{name}\":\"{uri}\"}}"), Some(media))
        );
    }
    assert_fails(
        read(&format!("{url}/text.png"), limits()).await,
        422,
        "text that is not JSON",
    );
}
