//! Token URIs that want a connection to a private address, counted at the listeners.
//!
//! 127.0.0.2 plays the public internet, so that redirects and names have somewhere public to begin, and 127.0.0.3 a part
//! of it where nothing listens; 127.0.0.1 and ::1 are what must never be reached, on a port that is allowed.

mod payloads;

use super::*;
use crate::upstream::guard::is_global;
use payloads::{ELSEWHERE, NEVER, REACHING, REDIRECTED, names};
use std::net::{IpAddr, Ipv4Addr};

fn seems_global(ip: IpAddr) -> bool {
    [2, 3].map(|last| IpAddr::V4(Ipv4Addr::new(127, 0, 0, last))).contains(&ip) || is_global(ip)
}

struct World {
    port: u16,
    other: u16,
    /// 127.0.0.1 and ::1 on the allowed port; 127.0.0.1 and 127.0.0.2 on another.
    private: Vec<Server>,
    public: Server,
}

impl World {
    async fn new() -> Self {
        let doc = |_: &str| ok("[\"secret\"]");
        // `/r/307/…hex…` redirects to what the digits spell, `/again/x` to `x` on the same port.
        let first = Server::at("127.0.0.1:0", doc).await;
        let port = first.address.port();
        let public = Server::at(&format!("127.0.0.2:{port}"), move |request| {
            let path: Vec<&str> = request.split(['/', ' ']).skip(2).collect();
            let to = |status: u16, to: &str| {
                Reply::Send(reply(status, &format!("connection: close\r\nlocation: {to}\r\n"), ""))
            };
            match path[..] {
                ["r", status, hex, ..] => {
                    to(status.parse().unwrap(), std::str::from_utf8(&hex::decode(hex).unwrap()).unwrap())
                }
                ["again", host, ..] => to(302, &format!("http://{host}:{port}/")),
                _ => Reply::Send(reply(200, "connection: close\r\n", "[\"public\"]")),
            }
        })
        .await;
        let fourth = Server::at("127.0.0.2:0", doc).await;
        let other = fourth.address.port();
        let second = Server::at(&format!("[::1]:{port}"), doc).await;
        let third = Server::at(&format!("127.0.0.1:{other}"), doc).await;
        Self { port, other, private: vec![first, second, third, fourth], public }
    }

    fn uri(&self, payload: &str) -> String {
        let p = |before: &str| [before, &self.port.to_string()].concat();
        let payload = payload.replace(":P", &p(":")).replace(":0P", &p(":0")).replace("%3AP", &p("%3A"));
        payload.replace(":Q", &[":", &self.other.to_string()].concat())
    }

    /// A public page that redirects.
    fn redirect(&self, host: &str, status: u16, to: &str) -> String {
        let hex = hex::encode(self.uri(to));
        self.uri(&format!("http://{host}:P/r/{status}/{hex}"))
    }

    fn redirects(&self) -> Vec<String> {
        let mut all = Vec::new();
        for status in [301, 302, 303, 307, 308] {
            all.extend(REDIRECTED.iter().map(|to| self.redirect("public.test", status, to)));
            // Public when first looked up, private when the redirect has it looked up again.
            all.push(self.redirect("rebind.test", status, "http://rebind.test:P/"));
        }
        all
    }

    /// Connections to what must not be reached.
    fn reached(&self) -> usize {
        self.private.iter().map(Server::accepted).sum()
    }

    /// Reads each URI in a service of its own, so that none is helped by the cache or a kept connection.
    async fn read(
        &self,
        uris: &[String],
        allow_private: bool,
        mut seen: impl FnMut(&str, usize, Result<Arc<str>, Failure>, Metrics),
    ) {
        let rpc = chain(uris).await;
        for (id, uri) in uris.iter().enumerate() {
            let settings = Settings { allow_private, ..settings(&[&rpc]) };
            let limits = Limits { ports: vec![self.port], is_global: seems_global, ..limits() };
            let upstream = Upstream::with(settings, limits, Arc::new(names())).unwrap();
            let before = self.reached();
            let got = upstream.document(&token(id, "ERC721")).await;
            seen(uri, self.reached() - before, got, upstream.metrics());
        }
    }
}

/// The control: with `allow_private` every payload and redirect arrives, so the harness can see what it denies below.
#[tokio::test]
async fn the_listeners_see_what_is_let_through() {
    let world = World::new().await;
    let payloads: Vec<String> = REACHING.iter().map(|payload| world.uri(payload)).chain(world.redirects()).collect();
    world
        .read(&payloads, true, |uri, connections, got, _| {
            assert!(connections >= 1 && got.as_deref() == Ok("[\"secret\"]"), "{uri}: {connections}, {got:?}");
        })
        .await;
    assert!(world.private.iter().all(|server| server.accepted() > 0));
}

#[tokio::test]
async fn no_payload_makes_a_connection() {
    let world = World::new().await;
    let listed = [REACHING, NEVER, ELSEWHERE].concat();
    let payloads: Vec<String> = listed.iter().map(|payload| world.uri(payload)).chain(world.redirects()).collect();
    assert!(payloads.len() >= 80);
    let mut texts = std::collections::BTreeSet::new();
    world
        .read(&payloads, false, |uri, connections, got, metrics| {
            assert_eq!(connections, 0, "{uri}");
            let failure = got.expect_err(uri);
            assert_eq!(failure.status, 502, "{uri}");
            // What never becomes a URL has nothing to be refused.
            let first =
                ethereal_query::resolve_uri(uri, None, &[], &[]).ok().and_then(|urls| Url::parse(&urls[0]).ok());
            assert!(first.is_none() || metrics.refused > 0, "{uri}: {metrics:?}");
            texts.insert(failure.message);
        })
        .await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(world.reached(), 0);
    assert!(world.public.accepted() > 0, "the redirects began");
    // One text for what is no URI, and one for the rest: that of a closed port and of a name that does not exist.
    let unreachable = ["http://127.0.0.3:P/", "http://nowhere.test:P/"].map(|uri| world.uri(uri));
    world
        .read(&unreachable, false, |uri, _, got, metrics| {
            assert!(metrics.refused == 0 && texts.contains(&got.unwrap_err().message), "{uri}");
        })
        .await;
    assert_eq!(texts.len(), 2, "{texts:?}");
    println!("{} payloads, 0 connections", payloads.len());
}

#[tokio::test]
async fn user_information_and_schemes_are_refused_whatever_is_allowed() {
    let world = World::new().await;
    let payloads: Vec<String> = NEVER.iter().map(|payload| world.uri(payload)).collect();
    world
        .read(&payloads, true, |uri, connections, got, _| assert!(connections == 0 && got.is_err(), "{uri}: {got:?}"))
        .await;
}

#[tokio::test]
async fn names_are_looked_up_once_and_only_good_addresses_used() {
    let world = World::new().await;
    let uris = ["http://mixed.test:P/", "http://rebind.test:P/", "http://public.test:P/"].map(|uri| world.uri(uri));
    world
        .read(&uris, false, |uri, connections, got, _| {
            assert_eq!((connections, got.as_deref()), (0, Ok("[\"public\"]")), "{uri}");
        })
        .await;
    // The second look-up of the name gives a private address: refused, though the first was good.
    let rpc = chain(&[world.uri("http://rebind.test:P/"), world.uri("http://rebind.test:P/2")]).await;
    let limits = Limits { ports: vec![world.port], is_global: seems_global, ..limits() };
    let names = Arc::new(names());
    let settings = Settings { allow_private: false, ..settings(&[&rpc]) };
    let upstream = Upstream::with(settings, limits, names.clone()).unwrap();
    assert_eq!(upstream.document(&token(0, "ERC721")).await.as_deref(), Ok("[\"public\"]"));
    assert_eq!(names.asked("rebind.test"), 1);
    failed(upstream.document(&token(1, "ERC721")).await, 502, "could not be read");
    assert_eq!((names.asked("rebind.test"), world.reached()), (2, 0));
}

/// A gateway may be private; neither its host in a token's URI nor where it redirects to is trusted for that, even
/// while a connection to it is kept open.
#[tokio::test]
async fn trust_in_a_gateway_is_not_inherited() {
    let world = World::new().await;
    let location = format!("location: http://127.0.0.1:{}/\r\n", world.other);
    let gateway = Server::start(move |request| {
        if request.starts_with("GET /ipfs/QmMoved") {
            Reply::Send(reply(302, &location, ""))
        } else {
            ok("[\"gateway\"]")
        }
    })
    .await;
    let port = gateway.address.port();
    let uris = ["ipfs://QmX".to_owned(), format!("http://private.test:{port}/ipfs/admin"), "ipfs://QmMoved".into()];
    let rpc = chain(&uris).await;
    let ipfs_gateways = vec![format!("http://private.test:{port}")];
    let settings = Settings { allow_private: false, ipfs_gateways, ..settings(&[&rpc]) };
    let limits = Limits { ports: vec![port, world.other], is_global: seems_global, ..limits() };
    let upstream = Upstream::with(settings, limits, Arc::new(names())).unwrap();
    assert_eq!(upstream.document(&token(0, "ERC721")).await.as_deref(), Ok("[\"gateway\"]"));
    failed(upstream.document(&token(1, "ERC721")).await, 502, "could not be read");
    assert_eq!(gateway.requests().len(), 1);
    failed(upstream.document(&token(2, "ERC721")).await, 502, "could not be read");
    assert_eq!((gateway.requests().len(), world.reached()), (2, 0));
}

/// Names that never resolve use up their own places only: gateways and endpoints have others.
#[tokio::test]
async fn slow_names_do_not_keep_gateways_waiting() {
    let gateway = Server::start(|_| ok("[\"gateway\"]")).await;
    let port = gateway.address.port();
    let uris = ["http://slow.test/", "http://slow.test/2", "ipfs://QmX"].map(str::to_owned);
    let rpc = chain(&uris).await;
    let ipfs_gateways = vec![format!("http://private.test:{port}")];
    let settings = Settings { allow_private: false, ipfs_gateways, ..settings(&[&rpc]) };
    let names = Arc::new(names());
    let limits = Limits { lookups: 1, candidate: Duration::from_millis(300), ..limits() };
    let upstream = Upstream::with(settings, limits, names.clone()).unwrap();
    for id in [0, 1] {
        failed(upstream.document(&token(id, "ERC721")).await, 504, "did not answer in time");
    }
    assert_eq!(names.asked("slow.test"), 1);
    assert_eq!(upstream.document(&token(2, "ERC721")).await.as_deref(), Ok("[\"gateway\"]"));
}

/// A gateway decides how often it decodes a path; no spelling of `..` may lead it out of the paths of its content.
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
    let settings = Settings { ipfs_gateways: gateways.clone(), arweave_gateways: gateways, ..settings(&[&rpc]) };
    let upstream = Upstream::with(settings, limits(), Arc::new(names())).unwrap();
    let last = uris.len() - 1;
    for id in 0..last {
        failed(upstream.document(&token(id, "ERC721")).await, 502, "none that can be read");
    }
    assert_eq!(gateway.requests().len(), 0);
    assert!(upstream.document(&token(last, "ERC721")).await.is_ok(), "the gateway answers");
}
