//! Tests of the guard: which addresses and URLs it allows.

use super::*;

fn global(ip: &str) -> bool {
    is_global(ip.parse().expect(ip))
}

/// The first and last address of each special range, and the global addresses beside it.
const RANGES: [(&str, &str, Option<&str>, Option<&str>); 16] = [
    ("0.0.0.0", "0.255.255.255", None, Some("1.0.0.0")),
    ("10.0.0.0", "10.255.255.255", Some("9.255.255.255"), Some("11.0.0.0")),
    ("100.64.0.0", "100.127.255.255", Some("100.63.255.255"), Some("100.128.0.0")),
    ("127.0.0.0", "127.255.255.255", Some("126.255.255.255"), Some("128.0.0.0")),
    ("168.63.129.16", "168.63.129.16", Some("168.63.129.15"), Some("168.63.129.17")),
    ("169.254.0.0", "169.254.255.255", Some("169.253.255.255"), Some("169.255.0.0")),
    ("172.16.0.0", "172.31.255.255", Some("172.15.255.255"), Some("172.32.0.0")),
    ("192.0.0.0", "192.0.0.255", Some("191.255.255.255"), Some("192.0.1.0")),
    ("192.0.2.0", "192.0.2.255", Some("192.0.1.255"), Some("192.0.3.0")),
    ("192.88.99.0", "192.88.99.255", Some("192.88.98.255"), Some("192.88.100.0")),
    ("192.168.0.0", "192.168.255.255", Some("192.167.255.255"), Some("192.169.0.0")),
    ("198.18.0.0", "198.19.255.255", Some("198.17.255.255"), Some("198.20.0.0")),
    ("198.51.100.0", "198.51.100.255", Some("198.51.99.255"), Some("198.51.101.0")),
    ("203.0.113.0", "203.0.113.255", Some("203.0.112.255"), Some("203.0.114.0")),
    ("224.0.0.0", "239.255.255.255", Some("223.255.255.255"), None),
    ("240.0.0.0", "255.255.255.255", None, None),
];

const RANGES6: [(&str, &str, Option<&str>, Option<&str>); 17] = [
    ("::", "::", None, None),
    ("::1", "::1", None, None),
    ("::0.0.0.2", "::255.255.255.255", None, None),
    ("::ffff:0.0.0.0", "::ffff:255.255.255.255", None, None),
    ("64:ff9b::", "64:ff9b::ffff:ffff", None, None),
    ("64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", None, None),
    ("100::", "100::ffff:ffff:ffff:ffff", None, None),
    ("2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff", Some("2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), None),
    ("2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", None, None),
    ("2001:10::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", None, Some("2001:200::")),
    ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", Some("2001:db7:ffff::"), Some("2001:db9::")),
    ("2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", Some("2001:ffff:ffff::"), Some("2003::")),
    ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", Some("3ffe:ffff::"), Some("3fff:1000::")),
    ("4000::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", Some("3fff:ffff::"), None),
    ("fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", None, None),
    ("fe80::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", None, None),
    ("ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", None, None),
];

#[test]
fn rejects_special_ranges_and_allows_their_neighbours() {
    for (first, last, before, after) in RANGES.into_iter().chain(RANGES6) {
        assert!(!global(first) && !global(last), "{first} - {last}");
        for outside in [before, after].into_iter().flatten() {
            assert!(global(outside), "{outside}");
        }
    }
    for ip in ["1.1.1.1", "8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "2a00:1450:4001::1"] {
        assert!(global(ip), "{ip}");
    }
}

/// The guard refuses every IPv4 address within IPv6, even a global one: no public site has such an address.
#[test]
fn no_ipv4_address_in_disguise() {
    for ip in ["127.0.0.1", "10.0.0.1", "8.8.8.8"] {
        let v4: Ipv4Addr = ip.parse().unwrap();
        let [a, b, c, d] = v4.octets();
        let low = format!("{:x}:{:x}", u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
        let disguises = [
            format!("::{low}"),
            format!("::ffff:{low}"),
            format!("64:ff9b::{low}"),
            format!("64:ff9b:1::{low}"),
            format!("2002:{low}::1"),
            format!("2001:0:{low}::1"),
        ];
        for ip in disguises {
            assert!(!global(&ip), "{ip}");
        }
    }
}

#[test]
fn allows_public_web_urls_only() {
    let guard = Guard { allow_private: false, ports: vec![80, 443], is_global };
    let admits = |url: &str| Url::parse(url).is_ok_and(|url| guard.allows(&url));
    for url in [
        "http://a.b",
        "https://a.b/x?y#z",
        "https://a.b:443",
        "http://a.b:443",
        "https://a.b:80/",
        "http://1.1.1.1/",
        "https://[2606:4700:4700::1111]/",
    ] {
        assert!(admits(url), "{url}");
    }
    for url in [
        "ftp://a.b",
        "ws://a.b",
        "wss://a.b",
        "file:///etc/passwd",
        "gopher://a.b:80",
        "http://a.b:8080",
        "http://a.b:0",
        "https://u@a.b",
        "https://u:p@a.b",
        "https://:p@a.b",
        "http://0x7f.1",
        "http://[::1]",
        "data:,x",
    ] {
        assert!(!admits(url), "{url}");
    }
    let open = Guard { allow_private: true, ..guard };
    for (url, allowed) in [("http://127.0.0.1:8545", true), ("http://u@127.0.0.1", false), ("ftp://127.0.0.1", false)] {
        assert_eq!(open.allows(&Url::parse(url).unwrap()), allowed, "{url}");
    }
}
