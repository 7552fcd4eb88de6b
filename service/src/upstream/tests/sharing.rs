//! Tests of shared reads, and of the limits of parallel work.

use super::*;

#[tokio::test]
async fn limits_the_total_time() {
    const GATEWAYS: usize = 9;
    let slow = Server::start(|_| Reply::Drip(b"HTTP/1.1 200 X\r\nx: ".to_vec())).await;
    let rpc = chain(&["ipfs://QmX".to_owned()]).await;
    let ipfs_gateways = (0..GATEWAYS)
        .map(|n| format!("{}/{n}", slow.url()))
        .collect();
    let sources = TokenSources {
        ipfs_gateways,
        ..sources(&[&rpc])
    };
    let limits = Limits {
        fetch: Duration::from_millis(300),
        total: Duration::from_millis(700),
        ..limits()
    };
    assert_fails(
        upstream(sources, limits)
            .document(&token(0, "ERC721"))
            .await,
        504,
        "cannot read the document of the token in time",
    );
    // Within 700 ms, the service cannot try nine gateways for 300 ms each.
    assert!(slow.accepted() < GATEWAYS);
}

#[tokio::test]
async fn a_hundred_callers_share_one_read() {
    let slow = Reply::After(Duration::from_millis(300), reply(200, "", DOCUMENT));
    let web = Server::start(move |_| slow.clone()).await;
    let rpc = chain(&[web.url()]).await;
    let upstream = Arc::new(upstream(sources(&[&rpc]), limits()));
    let calls: Vec<_> = (0..100)
        .map(|n| {
            let upstream = upstream.clone();
            // An address in lower case names the same contract.
            let address = if n % 2 == 0 {
                CONTRACT.to_owned()
            } else {
                CONTRACT.to_ascii_lowercase()
            };
            let token = GetTokenUri {
                address: address.parse().unwrap(),
                // The default is ERC-721.
                standard: None,
                ..token(0, "ERC721")
            };
            tokio::spawn(async move { upstream.document(&token).await })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap().as_deref(), Ok(DOCUMENT));
    }
    assert_eq!((rpc.requests().len(), web.requests().len()), (1, 1));
    assert_eq!(
        upstream.document(&token(0, "ERC721")).await.as_deref(),
        Ok(DOCUMENT)
    );
    // Each of the 100 callers misses the cache of URIs and the cache of documents. The last call
    // hits both caches. Then no read is in flight.
    let metrics = &upstream.reader.metrics;
    assert_eq!(
        (
            metrics.cache_misses.get(),
            metrics.cache_hits.get(),
            metrics.reads.get()
        ),
        (200, 2, 0)
    );
}

#[tokio::test]
async fn a_caller_that_gives_up_does_not_cancel_the_read() {
    let slow = Reply::After(Duration::from_millis(400), reply(200, "", DOCUMENT));
    let web = Server::start(move |_| slow.clone()).await;
    let rpc = chain(&[web.url()]).await;
    let upstream = Arc::new(upstream(sources(&[&rpc]), limits()));
    let first = tokio::time::timeout(
        Duration::from_millis(100),
        upstream.document(&token(0, "ERC721")),
    )
    .await;
    assert!(first.is_err());
    assert_eq!(
        upstream.reader.metrics.reads.get(),
        1,
        "the read is still in flight"
    );
    assert_eq!(
        upstream.document(&token(0, "ERC721")).await.as_deref(),
        Ok(DOCUMENT)
    );
    assert_eq!((rpc.requests().len(), web.requests().len()), (1, 1));
}

#[tokio::test]
async fn limits_parallel_reads() {
    const CALLS: usize = 10;
    const SLOTS: usize = 3;
    // A read takes longer than the 100 ms that the other calls wait for a slot.
    let slow = Reply::After(Duration::from_millis(500), reply(200, "", "{}"));
    let web = Server::start(move |_| slow.clone()).await;
    let uris: Vec<String> = (0..CALLS).map(|n| format!("{}/{n}", web.url())).collect();
    let rpc = chain(&uris).await;
    let upstream = Arc::new(upstream(
        sources(&[&rpc]),
        Limits {
            reads: SLOTS,
            ..limits()
        },
    ));
    let calls = (0..CALLS).map(|id| {
        let upstream = upstream.clone();
        tokio::spawn(async move { (id, upstream.document(&token(id, "ERC721")).await) })
    });
    let (mut good, mut busy) = (0, Vec::new());
    for call in calls.collect::<Vec<_>>() {
        match call.await.unwrap() {
            (_, Ok(_)) => good += 1,
            (id, refused) => {
                assert_fails(refused, 429, "Try again");
                busy.push(id);
            }
        }
    }
    assert_eq!(
        (
            good,
            busy.len(),
            web.max_concurrent(),
            upstream.reader.metrics.busy.get()
        ),
        (SLOTS, CALLS - SLOTS, SLOTS, (CALLS - SLOTS) as u64)
    );
    // Status 429 is not cached.
    assert_eq!(
        upstream
            .document(&token(busy[0], "ERC721"))
            .await
            .as_deref(),
        Ok("{}")
    );
}

#[tokio::test]
async fn limits_parallel_requests_to_one_host() {
    const SLOW_CALLS: usize = 5;
    const SLOTS_PER_HOST: usize = 2;
    // A request takes longer than the 100 ms that the other calls wait for a slot.
    let slow = Reply::After(Duration::from_millis(500), reply(200, "", "{}"));
    let web = Server::start(move |_| slow.clone()).await;
    // The limit ignores the port, so a server on 127.0.0.1 would share the slots of `web`.
    let quick = Server::start_at("127.0.0.2:0", |_| ok("{}")).await;
    let mut uris: Vec<String> = (0..SLOW_CALLS)
        .map(|n| format!("{}/{n}", web.url()))
        .collect();
    uris.push(quick.url());
    let rpc = chain(&uris).await;
    let upstream = Arc::new(upstream(
        sources(&[&rpc]),
        Limits {
            per_host: SLOTS_PER_HOST,
            ..limits()
        },
    ));
    let calls = (0..uris.len()).map(|id| {
        let upstream = upstream.clone();
        tokio::spawn(async move { upstream.document(&token(id, "ERC721")).await })
    });
    let mut statuses = Vec::new();
    for call in calls.collect::<Vec<_>>() {
        statuses.push(
            call.await
                .unwrap()
                .map_or_else(|failure| failure.status, |_| 200),
        );
    }
    assert_eq!(statuses[SLOW_CALLS], 200, "the quick host has free slots");
    assert_eq!(
        statuses.iter().filter(|status| **status == 429).count(),
        SLOW_CALLS - SLOTS_PER_HOST,
        "{statuses:?}"
    );
    assert_eq!(web.max_concurrent(), SLOTS_PER_HOST);
}

#[tokio::test]
async fn tokens_with_the_same_uri_share_its_document() {
    let web = Server::start(|_| ok("{}")).await;
    let uris = vec![web.url(); 20];
    let rpc = chain(&uris).await;
    let upstream = upstream(sources(&[&rpc]), limits());
    for id in 0..uris.len() {
        assert_eq!(
            upstream.document(&token(id, "ERC721")).await.as_deref(),
            Ok("{}")
        );
    }
    assert_eq!(
        (rpc.requests().len(), web.requests().len()),
        (uris.len(), 1)
    );
}

#[tokio::test]
async fn concurrent_renewals_share_one_new_read_of_the_uri_and_the_document() {
    let count = Arc::new(AtomicUsize::new(0));
    let web_count = count.clone();
    let web = Server::start(move |_| {
        let body = format!("[{}]", web_count.fetch_add(1, SeqCst));
        Reply::After(Duration::from_millis(200), reply(200, "", body))
    })
    .await;
    let rpc = chain(&[web.url()]).await;
    let upstream = Arc::new(upstream(sources(&[&rpc]), limits()));
    assert_eq!(
        upstream.document(&token(0, "ERC721")).await.as_deref(),
        Ok("[0]")
    );
    let renewals = (0..5).map(|_| {
        let upstream = upstream.clone();
        tokio::spawn(async move { upstream.renewed_document(&token(0, "ERC721")).await })
    });
    for renewal in renewals.collect::<Vec<_>>() {
        assert_eq!(renewal.await.unwrap().as_deref(), Ok("[1]"));
    }
    assert_eq!(
        upstream.document(&token(0, "ERC721")).await.as_deref(),
        Ok("[1]")
    );
    assert_eq!((rpc.requests().len(), web.requests().len()), (2, 2));
}
