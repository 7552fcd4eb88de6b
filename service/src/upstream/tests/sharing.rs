//! Shared reads, the cache, and the limits of parallel work.

use super::*;

#[tokio::test]
async fn limits_the_total_time() {
    let slow = Server::start(|_| Reply::Drip(b"HTTP/1.1 200 X\r\nx: ".to_vec())).await;
    let rpc = chain(&["ipfs://QmX".to_owned()]).await;
    let settings = Settings { ipfs_gateways: vec![slow.url(); 9], ..settings(&[&rpc]) };
    let limits = Limits { fetch: Duration::from_millis(300), total: Duration::from_millis(700), ..limits() };
    let start = Instant::now();
    assert_fails(
        upstream(settings, limits).document(&token(0, "ERC721")).await,
        504,
        "cannot read the document of the token in time",
    );
    assert!(start.elapsed() < Duration::from_secs(2) && slow.accepted() < 9);
}

#[tokio::test]
async fn a_hundred_callers_share_one_read() {
    let slow = Reply::After(Duration::from_millis(300), reply(200, "", DOCUMENT));
    let web = Server::start(move |_| slow.clone()).await;
    let rpc = chain(&[web.url()]).await;
    let upstream = Arc::new(upstream(settings(&[&rpc]), limits()));
    let calls: Vec<_> = (0..100)
        .map(|n| {
            let upstream = upstream.clone();
            // An address in other case is that of the same contract.
            let address = if n % 2 == 0 { CONTRACT.to_owned() } else { CONTRACT.to_ascii_lowercase() };
            let token = GetTokenUri { address: address.parse().unwrap(), standard: None, ..token(0, "ERC721") };
            tokio::spawn(async move { upstream.document(&token).await })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap().as_deref(), Ok(DOCUMENT));
    }
    assert_eq!((rpc.requests().len(), web.requests().len()), (1, 1));
    assert_eq!(upstream.document(&token(0, "ERC721")).await.as_deref(), Ok(DOCUMENT));
    let metrics = &upstream.metrics;
    assert_eq!((metrics.cache_misses.get(), metrics.cache_hits.get(), metrics.reads.get()), (100, 1, 0));
}

#[tokio::test]
async fn a_caller_that_gives_up_does_not_cancel_the_read() {
    let slow = Reply::After(Duration::from_millis(400), reply(200, "", DOCUMENT));
    let web = Server::start(move |_| slow.clone()).await;
    let rpc = chain(&[web.url()]).await;
    let upstream = Arc::new(upstream(settings(&[&rpc]), limits()));
    let first = tokio::time::timeout(Duration::from_millis(100), upstream.document(&token(0, "ERC721"))).await;
    assert!(first.is_err());
    assert_eq!(upstream.metrics.reads.get(), 1);
    assert_eq!(upstream.document(&token(0, "ERC721")).await.as_deref(), Ok(DOCUMENT));
    assert_eq!((rpc.requests().len(), web.requests().len()), (1, 1));
}

#[tokio::test]
async fn caches_failures_for_a_while() {
    let ms = Duration::from_millis;
    let limits = Limits { not_found: ms(1200), failed: ms(800), ..limits() };
    for (reply, status, kept) in [(error(3, ""), 404, ms(1200)), (Reply::Close, 502, ms(800))] {
        let rpc = Server::start(move |_| reply.clone()).await;
        let upstream = upstream(settings(&[&rpc]), limits.clone());
        for _ in 0..5 {
            assert_fails(upstream.document(&token(0, "ERC721")).await, status, "31337");
        }
        assert_eq!((rpc.requests().len(), upstream.metrics.cache_hits.get()), (1, 4));
        tokio::time::sleep(kept + ms(100)).await;
        assert_fails(upstream.document(&token(0, "ERC721")).await, status, "31337");
        assert_eq!(rpc.requests().len(), 2);
    }
}

#[tokio::test]
async fn serves_an_old_document_after_a_failure_until_it_expires() {
    let ms = Duration::from_millis;
    let stage = Arc::new(AtomicUsize::new(0));
    let web_stage = stage.clone();
    let web = Server::start(move |_| match web_stage.load(SeqCst) {
        0 => ok("[0]"),
        1 => Reply::Close,
        _ => ok("[2]"),
    })
    .await;
    let rpc_stage = stage.clone();
    let uri = abi_string(&web.url());
    let rpc = Server::start(move |_| if rpc_stage.load(SeqCst) == 3 { error(3, "") } else { result(&uri) }).await;
    let limits = Limits { fresh: ms(500), failed: ms(800), stale: ms(2500), ..limits() };
    let upstream = upstream(settings(&[&rpc]), limits);
    let read = || async { upstream.document(&token(0, "ERC721")).await };
    assert_eq!(read().await.as_deref(), Ok("[0]"));
    stage.store(1, SeqCst);
    assert_eq!(read().await.as_deref(), Ok("[0]"));
    assert_eq!(web.requests().len(), 1);
    tokio::time::sleep(ms(600)).await;
    for _ in 0..5 {
        assert_eq!(read().await.as_deref(), Ok("[0]"));
    }
    // A failed read is not repeated for a while: one request for five calls.
    assert_eq!((web.requests().len(), upstream.metrics.stale.get()), (2, 1));
    tokio::time::sleep(ms(2500)).await;
    assert_fails(read().await, 502, "Cannot read the document");
    stage.store(2, SeqCst);
    tokio::time::sleep(ms(900)).await;
    assert_eq!(read().await.as_deref(), Ok("[2]"));
    // Status 404 removes the old document, because it is a result of the chain.
    stage.store(3, SeqCst);
    tokio::time::sleep(ms(600)).await;
    assert_fails(read().await, 404, "no token");
}

#[tokio::test]
async fn limits_parallel_reads() {
    let slow = Reply::After(Duration::from_millis(500), reply(200, "", "{}"));
    let web = Server::start(move |_| slow.clone()).await;
    let uris: Vec<String> = (0..10).map(|n| format!("{}/{n}", web.url())).collect();
    let rpc = chain(&uris).await;
    let upstream = Arc::new(upstream(settings(&[&rpc]), Limits { reads: 3, ..limits() }));
    let calls = (0..10).map(|id| {
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
    assert_eq!((good, busy.len(), web.max_concurrent(), upstream.metrics.busy.get()), (3, 7, 3, 7));
    // Status 429 is not cached.
    assert_eq!(upstream.document(&token(busy[0], "ERC721")).await.as_deref(), Ok("{}"));
}

#[tokio::test]
async fn limits_parallel_requests_to_one_host() {
    let slow = Reply::After(Duration::from_millis(500), reply(200, "", "{}"));
    let web = Server::start(move |_| slow.clone()).await;
    let quick = Server::start_at("127.0.0.2:0", |_| ok("{}")).await;
    let mut uris: Vec<String> = (0..5).map(|n| format!("{}/{n}", web.url())).collect();
    uris.push(quick.url());
    let rpc = chain(&uris).await;
    let upstream = Arc::new(upstream(settings(&[&rpc]), Limits { per_host: 2, ..limits() }));
    let calls = (0..6).map(|id| {
        let upstream = upstream.clone();
        tokio::spawn(async move { upstream.document(&token(id, "ERC721")).await })
    });
    let mut statuses = Vec::new();
    for call in calls.collect::<Vec<_>>() {
        statuses.push(call.await.unwrap().map_or_else(|failure| failure.status, |_| 200));
    }
    assert_eq!(statuses[5], 200);
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 3, "{statuses:?}");
    assert_eq!(web.max_concurrent(), 2);
}
