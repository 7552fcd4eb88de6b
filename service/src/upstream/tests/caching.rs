//! Tests of the caches of URIs, documents and failures.

use super::*;

#[tokio::test]
async fn caches_failures_for_a_while() {
    let ms = Duration::from_millis;
    let (unusable, failed) = (ms(1200), ms(800));
    let limits = Limits {
        unusable,
        failed,
        ..limits()
    };
    // After a revert without a reason, the service also requests the code of the contract.
    for (reply, status, cached_for, requests) in [
        (error(3, ""), 404, unusable, 2),
        (Reply::Close, 502, failed, 1),
    ] {
        let rpc = Server::start(move |_| reply.clone()).await;
        let upstream = upstream(sources(&[&rpc]), limits.clone());
        for _ in 0..5 {
            assert_fails(
                upstream.document(&token(0, "ERC721")).await,
                status,
                "31337",
            );
        }
        assert_eq!(
            (
                rpc.requests().len(),
                upstream.reader.metrics.cache_hits.get()
            ),
            (requests, 4)
        );
        tokio::time::sleep(cached_for + ms(100)).await;
        assert_fails(
            upstream.document(&token(0, "ERC721")).await,
            status,
            "31337",
        );
        assert_eq!(rpc.requests().len(), 2 * requests);
    }
}

#[tokio::test]
async fn serves_an_old_document_after_a_failure_until_it_expires() {
    let ms = Duration::from_millis;
    // Stage 0: the host has a document. Stage 1: the host fails. Stage 2: the host has a new
    // document. Stage 3: the contract reverts.
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
    let rpc = Server::start(move |_| {
        if rpc_stage.load(SeqCst) == 3 {
            error(3, "")
        } else {
            result(&uri)
        }
    })
    .await;
    let (fresh, failed, stale) = (ms(500), ms(800), ms(2500));
    let limits = Limits {
        fresh_uri: fresh,
        fresh,
        failed,
        stale,
        ..limits()
    };
    let upstream = upstream(sources(&[&rpc]), limits);
    let read = || async { upstream.document(&token(0, "ERC721")).await };
    assert_eq!(read().await.as_deref(), Ok("[0]"));
    stage.store(1, SeqCst);
    assert_eq!(read().await.as_deref(), Ok("[0]"));
    assert_eq!(web.requests().len(), 1);
    tokio::time::sleep(fresh + ms(100)).await;
    for _ in 0..5 {
        assert_eq!(read().await.as_deref(), Ok("[0]"));
    }
    // After a failed read, the old document is fresh for the time `failed`. So the five calls send
    // only one request.
    assert_eq!(
        (web.requests().len(), upstream.reader.metrics.stale.get()),
        (2, 1)
    );
    // The old document expires.
    tokio::time::sleep(stale).await;
    assert_fails(read().await, 502, "Cannot read the document");
    stage.store(2, SeqCst);
    // The failure expires.
    tokio::time::sleep(failed + ms(100)).await;
    assert_eq!(read().await.as_deref(), Ok("[2]"));
    // Status 404 is a result of the contract, so no old URI replaces the failure.
    stage.store(3, SeqCst);
    tokio::time::sleep(fresh + ms(100)).await;
    assert_fails(read().await, 404, "no token");
}

/// The contract returns one URI in each stage. Between stages 0 and 1, a collection reveals its
/// tokens, so the URI of the token changes.
#[tokio::test]
async fn reads_the_uri_of_a_token_more_often_than_its_document() {
    let ms = Duration::from_millis;
    let web = Server::start(|_| ok("[\"web\"]")).await;
    let stage = Arc::new(AtomicUsize::new(0));
    let uris =
        [web.url(), "{\"revealed\":1}".to_owned(), "hello".to_owned()].map(|uri| abi_string(&uri));
    let rpc_stage = stage.clone();
    let rpc = Server::start(move |_| result(&uris[rpc_stage.load(SeqCst)])).await;
    let fresh_uri = ms(500);
    let limits = Limits {
        fresh_uri,
        unusable: fresh_uri,
        ..limits()
    };
    let upstream = upstream(sources(&[&rpc]), limits);
    let read = || async { upstream.document(&token(0, "ERC721")).await };
    assert_eq!(read().await.as_deref(), Ok("[\"web\"]"));
    tokio::time::sleep(fresh_uri + ms(100)).await;
    assert_eq!(read().await.as_deref(), Ok("[\"web\"]"));
    assert_eq!((rpc.requests().len(), web.requests().len()), (2, 1));
    stage.store(1, SeqCst);
    assert_eq!(read().await.as_deref(), Ok("[\"web\"]"));
    tokio::time::sleep(fresh_uri + ms(100)).await;
    assert_eq!(read().await.as_deref(), Ok("{\"revealed\":1}"));
    // An invalid URI is a result of the contract, so no old document replaces the failure.
    stage.store(2, SeqCst);
    tokio::time::sleep(fresh_uri + ms(100)).await;
    assert_fails(read().await, 422, "\"hello\"");
    assert_eq!((rpc.requests().len(), web.requests().len()), (4, 1));
}

/// The cache of URIs has a limit of 1 MiB. 400 URIs do not fit, because each of them contains a
/// document of 8 KiB.
#[tokio::test]
async fn the_cache_of_uris_has_a_limit_of_bytes() {
    const MAX_BYTES: u64 = 1 << 20;
    let document = format!("[\"{}\"]", "x".repeat(8 << 10));
    let uris: Vec<String> = (0..400)
        .map(|id| format!("data:application/json,[{id},{document}]"))
        .collect();
    let rpc = chain(&uris).await;
    let upstream = upstream(
        sources(&[&rpc]),
        Limits {
            cache: MAX_BYTES,
            ..limits()
        },
    );
    for id in 0..uris.len() {
        assert!(upstream.document(&token(id, "ERC721")).await.is_ok());
    }
    let bytes = upstream.uris.weighted_size().await;
    assert!(bytes > MAX_BYTES / 2 && bytes <= MAX_BYTES, "{bytes} bytes");
}

/// Only the value stays in the cache. Failures that stay would evict the value.
#[tokio::test]
async fn failures_leave_the_cache_when_they_expire() {
    let ms = Duration::from_millis;
    let rpc = chain(&[]).await;
    let limits = Limits {
        fresh_uri: ms(100),
        unusable: ms(100),
        failed: ms(100),
        ..limits()
    };
    let cache = upstream(sources(&[&rpc]), limits).uris;
    let value = TokenUri::At("https://a.example".into());
    assert!(
        cache
            .get("value".to_owned(), false, async { Ok(value) })
            .await
            .is_ok()
    );
    let bytes_of_value = cache.weighted_size().await;
    for status in [404, 422, 429, 500, 502, 504] {
        let failure = Failure::new(status, "x".repeat(1000));
        assert!(
            cache
                .get(status.to_string(), false, async { Err(failure) })
                .await
                .is_err()
        );
    }
    let only_the_value = async {
        while cache.weighted_size().await != bytes_of_value {
            tokio::time::sleep(ms(100)).await;
        }
    };
    assert!(
        tokio::time::timeout(Duration::from_mins(2), only_the_value)
            .await
            .is_ok(),
        "the failures stay"
    );
}
