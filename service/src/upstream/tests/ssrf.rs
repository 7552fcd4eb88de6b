//! Token URIs that want a connection to a private address, counted at the listeners.
//!
//! 127.0.0.2 plays the public internet, so that redirects and names have somewhere public to begin, and 127.0.0.3 a part
//! of it where nothing listens; 127.0.0.1 and ::1 are what must never be reached, on a port that is allowed.

use super::*;
use crate::upstream::guard::is_global;
use std::net::{IpAddr, Ipv4Addr};

fn seems_global(ip: IpAddr) -> bool {
    [2, 3].map(|last| IpAddr::V4(Ipv4Addr::new(127, 0, 0, last))).contains(&ip) || is_global(ip)
}

/// Payloads that end at a listener when nothing stops them; `P` is the allowed port, `Q` another one with a listener.
const REACHING: &[&str] = &[
    // The address in every notation (WHATWG URL §3.5).
    "http://127.0.0.1:P/",
    "http://127.0.0.1.:P/",
    "http://127.1:P/",
    "http://127.0.1:P/",
    "http://2130706433:P/",
    "http://2130706433.:P/",
    "http://0x7f000001:P/",
    "http://0X7F000001:P/",
    "http://0x7f.0.0.1:P/",
    "http://0x7f.0x0.0x0.0x1:P/",
    "http://0x7f.1:P/",
    "http://127.0x1:P/",
    "http://0177.0.0.1:P/",
    "http://0177.0.0.01:P/",
    "http://017700000001:P/",
    "http://00000000177.0.0.1:P/",
    "http://0177.0x0.0.1:P/",
    "http://%31%32%37.0.0.1:P/",
    "http://127%2e0%2e0%2e1:P/",
    "http://127.0.0.%31:P/",
    "http://127。0。0。1:P/",
    "http://127.0.0。1:P/",
    "http://１２７.０.０.１:P/",
    "http://①②⑦.⓪.⓪.①:P/",
    "http://127｡0｡0｡1:P/",
    "http://𝟏𝟐𝟕.0.0.1:P/",
    "http://0:P/",
    "http://0.0.0.0:P/",
    "http://0x0:P/",
    "http://127.0.0.1:P\\@public.test/",
    "http:///127.0.0.1:P/",
    "HTTP://127.0.0.1:P/",
    " http://127.0.0.1:P/ ",
    "http://127.0.0.1:P?x",
    "http://127.0.0.1:P#@public.test:P/",
    "http://127.0.0.1:0P/",
    // IPv6.
    "http://[::1]:P/",
    "http://[0:0:0:0:0:0:0:1]:P/",
    "http://[0000::0001]:P/",
    "http://[::0.0.0.1]:P/",
    "http://[::]:P/",
    "http://[::ffff:127.0.0.1]:P/",
    "http://[::ffff:7f00:1]:P/",
    "http://[::FFFF:7F00:0001]:P/",
    "http://[0:0:0:0:0:ffff:127.0.0.1]:P/",
    "http://[::ffff:0.0.0.0]:P/",
    // Names.
    "http://localhost:P/",
    "http://localhost.:P/",
    "http://LOCALHOST:P/",
    "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:P/",
    "http://loc%61lhost:P/",
    "http://private.test:P/",
    "http://private6.test:P/",
    "http://both.test:P/",
    "http://mapped.test:P/",
    "http://any.test:P/",
    "http://any6.test:P/",
    "http://127.0.0.1.nip.test:P/",
    "http://xn--prvate-jwa.test:P/",
    "http://prïvate.test:P/",
    // Ports that are not allowed, on an address that is.
    "http://public.test:Q/",
    "http://127.0.0.2:Q/",
    "http://private.test:Q/",
    "http://127.0.0.1:Q/",
];

/// Payloads that no setting may let through.
const NEVER: &[&str] = &[
    // User information, on an allowed address as well.
    "http://user@127.0.0.1:P/",
    "http://user:pass@127.0.0.1:P/",
    "http://public.test:P@127.0.0.1:P/",
    "http://public.test%3AP@127.0.0.1:P/",
    "http://:pass@127.0.0.1:P/",
    "http://user@private.test:P/",
    // Other schemes.
    "gopher://127.0.0.1:P/_GET",
    "ftp://127.0.0.1:P/",
    "file://127.0.0.1/etc/passwd",
    "file:///etc/passwd",
    "ws://127.0.0.1:P/",
    "wss://127.0.0.1:P/",
    "dict://127.0.0.1:P/",
    "ldap://127.0.0.1:P/",
    "tftp://127.0.0.1:P/",
    "jar:http://127.0.0.1:P/!/",
    "unix:/var/run/docker.sock",
    "//127.0.0.1:P/",
    "127.0.0.1:P",
    "blob:http://127.0.0.1:P/x",
    "view-source:http://127.0.0.1:P/",
    // Without the two slashes that the core asks for, though a URL parser would add them.
    "http:\\\\127.0.0.1:P\\",
    "http:127.0.0.1:P",
    "http:/127.0.0.1:P/",
    // What is no URL, or has control characters that a parser would drop.
    "http://[::1%25lo]:P/",
    "http://[::1%lo]:P/",
    "http://[fe80::1%25eth0]:P/",
    "http://127.0.0.1:P:P/",
    "http://127.0.0.1:99999/",
    "http://127.0.0.1.0:P/",
    "http://256.0.0.1:P/",
    "http://0x100000000:P/",
    "http://127.0.0.1\t:P/",
    "http://127.0.\n0.1:P/",
    "ht\ttp://127.0.0.1:P/",
    "http://127.0.0.1:P\r\nX: y/",
    "http://127.0.0.1 :P/",
    "http://public.test 127.0.0.1:P/",
    "http://127.0.0.1\u{0}.public.test:P/",
    "http://[127.0.0.1]:P/",
    "http://:P/",
    "http://",
];

/// Payloads for addresses on which no test may listen: refused, by the counter.
const ELSEWHERE: &[&str] = &[
    "http://10.0.0.1:P/",
    "http://172.16.0.1:P/",
    "http://192.168.1.1:P/",
    "http://100.64.0.1:P/",
    "http://100.100.100.200:P/latest/meta-data/",
    "http://168.63.129.16:P/",
    "http://169.254.169.254:P/latest/meta-data/",
    "http://0xa9fea9fe:P/",
    "http://2852039166:P/",
    "http://[::ffff:169.254.169.254]:P/",
    "http://[fd00:ec2::254]:P/",
    "http://192.0.0.192:P/",
    "http://198.18.0.1:P/",
    "http://224.0.0.1:P/",
    "http://255.255.255.255:P/",
    "http://[::127.0.0.1]:P/",
    "http://[64:ff9b::7f00:1]:P/",
    "http://[64:ff9b::127.0.0.1]:P/",
    "http://[64:ff9b:1::7f00:1]:P/",
    "http://[2002:7f00:1::]:P/",
    "http://[2001:0:7f00:1::]:P/",
    "http://[fe80::1]:P/",
    "http://[fec0::1]:P/",
    "http://[fc00::1]:P/",
    "http://[ff02::1]:P/",
    "http://[2001:db8::1]:P/",
    "http://metadata.test:P/",
    "http://metadata.google.internal:P/computeMetadata/v1/",
    "http://compatible.test:P/",
    "http://nat64.test:P/",
    "http://sixtofour.test:P/",
    "http://local6.test:P/",
    "http://carrier.test:P/",
];

/// Where redirects lead; each is tried with every redirect status.
const REDIRECTED: &[&str] = &[
    "http://127.0.0.1:P/",
    "http://[::1]:P/",
    "//127.0.0.1:P/",
    "\\\\127.0.0.1:P/",
    "http://private.test:P/",
    "http://mapped.test:P/",
    "http://0x7f.1:P/",
    "http://public.test:P/again/127.0.0.1",
];

fn names() -> Names {
    Names::default()
        .with("public.test", &[&["127.0.0.2"]])
        .with("localhost", &[&["127.0.0.1", "::1"]])
        .with("localhost.", &[&["127.0.0.1", "::1"]])
        .with("private.test", &[&["127.0.0.1"]])
        .with("xn--prvate-jwa.test", &[&["127.0.0.1"]])
        .with("private6.test", &[&["::1"]])
        .with("both.test", &[&["::1", "127.0.0.1"]])
        .with("mapped.test", &[&["::ffff:127.0.0.1"]])
        .with("any.test", &[&["0.0.0.0"]])
        .with("any6.test", &[&["::"]])
        .with("127.0.0.1.nip.test", &[&["127.0.0.1"]])
        .with("mixed.test", &[&["127.0.0.1", "127.0.0.2", "::1"]])
        .with("rebind.test", &[&["127.0.0.2"], &["127.0.0.1"]])
        .with("metadata.test", &[&["169.254.169.254"]])
        .with("metadata.google.internal", &[&["169.254.169.254"]])
        .with("compatible.test", &[&["::127.0.0.1"]])
        .with("nat64.test", &[&["64:ff9b::7f00:1"]])
        .with("sixtofour.test", &[&["2002:7f00:1::1"]])
        .with("local6.test", &[&["fe80::1", "fd00::1"]])
        .with("carrier.test", &[&["100.64.0.1", "10.0.0.1"]])
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
                    let bytes: Vec<u8> =
                        (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect();
                    to(status.parse().unwrap(), std::str::from_utf8(&bytes).unwrap())
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
        let hex: String = self.uri(to).bytes().map(|byte| format!("{byte:02x}")).collect();
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
