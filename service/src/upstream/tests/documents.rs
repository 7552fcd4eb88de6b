//! Fetching documents: gateways, redirects, and the limits of bodies.

use super::*;

#[tokio::test]
async fn tries_gateways_in_order() {
    let bad = [
        Reply::Send(reply(404, "", "{}")),
        Reply::Send(reply(500, "", "{}")),
        Reply::Send(reply(304, "", "")),
        ok("<html>no</html>"),
        ok([0xff, 0xfe]),
        ok(vec![b' '; (1 << 20) + 1]),
        Reply::Close,
        Reply::Drip(b"HTTP/1.1 200 X\r\ncontent-length: 9999\r\n\r\n{".to_vec()),
    ];
    for reply in bad {
        let first = Server::start(move |_| reply.clone()).await;
        let second = Server::start(|_| ok(DOCUMENT)).await;
        let rpc = chain(&["ipfs://QmX/1".to_owned(), "ar://abc".into(), "ipns://a.b/c".into()]).await;
        let mut settings = settings(&[&rpc]);
        // Both have private addresses, which are allowed because the operator configured them.
        settings.allow_private = false;
        settings.ipfs_gateways = vec![first.url(), format!("{}/base/", second.url())];
        settings.arweave_gateways = vec![second.url()];
        let upstream = upstream(settings, limits());
        for (id, path) in ["/base/ipfs/QmX/1", "/abc", "/base/ipns/a.b/c"].into_iter().enumerate() {
            assert_eq!(upstream.document(&token(id, "ERC721")).await.as_deref(), Ok(DOCUMENT));
            assert!(second.requests()[id].starts_with(&format!("GET {path} ")));
        }
        assert_eq!((first.requests().len(), upstream.metrics.fetch_errors.get()), (2, 2));
    }
}

#[tokio::test]
async fn reports_the_failure_that_says_most() {
    let slow = Server::start(|_| Reply::Drip(b"HTTP/1.1 200 X\r\nx: ".to_vec())).await;
    let html = Server::start(|_| ok("<html>")).await;
    let deep = Server::start(|_| ok(format!("{}{}", "[".repeat(513), "]".repeat(513)))).await;
    let gone = Server::start(|_| Reply::Close).await;
    for (servers, status, text) in [
        ([&gone, &gone], 502, "Cannot read the document"),
        ([&slow, &gone], 504, "no document from the URI of the token in time"),
        ([&html, &slow], 502, "Expected JSON"),
        ([&deep, &html], 502, "at most 512 levels of nesting"),
    ] {
        let rpc = chain(&["ipfs://QmX".to_owned()]).await;
        let ipfs_gateways = servers.iter().map(|server| server.url()).collect();
        let settings = Settings { ipfs_gateways, ..settings(&[&rpc]) };
        assert_fails(upstream(settings, limits()).document(&token(0, "ERC721")).await, status, text);
    }
}

#[tokio::test]
async fn follows_three_redirects() {
    for status in [301, 302, 303, 307, 308] {
        let web = Server::start(move |request| {
            let hop: usize = request.split(['/', ' ']).nth(2).unwrap().parse().unwrap();
            if hop == 0 { ok(DOCUMENT) } else { Reply::Send(reply(status, &format!("location: {}\r\n", hop - 1), "")) }
        })
        .await;
        assert_eq!(read(&format!("{}/3", web.url()), limits()).await.as_deref(), Ok(DOCUMENT));
        assert_fails(read(&format!("{}/4", web.url()), limits()).await, 502, "Cannot read the document");
    }
    let web = Server::start(|_| Reply::Send(reply(302, "location: /\r\n", ""))).await;
    assert_fails(read(&web.url(), limits()).await, 502, "Cannot read the document");
    assert_eq!(web.requests().len(), 4);
    for location in ["", "location: \r\n", "location: http://[\r\n", "location: data:,1\r\n", "location: file:///x\r\n"]
    {
        let web = Server::start(move |_| Reply::Send(reply(302, location, "{}"))).await;
        assert_fails(read(&web.url(), limits()).await, 502, "Cannot read the document");
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test]
async fn limits_bodies_after_decompression() {
    let full = format!("[\"{}\"]", "x".repeat((1 << 20) - 4));
    let table = [
        (Reply::Send(reply(200, "content-encoding: gzip\r\n", gzip(DOCUMENT.as_bytes()))), Ok(DOCUMENT)),
        (ok(&full), Ok(&*full)),
        (Reply::Send(reply(200, "content-encoding: gzip\r\n", gzip(full.as_bytes()))), Ok(&full)),
        (ok(format!(" {full}")), Err((502, "Expected at most 1 MiB"))),
        (
            Reply::Send(reply(200, "content-encoding: gzip\r\n", gzip(&vec![b' '; 32 << 20]))),
            Err((502, "Expected at most 1 MiB")),
        ),
        (Reply::Flood(b"HTTP/1.1 200 X\r\n\r\n".to_vec(), vec![b'['; 1 << 16]), Err((502, "Expected at most 1 MiB"))),
        (
            Reply::Drip(b"HTTP/1.1 200 X\r\n\r\n{}".to_vec()),
            Err((504, "no document from the URI of the token in time")),
        ),
        (Reply::Drip(b"HTTP/1.1 200 X\r\nx: ".to_vec()), Err((504, "no document from the URI of the token in time"))),
        // The request accepts no other encoding, so the service does not decode one.
        (Reply::Send(reply(200, "content-encoding: br\r\n", b"\x8b\x01\x80{}\x03")), Err((502, "Expected JSON"))),
        (Reply::Send(reply(200, "content-encoding: gzip\r\n", "{}")), Err((502, "Cannot read the document"))),
    ];
    for (reply, expected) in table {
        let web = Server::start(move |_| reply.clone()).await;
        let (start, got) = (Instant::now(), read(&web.url(), limits()).await);
        match expected {
            Ok(text) => assert!(got.as_deref() == Ok(text)),
            Err((status, text)) => assert_fails(got, status, text),
        }
        assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    }
}
