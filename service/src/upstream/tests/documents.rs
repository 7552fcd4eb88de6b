//! Tests of fetching documents: redirects, the limits of bodies, and the failure that the service
//! reports.

use super::*;

#[tokio::test]
async fn reports_the_failure_that_says_most() {
    let slow = Server::start(|_| Reply::Drip(b"HTTP/1.1 200 X\r\nx: ".to_vec())).await;
    let html = Server::start(|_| ok("<html>")).await;
    // One level more than the limit of 512.
    let deep = Server::start(|_| ok(format!("{}{}", "[".repeat(513), "]".repeat(513)))).await;
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
                .document(&token(0, "ERC721"), false)
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
    for location in [
        "",
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

#[tokio::test]
async fn limits_bodies_after_decompression() {
    // A document of exactly 1 MiB: four bytes are brackets and quotation marks.
    let full = format!("[\"{}\"]", "x".repeat((1 << 20) - 4));
    let table = [
        (
            Reply::Send(reply(
                200,
                "content-encoding: gzip\r\n",
                gzip(DOCUMENT.as_bytes()),
            )),
            Ok(DOCUMENT),
        ),
        (ok(&full), Ok(&*full)),
        (
            Reply::Send(reply(
                200,
                "content-encoding: gzip\r\n",
                gzip(full.as_bytes()),
            )),
            Ok(&full),
        ),
        (ok(format!(" {full}")), Err((422, "Expected at most 1 MiB"))),
        (
            Reply::Send(reply(
                200,
                "content-encoding: gzip\r\n",
                gzip(&vec![b' '; 32 << 20]),
            )),
            Err((422, "Expected at most 1 MiB")),
        ),
        (
            Reply::Flood(b"HTTP/1.1 200 X\r\n\r\n".to_vec(), vec![b'['; 1 << 16]),
            Err((422, "Expected at most 1 MiB")),
        ),
        (
            Reply::Drip(b"HTTP/1.1 200 X\r\n\r\n{}".to_vec()),
            Err((504, "no document from the URI of the token in time")),
        ),
        (
            Reply::Drip(b"HTTP/1.1 200 X\r\nx: ".to_vec()),
            Err((504, "no document from the URI of the token in time")),
        ),
        (
            Reply::Send(reply(
                200,
                "content-encoding: br\r\n",
                b"\x8b\x00\x80{}\x03",
            )),
            Ok("{}"),
        ),
        (
            Reply::Send(reply(200, "content-encoding: identity\r\n", "{}")),
            Ok("{}"),
        ),
        // The service does not decode zstd, and its requests do not accept zstd.
        (
            Reply::Send(reply(200, "content-encoding: zstd\r\n", "{}")),
            Err((422, "an unknown or damaged encoding")),
        ),
        (
            Reply::Send(reply(206, "content-range: bytes 0-1/9\r\n", "{}")),
            Err((502, "Cannot read the document")),
        ),
        (
            Reply::Send(reply(200, "content-encoding: gzip\r\n", "{}")),
            Err((502, "Cannot read the document")),
        ),
    ];
    for (reply, expected) in table {
        let web = Server::start(move |_| reply.clone()).await;
        let result = read(&web.url(), limits()).await;
        match expected {
            Ok(text) => assert!(result.as_deref() == Ok(text)),
            Err((status, text)) => assert_fails(result, status, text),
        }
    }
}

#[tokio::test]
async fn makes_a_document_of_a_picture_and_reads_only_its_first_bytes() {
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
    let svg = "data:image/svg+xml;utf8,<svg fill='#fff'/>".to_owned();
    let uris = ["/endless.png", "/a.svg", "/a.mp4", "/text.png"].map(|path| web.url() + path);
    let rpc = chain(&[&uris[..], std::slice::from_ref(&svg)].concat()).await;
    let upstream = upstream(sources(&[&rpc]), limits());
    for (id, name, media, uri) in [
        (0, "image", Media::Image, &uris[0]),
        (1, "image", Media::Image, &uris[1]),
        (2, "animation_url", Media::Video, &uris[2]),
        (4, "image", Media::Image, &svg),
    ] {
        let document = upstream
            .document(&token(id, "ERC721"), false)
            .await
            .unwrap();
        assert_eq!(
            (&*document, document.made_for),
            (&*format!("{{\"{name}\":\"{uri}\"}}"), Some(media))
        );
    }
    assert_fails(
        upstream.document(&token(3, "ERC721"), false).await,
        422,
        "text that is not JSON",
    );
}
