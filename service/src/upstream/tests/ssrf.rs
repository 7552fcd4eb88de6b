//! Server-side request forgery: token URIs with private addresses. Listeners count the connections.
//!
//! 127.0.0.2 counts as a public address, and so does 127.0.0.3, where nothing listens. The service must never connect
//! to 127.0.0.1 and ::1, whose listeners have an allowed port.

mod payloads;

use super::*;
use crate::upstream::guard::is_global;
use payloads::{ELSEWHERE, NEVER, REACHING, REDIRECTED, names};
use std::net::{IpAddr, Ipv4Addr};

fn seems_global(ip: IpAddr) -> bool {
    [2, 3]
        .map(|last| IpAddr::V4(Ipv4Addr::new(127, 0, 0, last)))
        .contains(&ip)
        || is_global(ip)
}

struct Harness {
    port: u16,
    other: u16,
    /// Listeners on 127.0.0.1 and ::1 with the allowed port, and on 127.0.0.1 and 127.0.0.2 with another.
    private: Vec<Server>,
    public: Server,
}

impl Harness {
    async fn new() -> Self {
        let doc = |_: &str| ok("[\"secret\"]");
        // `/r/307/HEX` redirects to the text of the hexadecimal digits, `/again/x` to the host `x` on the same port.
        let first = Server::start_at("127.0.0.1:0", doc).await;
        let port = first.address.port();
        let public = Server::start_at(&format!("127.0.0.2:{port}"), move |request| {
            let path: Vec<&str> = request.split(['/', ' ']).skip(2).collect();
            let to = |status: u16, to: &str| {
                Reply::Send(reply(
                    status,
                    &format!("connection: close\r\nlocation: {to}\r\n"),
                    "",
                ))
            };
            match path[..] {
                ["r", status, hex, ..] => to(
                    status.parse().unwrap(),
                    std::str::from_utf8(&hex::decode(hex).unwrap()).unwrap(),
                ),
                ["again", host, ..] => to(302, &format!("http://{host}:{port}/")),
                _ => Reply::Send(reply(200, "connection: close\r\n", "[\"public\"]")),
            }
        })
        .await;
        let fourth = Server::start_at("127.0.0.2:0", doc).await;
        let other = fourth.address.port();
        let second = Server::start_at(&format!("[::1]:{port}"), doc).await;
        let third = Server::start_at(&format!("127.0.0.1:{other}"), doc).await;
        Self {
            port,
            other,
            private: vec![first, second, third, fourth],
            public,
        }
    }

    fn uri(&self, payload: &str) -> String {
        let p = |before: &str| [before, &self.port.to_string()].concat();
        let payload = payload
            .replace(":P", &p(":"))
            .replace(":0P", &p(":0"))
            .replace("%3AP", &p("%3A"));
        payload.replace(":Q", &[":", &self.other.to_string()].concat())
    }

    /// The URL of a public page that redirects to `location`.
    fn redirect(&self, host: &str, status: u16, to: &str) -> String {
        let hex = hex::encode(self.uri(to));
        self.uri(&format!("http://{host}:P/r/{status}/{hex}"))
    }

    fn redirects(&self) -> Vec<String> {
        let mut all = Vec::new();
        for status in [301, 302, 303, 307, 308] {
            all.extend(
                REDIRECTED
                    .iter()
                    .map(|to| self.redirect("public.test", status, to)),
            );
            // The first lookup returns a public address, the second a private one.
            all.push(self.redirect("rebind.test", status, "http://rebind.test:P/"));
        }
        all
    }

    /// The number of connections to private addresses.
    fn reached(&self) -> usize {
        self.private.iter().map(Server::accepted).sum()
    }

    /// Reads each URI with a new service, which has no cache and no open connections.
    async fn read(
        &self,
        uris: &[String],
        allow_private: bool,
        mut seen: impl FnMut(&str, usize, Result<Document, Failure>, Metrics),
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
            let before = self.reached();
            let got = upstream.document(&token(id, "ERC721"), false).await;
            seen(
                uri,
                self.reached() - before,
                got,
                upstream.reader.metrics.clone(),
            );
        }
    }
}

/// The control: it shows that the listeners count every payload and redirect.
#[tokio::test]
async fn with_allow_private_every_payload_reaches_a_listener() {
    let harness = Harness::new().await;
    let payloads: Vec<String> = REACHING
        .iter()
        .map(|payload| harness.uri(payload))
        .chain(harness.redirects())
        .collect();
    harness
        .read(&payloads, true, |uri, connections, got, _| {
            assert!(
                connections >= 1 && got.as_deref() == Ok("[\"secret\"]"),
                "{uri}: {connections}, {got:?}"
            );
        })
        .await;
    assert!(harness.private.iter().all(|server| server.accepted() > 0));
}

#[tokio::test]
async fn no_payload_makes_a_connection() {
    let harness = Harness::new().await;
    let listed = [REACHING, NEVER, ELSEWHERE].concat();
    let payloads: Vec<String> = listed
        .iter()
        .map(|payload| harness.uri(payload))
        .chain(harness.redirects())
        .collect();
    assert!(payloads.len() >= 80);
    let mut texts = std::collections::BTreeSet::new();
    harness
        .read(&payloads, false, |uri, connections, got, metrics| {
            assert_eq!(connections, 0, "{uri}");
            let failure = got.expect_err(uri);
            // A payload that is not a URL never reaches the guard.
            let is_url = uri::resolve(uri::trimmed(uri), &uri::Gateways::default()).is_some();
            assert_eq!(failure.status, if is_url { 502 } else { 422 }, "{uri}");
            assert!(!is_url || metrics.refused.get() > 0, "{uri}: {metrics:?}");
            texts.insert(if is_url {
                failure.message
            } else {
                String::new()
            });
        })
        .await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(harness.reached(), 0);
    assert!(harness.public.accepted() > 0, "the redirects began");
    // The messages do not depend on the target: a closed port and an unknown name have the same one as a refusal.
    let unreachable = ["http://127.0.0.3:P/", "http://nowhere.test:P/"].map(|uri| harness.uri(uri));
    harness
        .read(&unreachable, false, |uri, _, got, metrics| {
            assert!(
                metrics.refused.get() == 0 && texts.contains(&got.unwrap_err().message),
                "{uri}"
            );
        })
        .await;
    assert_eq!(texts.len(), 2, "{texts:?}");
}

#[tokio::test]
async fn rejects_user_information_and_other_schemes_with_allow_private_too() {
    let harness = Harness::new().await;
    let payloads: Vec<String> = NEVER.iter().map(|payload| harness.uri(payload)).collect();
    harness
        .read(&payloads, true, |uri, connections, got, _| {
            assert!(connections == 0 && got.is_err(), "{uri}: {got:?}")
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
        .read(&uris, false, |uri, connections, got, _| {
            assert_eq!(
                (connections, got.as_deref()),
                (0, Ok("[\"public\"]")),
                "{uri}"
            );
        })
        .await;
    // The second lookup returns a private address, which is refused although the first was allowed.
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
    let names = Arc::new(names());
    let sources = TokenSources {
        allow_private: false,
        ..sources(&[&rpc])
    };
    let upstream = upstream_with(&sources, limits, names.clone());
    assert_eq!(
        upstream
            .document(&token(0, "ERC721"), false)
            .await
            .as_deref(),
        Ok("[\"public\"]")
    );
    assert_eq!(names.lookup_count("rebind.test"), 1);
    assert_fails(
        upstream.document(&token(1, "ERC721"), false).await,
        502,
        "Cannot read the document",
    );
    assert_eq!(
        (names.lookup_count("rebind.test"), harness.reached()),
        (2, 0)
    );
}

/// A gateway may have a private address. That allows neither its host in a token URI nor the targets of its redirects,
/// even while a connection to the gateway is open.
#[tokio::test]
async fn does_not_trust_redirects_of_a_gateway() {
    let harness = Harness::new().await;
    let location = format!("location: http://127.0.0.1:{}/\r\n", harness.other);
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
    let limits = Limits {
        ports: vec![port, harness.other],
        is_global: seems_global,
        ..limits()
    };
    let upstream = upstream_with(&sources, limits, Arc::new(names()));
    assert_eq!(
        upstream
            .document(&token(0, "ERC721"), false)
            .await
            .as_deref(),
        Ok("[\"gateway\"]")
    );
    assert_fails(
        upstream.document(&token(1, "ERC721"), false).await,
        502,
        "Cannot read the document",
    );
    assert_eq!(gateway.requests().len(), 1);
    assert_fails(
        upstream.document(&token(2, "ERC721"), false).await,
        502,
        "Cannot read the document",
    );
    assert_eq!((gateway.requests().len(), harness.reached()), (2, 0));
}

/// Lookups of token URIs that hang do not take the slots of gateways and endpoints.
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
    let names = Arc::new(names());
    let limits = Limits {
        lookups: 1,
        fetch: Duration::from_millis(300),
        ..limits()
    };
    let upstream = upstream_with(&sources, limits, names.clone());
    for id in [0, 1] {
        assert_fails(
            upstream.document(&token(id, "ERC721"), false).await,
            504,
            "no document from the URI of the token in time",
        );
    }
    assert_eq!(names.lookup_count("slow.test"), 1);
    assert_eq!(
        upstream
            .document(&token(2, "ERC721"), false)
            .await
            .as_deref(),
        Ok("[\"gateway\"]")
    );
}

/// A gateway may decode a path several times, so no encoding of `..` may reach it.
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
            upstream.document(&token(id, "ERC721"), false).await,
            422,
            "Invalid URI of the token",
        );
    }
    assert_eq!(gateway.requests().len(), 0);
    assert!(
        upstream
            .document(&token(last, "ERC721"), false)
            .await
            .is_ok(),
        "the gateway responds"
    );
}
