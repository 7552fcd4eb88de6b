//! Tests of server-side request forgery: token URIs with private addresses. Listeners count the
//! connections.
//!
//! In these tests, 127.0.0.2 and 127.0.0.3 count as public addresses. Nothing listens on 127.0.0.3.
//! The service must never connect to 127.0.0.1 and ::1, although the port of their listeners is
//! allowed.

mod payloads;

use super::*;
use crate::upstream::guard::is_global;
use payloads::{ELSEWHERE, NEVER, REACHING, REDIRECTED, names};
use std::net::{IpAddr, Ipv4Addr};

/// Like [`is_global`], but also allows 127.0.0.2 and 127.0.0.3.
fn seems_global(ip: IpAddr) -> bool {
    ip == Ipv4Addr::new(127, 0, 0, 2) || ip == Ipv4Addr::new(127, 0, 0, 3) || is_global(ip)
}

struct Harness {
    /// The port that [`Harness::read`] allows.
    port: u16,
    /// A different port, which [`Harness::read`] does not allow.
    other_port: u16,
    /// The listeners that the service must not reach: on 127.0.0.1 and ::1 with the allowed port,
    /// and on 127.0.0.1 and 127.0.0.2 with the other port.
    private: Vec<Server>,
    /// The listener on 127.0.0.2 with the allowed port.
    public: Server,
}

impl Harness {
    async fn new() -> Self {
        let secret = |_: &str| ok("[\"secret\"]");
        let loopback = Server::start_at("127.0.0.1:0", secret).await;
        let port = loopback.address.port();
        // `/r/307/HEX` redirects with status 307 to the URL in the hexadecimal digits. `/again/x`
        // redirects to the host `x` on the same port.
        let public = Server::start_at(&format!("127.0.0.2:{port}"), move |request| {
            let segments: Vec<&str> = path_of(request).split('/').skip(1).collect();
            let redirect = |status: u16, to: &str| {
                Reply::Send(reply(
                    status,
                    &format!("connection: close\r\nlocation: {to}\r\n"),
                    "",
                ))
            };
            match segments[..] {
                ["r", status, hex, ..] => redirect(
                    status.parse().unwrap(),
                    std::str::from_utf8(&hex::decode(hex).unwrap()).unwrap(),
                ),
                ["again", host, ..] => redirect(302, &format!("http://{host}:{port}/")),
                _ => Reply::Send(reply(200, "connection: close\r\n", "[\"public\"]")),
            }
        })
        .await;
        let loopback_v6 = Server::start_at(&format!("[::1]:{port}"), secret).await;
        let public_other_port = Server::start_at("127.0.0.2:0", secret).await;
        let other_port = public_other_port.address.port();
        let loopback_other_port =
            Server::start_at(&format!("127.0.0.1:{other_port}"), secret).await;
        Self {
            port,
            other_port,
            private: vec![
                loopback,
                loopback_v6,
                loopback_other_port,
                public_other_port,
            ],
            public,
        }
    }

    /// Replaces `P` after a colon by `port`, and `Q` by `other_port`. The colon may be encoded, and
    /// the port may begin with 0.
    fn uri(&self, payload: &str) -> String {
        let port = self.port;
        payload
            .replace(":P", &format!(":{port}"))
            .replace(":0P", &format!(":0{port}"))
            .replace("%3AP", &format!("%3A{port}"))
            .replace(":Q", &format!(":{}", self.other_port))
    }

    /// The URL of a page on the public listener that redirects to the payload `to`.
    fn redirect(&self, host: &str, status: u16, to: &str) -> String {
        let hex = hex::encode(self.uri(to));
        self.uri(&format!("http://{host}:P/r/{status}/{hex}"))
    }

    /// URLs on the public listener that redirect to private addresses, with each redirect status.
    fn redirects(&self) -> Vec<String> {
        let mut uris = Vec::new();
        for status in [301, 302, 303, 307, 308] {
            for to in REDIRECTED {
                uris.push(self.redirect("public.test", status, to));
            }
            // The first lookup returns a public address, and the second lookup a private address.
            uris.push(self.redirect("rebind.test", status, "http://rebind.test:P/"));
        }
        uris
    }

    /// The number of connections to the private listeners.
    fn private_connections(&self) -> usize {
        self.private.iter().map(Server::accepted).sum()
    }

    /// Reads each URI with a new `Upstream`, which has an empty cache and no open connections.
    /// Calls `check` with the URI, the number of new connections to the private listeners, the
    /// result, and the metrics.
    async fn read(
        &self,
        uris: &[String],
        allow_private: bool,
        mut check: impl FnMut(&str, usize, Result<Document, Failure>, Metrics),
    ) {
        let rpc = chain(uris).await;
        for (id, uri) in uris.iter().enumerate() {
            let sources = TokenSources {
                allow_private,
                ..sources(&[&rpc])
            };
            let limits = Limits {
                ports: vec![self.port],
                is_global: seems_global,
                ..limits()
            };
            let upstream = upstream_with(&sources, limits, Arc::new(names()));
            let before = self.private_connections();
            let result = upstream.document(&token(id, "ERC721")).await;
            let connections = self.private_connections() - before;
            check(uri, connections, result, upstream.reader.metrics.clone());
        }
    }
}

/// The control experiment: with `allow_private`, every payload and redirect reaches a listener.
#[tokio::test]
async fn with_allow_private_every_payload_reaches_a_listener() {
    let harness = Harness::new().await;
    let payloads: Vec<String> = REACHING
        .iter()
        .map(|payload| harness.uri(payload))
        .chain(harness.redirects())
        .collect();
    harness
        .read(&payloads, true, |uri, connections, result, _| {
            assert!(
                connections >= 1 && result.as_deref() == Ok("[\"secret\"]"),
                "{uri}: {connections}, {result:?}"
            );
        })
        .await;
    assert!(harness.private.iter().all(|server| server.accepted() > 0));
}

#[tokio::test]
async fn no_payload_makes_a_connection_to_a_private_listener() {
    let harness = Harness::new().await;
    let listed = [REACHING, NEVER, ELSEWHERE].concat();
    let payloads: Vec<String> = listed
        .iter()
        .map(|payload| harness.uri(payload))
        .chain(harness.redirects())
        .collect();
    assert!(payloads.len() >= 80, "the lists have lost payloads");
    let mut messages = std::collections::BTreeSet::new();
    harness
        .read(&payloads, false, |payload, connections, result, metrics| {
            assert_eq!(connections, 0, "{payload}");
            let failure = result.expect_err(payload);
            let no_gateways = uri::Gateways::default();
            let is_url = uri::resolve(uri::trimmed(payload), &no_gateways).is_some();
            if is_url {
                assert_eq!(failure.status, 502, "{payload}");
                assert!(metrics.refused.get() > 0, "{payload}: {metrics:?}");
                messages.insert(failure.message);
            } else {
                // A payload that is not a URL never reaches the guard.
                assert_eq!(failure.status, 422, "{payload}");
            }
        })
        .await;
    // A connection that comes late is counted too.
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(harness.private_connections(), 0);
    assert!(harness.public.accepted() > 0, "the redirects began");
    // The message does not depend on the target: a closed port and an unknown name have the same
    // message as a URL that the guard refuses.
    assert_eq!(messages.len(), 1, "{messages:?}");
    let unreachable = ["http://127.0.0.3:P/", "http://nowhere.test:P/"].map(|uri| harness.uri(uri));
    harness
        .read(&unreachable, false, |uri, _, result, metrics| {
            let failure = result.expect_err(uri);
            assert_eq!(metrics.refused.get(), 0, "{uri}");
            assert!(messages.contains(&failure.message), "{uri}: {failure:?}");
        })
        .await;
}

#[tokio::test]
async fn rejects_user_information_and_other_schemes_with_allow_private_too() {
    let harness = Harness::new().await;
    let payloads: Vec<String> = NEVER.iter().map(|payload| harness.uri(payload)).collect();
    harness
        .read(&payloads, true, |uri, connections, result, _| {
            assert!(connections == 0 && result.is_err(), "{uri}: {result:?}")
        })
        .await;
}

#[tokio::test]
async fn looks_up_a_name_once_and_uses_only_allowed_addresses() {
    let harness = Harness::new().await;
    let uris = [
        "http://mixed.test:P/",
        "http://rebind.test:P/",
        "http://public.test:P/",
    ]
    .map(|uri| harness.uri(uri));
    harness
        .read(&uris, false, |uri, connections, result, _| {
            assert_eq!(
                (connections, result.as_deref()),
                (0, Ok("[\"public\"]")),
                "{uri}"
            );
        })
        .await;
    // With the same `Upstream`, the second lookup of the name returns a private address, which is
    // refused.
    let rpc = chain(&[
        harness.uri("http://rebind.test:P/"),
        harness.uri("http://rebind.test:P/2"),
    ])
    .await;
    let limits = Limits {
        ports: vec![harness.port],
        is_global: seems_global,
        ..limits()
    };
    let resolver = Arc::new(names());
    let sources = TokenSources {
        allow_private: false,
        ..sources(&[&rpc])
    };
    let upstream = upstream_with(&sources, limits, resolver.clone());
    assert_eq!(
        upstream.document(&token(0, "ERC721")).await.as_deref(),
        Ok("[\"public\"]")
    );
    assert_eq!(resolver.lookup_count("rebind.test"), 1);
    assert_fails(
        upstream.document(&token(1, "ERC721")).await,
        502,
        "Cannot read the document",
    );
    assert_eq!(
        (
            resolver.lookup_count("rebind.test"),
            harness.private_connections()
        ),
        (2, 0)
    );
}

/// A configured gateway may have a private address. The host of the gateway is still not allowed in
/// a token URI, and the targets of its redirects are not trusted, even while a connection to the
/// gateway is open.
#[tokio::test]
async fn does_not_trust_redirects_of_a_gateway() {
    let harness = Harness::new().await;
    let location = format!("location: http://127.0.0.1:{}/\r\n", harness.other_port);
    let gateway = Server::start(move |request| {
        if request.starts_with("GET /ipfs/QmMoved") {
            Reply::Send(reply(302, &location, ""))
        } else {
            ok("[\"gateway\"]")
        }
    })
    .await;
    let port = gateway.address.port();
    let uris = [
        "ipfs://QmX".to_owned(),
        format!("http://private.test:{port}/ipfs/admin"),
        "ipfs://QmMoved".into(),
    ];
    let rpc = chain(&uris).await;
    let ipfs_gateways = vec![format!("http://private.test:{port}")];
    let sources = TokenSources {
        allow_private: false,
        ipfs_gateways,
        ..sources(&[&rpc])
    };
    // Both ports are allowed, so only the address can be the reason to refuse a URL.
    let limits = Limits {
        ports: vec![port, harness.other_port],
        is_global: seems_global,
        ..limits()
    };
    let upstream = upstream_with(&sources, limits, Arc::new(names()));
    assert_eq!(
        upstream.document(&token(0, "ERC721")).await.as_deref(),
        Ok("[\"gateway\"]")
    );
    assert_fails(
        upstream.document(&token(1, "ERC721")).await,
        502,
        "Cannot read the document",
    );
    assert_eq!(gateway.requests().len(), 1);
    assert_fails(
        upstream.document(&token(2, "ERC721")).await,
        502,
        "Cannot read the document",
    );
    assert_eq!(
        (gateway.requests().len(), harness.private_connections()),
        (2, 0)
    );
}

/// A lookup of `slow.test` takes a minute. Lookups for token URIs that hang do not delay lookups
/// for gateways.
#[tokio::test]
async fn slow_lookups_do_not_delay_gateways() {
    let gateway = Server::start(|_| ok("[\"gateway\"]")).await;
    let port = gateway.address.port();
    let uris = ["http://slow.test/", "http://slow.test/2", "ipfs://QmX"].map(str::to_owned);
    let rpc = chain(&uris).await;
    let ipfs_gateways = vec![format!("http://private.test:{port}")];
    let sources = TokenSources {
        allow_private: false,
        ipfs_gateways,
        ..sources(&[&rpc])
    };
    let resolver = Arc::new(names());
    let limits = Limits {
        lookups: 1,
        fetch: Duration::from_millis(300),
        ..limits()
    };
    let upstream = upstream_with(&sources, limits, resolver.clone());
    for id in [0, 1] {
        assert_fails(
            upstream.document(&token(id, "ERC721")).await,
            504,
            "no document from the URI of the token in time",
        );
    }
    // The lookup for the first URI hangs in the only slot, so the lookup for the second URI did not
    // begin.
    assert_eq!(resolver.lookup_count("slow.test"), 1);
    assert_eq!(
        upstream.document(&token(2, "ERC721")).await.as_deref(),
        Ok("[\"gateway\"]")
    );
}

/// A gateway may decode a path several times, so no encoding of `..` may reach a gateway.
#[tokio::test]
async fn encoded_dots_never_reach_a_gateway() {
    let gateway = Server::start(|_| ok("[\"admin\"]")).await;
    let uris = [
        "ipfs://..%2fadmin",
        "ipfs://bafy/..%2f..%2fadmin",
        "ipfs://bafy%2f..%2fadmin",
        "ipfs://%2e%2e%2fadmin",
        "ipfs://%252e%252e%252fadmin",
        "ipns://x/..%5cadmin",
        "ar://..%2fadmin",
        "ipfs://bafy/seven.json",
    ]
    .map(str::to_owned);
    let rpc = chain(&uris).await;
    let gateways = vec![format!("http://{}", gateway.address)];
    let sources = TokenSources {
        ipfs_gateways: gateways.clone(),
        arweave_gateways: gateways,
        ..sources(&[&rpc])
    };
    let upstream = upstream_with(&sources, limits(), Arc::new(names()));
    let last = uris.len() - 1;
    for id in 0..last {
        assert_fails(
            upstream.document(&token(id, "ERC721")).await,
            422,
            "Invalid URI of the token",
        );
    }
    assert_eq!(gateway.requests().len(), 0);
    assert!(
        upstream.document(&token(last, "ERC721")).await.is_ok(),
        "the gateway responds"
    );
}
