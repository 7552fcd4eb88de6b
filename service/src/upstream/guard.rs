//! The guard against server-side request forgery: it decides which URLs and addresses a token URI
//! may lead to. Pure.
//!
//! Anyone can write a URI into a contract. Without the guard, anyone could make the service send
//! requests to the operator's network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use url::{Host, Url};

/// Decides about URLs from contracts and redirects. URLs that the operator configured do not pass
/// through the guard.
#[derive(Debug, Clone)]
pub(super) struct Guard {
    /// Allows every address and port, for tests and local chains.
    pub(super) allow_private: bool,
    /// The allowed ports if `allow_private` is false: 80 and 443.
    pub(super) ports: Vec<u16>,
    /// The function [`is_global`]. Tests use a function that also allows some loopback addresses.
    pub(super) is_global: fn(IpAddr) -> bool,
}

impl Guard {
    /// Whether the service may fetch a URL. Every domain name is allowed here, because the resolver
    /// checks the addresses of the name.
    ///
    /// The URL parser converts every notation of an IPv4 address (`0x7f.1`, `2130706433`,
    /// full-width digits; WHATWG URL §3.5), so a domain name is never an address in disguise.
    pub(super) fn allows(&self, url: &Url) -> bool {
        let is_web = matches!(url.scheme(), "http" | "https");
        let has_credentials = !url.username().is_empty() || url.password().is_some();
        let is_allowed_port = self.allow_private
            || url
                .port_or_known_default()
                .is_some_and(|port| self.ports.contains(&port));
        let is_allowed_host = url.host().is_some_and(|host| self.allows_host(&host));
        is_web && !has_credentials && is_allowed_port && is_allowed_host
    }

    fn allows_host(&self, host: &Host<&str>) -> bool {
        match host {
            Host::Domain(_) => true,
            Host::Ipv4(ip) => self.allows_address(IpAddr::V4(*ip)),
            Host::Ipv6(ip) => self.allows_address(IpAddr::V6(*ip)),
        }
    }

    /// Whether the service may connect to an address.
    pub(super) fn allows_address(&self, ip: IpAddr) -> bool {
        self.allow_private || (self.is_global)(ip)
    }
}

/// Whether an address belongs to the public internet.
pub(super) fn is_global(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => !SPECIAL_V4.iter().any(|range| is_in_v4(ip, range)),
        IpAddr::V6(ip) => {
            is_in_v6(ip, &GLOBAL_V6) && !SPECIAL_V6.iter().any(|range| is_in_v6(ip, range))
        }
    }
}

/// Whether an address is in a range: the first `prefix_bits` bits of `ip` and `start` are equal.
fn is_in_v4(ip: Ipv4Addr, (start, prefix_bits): &(Ipv4Addr, u32)) -> bool {
    let different_bits = ip.to_bits() ^ start.to_bits();
    different_bits >> (32 - prefix_bits) == 0
}

/// Like [`is_in_v4`], for IPv6.
fn is_in_v6(ip: Ipv6Addr, (start, prefix_bits): &(Ipv6Addr, u32)) -> bool {
    let different_bits = ip.to_bits() ^ start.to_bits();
    different_bits >> (128 - prefix_bits) == 0
}

const fn v4(a: u8, b: u8, c: u8, d: u8) -> Ipv4Addr {
    Ipv4Addr::new(a, b, c, d)
}

const fn v6(a: u16, b: u16) -> Ipv6Addr {
    Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0)
}

/// The IPv4 ranges that are not global (IANA special-purpose registry, RFC 6890), each with its
/// first address and the number of its prefix bits.
const SPECIAL_V4: [(Ipv4Addr, u32); 17] = [
    (v4(0, 0, 0, 0), 8),          // this network, RFC 791
    (v4(10, 0, 0, 0), 8),         // private, RFC 1918
    (v4(100, 64, 0, 0), 10),      // shared with a carrier's NAT, RFC 6598
    (v4(127, 0, 0, 0), 8),        // loopback, RFC 1122
    (v4(168, 63, 129, 16), 32),   // the host agent of Azure, not in an RFC
    (v4(169, 254, 0, 0), 16),     // link-local, with the metadata services of clouds, RFC 3927
    (v4(172, 16, 0, 0), 12),      // private, RFC 1918
    (v4(192, 0, 0, 0), 24),       // protocol assignments, RFC 6890
    (v4(192, 0, 2, 0), 24),       // documentation, RFC 5737
    (v4(192, 88, 99, 0), 24),     // relays of 6to4, RFC 7526
    (v4(192, 168, 0, 0), 16),     // private, RFC 1918
    (v4(198, 18, 0, 0), 15),      // benchmarks, RFC 2544
    (v4(198, 51, 100, 0), 24),    // documentation, RFC 5737
    (v4(203, 0, 113, 0), 24),     // documentation, RFC 5737
    (v4(224, 0, 0, 0), 4),        // multicast, RFC 5771
    (v4(240, 0, 0, 0), 4),        // reserved, RFC 1112
    (v4(255, 255, 255, 255), 32), // broadcast, RFC 919
];

/// The IPv6 range of global addresses (RFC 4291 §2.4). The following ranges are outside of this
/// range, so [`SPECIAL_V6`] does not need them: `::`, `::1`, IPv4-compatible and IPv4-mapped
/// addresses, NAT64 (`64:ff9b::/96`, RFC 6052; `64:ff9b:1::/48`, RFC 8215), discard-only
/// (`100::/64`, RFC 6666), segment routing (`5f00::/16`, RFC 9602), unique local (`fc00::/7`, RFC
/// 4193), link-local (`fe80::/10`), site-local (`fec0::/10`, RFC 3879) and multicast (`ff00::/8`).
const GLOBAL_V6: (Ipv6Addr, u32) = (v6(0x2000, 0), 3);

/// The IPv6 ranges within `GLOBAL_V6` that are not global.
const SPECIAL_V6: [(Ipv6Addr, u32); 4] = [
    // Protocol assignments, RFC 2928: Teredo 2001::/32 (RFC 4380), benchmarks, ORCHID.
    (v6(0x2001, 0), 23),
    (v6(0x2001, 0xdb8), 32), // documentation, RFC 3849
    (v6(0x2002, 0), 16),     // 6to4, RFC 3056: contains any IPv4 address
    (v6(0x3fff, 0), 20),     // documentation, RFC 9637
];

#[cfg(test)]
mod tests {
    use super::*;

    fn global(ip: &str) -> bool {
        is_global(ip.parse().expect(ip))
    }

    /// The first and last address of each special range, and a global address before and after the
    /// range. `None` if no global address is next to the range.
    const RANGES: [(&str, &str, Option<&str>, Option<&str>); 16] = [
        ("0.0.0.0", "0.255.255.255", None, Some("1.0.0.0")),
        (
            "10.0.0.0",
            "10.255.255.255",
            Some("9.255.255.255"),
            Some("11.0.0.0"),
        ),
        (
            "100.64.0.0",
            "100.127.255.255",
            Some("100.63.255.255"),
            Some("100.128.0.0"),
        ),
        (
            "127.0.0.0",
            "127.255.255.255",
            Some("126.255.255.255"),
            Some("128.0.0.0"),
        ),
        (
            "168.63.129.16",
            "168.63.129.16",
            Some("168.63.129.15"),
            Some("168.63.129.17"),
        ),
        (
            "169.254.0.0",
            "169.254.255.255",
            Some("169.253.255.255"),
            Some("169.255.0.0"),
        ),
        (
            "172.16.0.0",
            "172.31.255.255",
            Some("172.15.255.255"),
            Some("172.32.0.0"),
        ),
        (
            "192.0.0.0",
            "192.0.0.255",
            Some("191.255.255.255"),
            Some("192.0.1.0"),
        ),
        (
            "192.0.2.0",
            "192.0.2.255",
            Some("192.0.1.255"),
            Some("192.0.3.0"),
        ),
        (
            "192.88.99.0",
            "192.88.99.255",
            Some("192.88.98.255"),
            Some("192.88.100.0"),
        ),
        (
            "192.168.0.0",
            "192.168.255.255",
            Some("192.167.255.255"),
            Some("192.169.0.0"),
        ),
        (
            "198.18.0.0",
            "198.19.255.255",
            Some("198.17.255.255"),
            Some("198.20.0.0"),
        ),
        (
            "198.51.100.0",
            "198.51.100.255",
            Some("198.51.99.255"),
            Some("198.51.101.0"),
        ),
        (
            "203.0.113.0",
            "203.0.113.255",
            Some("203.0.112.255"),
            Some("203.0.114.0"),
        ),
        (
            "224.0.0.0",
            "239.255.255.255",
            Some("223.255.255.255"),
            None,
        ),
        ("240.0.0.0", "255.255.255.255", None, None),
    ];

    /// Like `RANGES`, for IPv6.
    const RANGES6: [(&str, &str, Option<&str>, Option<&str>); 17] = [
        ("::", "::", None, None),
        ("::1", "::1", None, None),
        ("::0.0.0.2", "::255.255.255.255", None, None),
        ("::ffff:0.0.0.0", "::ffff:255.255.255.255", None, None),
        ("64:ff9b::", "64:ff9b::ffff:ffff", None, None),
        (
            "64:ff9b:1::",
            "64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
            None,
            None,
        ),
        ("100::", "100::ffff:ffff:ffff:ffff", None, None),
        (
            "2001::",
            "2001:0:ffff:ffff:ffff:ffff:ffff:ffff",
            Some("2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
            None,
        ),
        ("2001:2::", "2001:2:0:ffff:ffff:ffff:ffff:ffff", None, None),
        (
            "2001:10::",
            "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
            None,
            Some("2001:200::"),
        ),
        (
            "2001:db8::",
            "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
            Some("2001:db7:ffff::"),
            Some("2001:db9::"),
        ),
        (
            "2002::",
            "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            Some("2001:ffff:ffff::"),
            Some("2003::"),
        ),
        (
            "3fff::",
            "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
            Some("3ffe:ffff::"),
            Some("3fff:1000::"),
        ),
        (
            "4000::",
            "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            Some("3fff:ffff::"),
            None,
        ),
        (
            "fc00::",
            "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            None,
            None,
        ),
        (
            "fe80::",
            "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            None,
            None,
        ),
        (
            "ff00::",
            "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            None,
            None,
        ),
    ];

    #[test]
    fn rejects_special_ranges_and_allows_their_neighbours() {
        for (first, last, before, after) in RANGES.into_iter().chain(RANGES6) {
            assert!(!global(first) && !global(last), "{first} - {last}");
            for outside in [before, after].into_iter().flatten() {
                assert!(global(outside), "{outside}");
            }
        }
        for ip in [
            "1.1.1.1",
            "8.8.8.8",
            "93.184.215.14",
            "2606:4700:4700::1111",
            "2a00:1450:4001::1",
        ] {
            assert!(global(ip), "{ip}");
        }
    }

    /// The guard refuses every IPv6 address that contains an IPv4 address, even a global IPv4
    /// address: no public site has such an IPv6 address.
    #[test]
    fn no_ipv4_address_in_disguise() {
        for ip in ["127.0.0.1", "10.0.0.1", "8.8.8.8"] {
            let v4: Ipv4Addr = ip.parse().unwrap();
            let [a, b, c, d] = v4.octets();
            // The IPv4 address as two groups of an IPv6 address, such as `7f00:1`.
            let low = format!(
                "{:x}:{:x}",
                u16::from_be_bytes([a, b]),
                u16::from_be_bytes([c, d])
            );
            // IPv4-compatible, IPv4-mapped, two prefixes of NAT64, 6to4, and Teredo.
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
        let guard = Guard {
            allow_private: false,
            ports: vec![80, 443],
            is_global,
        };
        let allows = |url: &str| Url::parse(url).is_ok_and(|url| guard.allows(&url));
        for url in [
            "http://a.b",
            "https://a.b/x?y#z",
            "https://a.b:443",
            "http://a.b:443",
            "https://a.b:80/",
            "http://1.1.1.1/",
            "https://[2606:4700:4700::1111]/",
        ] {
            assert!(allows(url), "{url}");
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
            assert!(!allows(url), "{url}");
        }
    }

    #[test]
    fn a_guard_that_allows_private_addresses_still_refuses_other_schemes_and_credentials() {
        let guard = Guard {
            allow_private: true,
            ports: vec![80, 443],
            is_global,
        };
        for (url, allowed) in [
            ("http://127.0.0.1:8545", true),
            ("http://u@127.0.0.1", false),
            ("ftp://127.0.0.1", false),
        ] {
            assert_eq!(guard.allows(&Url::parse(url).unwrap()), allowed, "{url}");
        }
    }
}
