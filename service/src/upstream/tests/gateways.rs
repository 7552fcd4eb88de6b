//! Tests of fetching documents from gateways: when the next gateway is tried, and the pauses that
//! gateways ask for.

use super::*;

#[tokio::test]
async fn tries_the_next_gateway_after_a_failure() {
    let failures = [
        Reply::Send(reply(404, "", "{}")),
        Reply::Send(reply(500, "", "{}")),
        Reply::Send(reply(304, "", "")),
        ok("<html>no</html>"),
        // The byte order mark of UTF-16, without a text.
        ok([0xff, 0xfe]),
        // Longer than the limit of a document, 1 MiB.
        ok(vec![b' '; (1 << 20) + 1]),
        Reply::Close,
        // A byte arrives every 20 ms, so the body takes longer than the time limit, 1 s.
        Reply::Drip(b"HTTP/1.1 200 X\r\ncontent-length: 9999\r\n\r\n{".to_vec()),
    ];
    for reply in failures {
        let first = Server::start(move |_| reply.clone()).await;
        let second = Server::start(|_| ok(DOCUMENT)).await;
        let rpc = chain(&[
            "ipfs://QmX/1".to_owned(),
            "ar://abc".into(),
            "ipns://a.b/c".into(),
        ])
        .await;
        let mut sources = sources(&[&rpc]);
        // Both gateways have private addresses. The ban on these does not apply to a gateway that
        // the operator has set.
        sources.allow_private = false;
        sources.ipfs_gateways = vec![first.url(), format!("{}/base/", second.url())];
        sources.arweave_gateways = vec![second.url()];
        let upstream = upstream(sources, limits());
        for (id, path) in ["/base/ipfs/QmX/1", "/abc", "/base/ipns/a.b/c"]
            .into_iter()
            .enumerate()
        {
            assert_eq!(
                upstream.document(&token(id, "ERC721")).await.as_deref(),
                Ok(DOCUMENT)
            );
            assert!(second.requests()[id].starts_with(&format!("GET {path} ")));
        }
        // The first gateway is only for IPFS and IPNS, so it gets two of the three requests.
        assert_eq!(
            (
                first.requests().len(),
                upstream.reader.metrics.fetch_errors.get()
            ),
            (2, 2)
        );
    }
}

#[tokio::test]
async fn endpoints_and_gateways_that_hang_leave_time_for_the_next() {
    let hangs = Server::start(|_| Reply::Drip(b"HTTP/1.1 200 X\r\nx: ".to_vec())).await;
    let good = Server::start(|_| ok(DOCUMENT)).await;
    let rpc = chain(&["ipfs://QmX/1".to_owned()]).await;
    let ipfs_gateways = [&hangs, &hangs, &good].map(Server::url).to_vec();
    // A fetch may take long, so only `patience` makes the service try the next gateway.
    let limits = Limits {
        fetch: Duration::from_secs(60),
        total: Duration::from_secs(60),
        patience: Duration::from_millis(300),
        ..limits()
    };
    let upstream = upstream(
        TokenSources {
            ipfs_gateways,
            ..sources(&[&hangs, &hangs, &rpc])
        },
        limits,
    );
    assert_eq!(
        upstream.document(&token(0, "ERC721")).await.as_deref(),
        Ok(DOCUMENT)
    );
}

#[tokio::test]
async fn skips_a_gateway_that_asks_for_a_pause() {
    let sunset = "sunset: Wed, 30 Sep 2026 00:00:00 GMT\r\n";
    for (status, headers) in [
        (429, "retry-after: 900\r\n"),
        // Without `Retry-After`, status 429 asks for a pause of one minute.
        (429, ""),
        // `Sunset` (RFC 8594) says that the gateway closes.
        (403, sunset),
        (503, "retry-after: 9\r\n"),
    ] {
        let limited =
            Server::start(move |_| Reply::Send(reply(status, headers, "slow down"))).await;
        let good = Server::start(|_| ok(DOCUMENT)).await;
        let rpc = chain(&[
            "ipfs://QmX/1".to_owned(),
            "ipfs://QmX/2".into(),
            "ipns://a.b/3".into(),
        ])
        .await;
        let ipfs_gateways = vec![limited.url(), good.url()];
        let upstream = upstream(
            TokenSources {
                ipfs_gateways,
                ..sources(&[&rpc])
            },
            limits(),
        );
        for id in 0..3 {
            assert_eq!(
                upstream.document(&token(id, "ERC721")).await.as_deref(),
                Ok(DOCUMENT)
            );
        }
        assert_eq!(
            (limited.requests().len(), good.requests().len()),
            (1, 3),
            "{status} {headers}"
        );
    }
}

#[tokio::test]
async fn reports_the_pause_of_a_gateway_and_tries_the_gateway_after_the_pause() {
    let requests = Arc::new(AtomicUsize::new(0));
    let count = requests.clone();
    let limited = Server::start(move |_| match count.fetch_add(1, SeqCst) {
        0 => Reply::Send(reply(429, "retry-after: 1\r\n", "")),
        _ => ok(DOCUMENT),
    })
    .await;
    let gone = Server::start(|_| Reply::Close).await;
    let rpc = chain(&["ipfs://QmX/1".to_owned(), "ar://abc".into()]).await;
    let (ipfs_gateways, arweave_gateways) = (vec![limited.url(), gone.url()], vec![limited.url()]);
    let upstream = upstream(
        TokenSources {
            ipfs_gateways,
            arweave_gateways,
            ..sources(&[&rpc])
        },
        limits(),
    );
    // Only the first read sends a request to the limited gateway, which asks for a pause of one
    // second. The Arweave gateway is the same server, so it is in the pause too.
    for (id, setting) in [
        (0, "--ipfs-gateway"),
        (0, "--ipfs-gateway"),
        (1, "--arweave-gateway"),
    ] {
        let failure = upstream.document(&token(id, "ERC721")).await.unwrap_err();
        assert_eq!(
            (failure.status, failure.retry_after),
            (503, Some(1)),
            "{failure:?}"
        );
        let ending = format!(
            "(the gateway that the operator configured). Set your own gateway with {setting}."
        );
        assert!(
            failure.message.ends_with(&ending) && !failure.message.contains("127.0.0.1"),
            "{failure:?}"
        );
    }
    assert_eq!(requests.load(SeqCst), 1);
    // Longer than the pause of one second.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(
        upstream.document(&token(0, "ERC721")).await.as_deref(),
        Ok(DOCUMENT)
    );
}

#[tokio::test]
async fn a_server_behind_a_redirect_cannot_pause_a_gateway() {
    let hostile = Server::start(|_| Reply::Send(reply(429, "retry-after: 900\r\n", ""))).await;
    let location = format!("location: {}/\r\n", hostile.url());
    let gateway = Server::start(move |request| {
        if request.contains("/ipfs/QmBad") {
            Reply::Send(reply(302, &location, ""))
        } else {
            ok(DOCUMENT)
        }
    })
    .await;
    let rpc = chain(&["ipfs://QmBad".to_owned(), "ipfs://QmX".into()]).await;
    let upstream = upstream(
        TokenSources {
            ipfs_gateways: vec![gateway.url()],
            ..sources(&[&rpc])
        },
        limits(),
    );
    assert_fails(
        upstream.document(&token(0, "ERC721")).await,
        502,
        "Cannot read the document",
    );
    assert_eq!(
        upstream.document(&token(1, "ERC721")).await.as_deref(),
        Ok(DOCUMENT)
    );
}

#[tokio::test]
async fn reads_the_url_of_another_gateway_through_the_configured_gateway() {
    let configured = Server::start(|_| ok(DOCUMENT)).await;
    let other = Server::start(|_| ok("[\"other\"]")).await;
    let cid = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG";
    let rpc = chain(&[
        format!("https://ipfs.io/ipfs/{cid}/1"),
        format!("{}/ipfs/{cid}/1", other.url()),
    ])
    .await;
    let upstream = upstream(
        TokenSources {
            ipfs_gateways: vec![configured.url()],
            ..sources(&[&rpc])
        },
        limits(),
    );
    for id in 0..2 {
        assert_eq!(
            upstream.document(&token(id, "ERC721")).await.as_deref(),
            Ok(DOCUMENT)
        );
    }
    assert_eq!(
        (configured.requests().len(), other.requests().len()),
        (2, 0)
    );
}
