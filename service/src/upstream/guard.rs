//! The guard against server-side request forgery: which URLs and addresses a token URI may lead to. Pure.
//!
//! Anyone can write a URI into a contract. Without the guard, the service would fetch from the operator's network for
//! anyone.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use url::{Host, Url};

/// Decides about URLs from contracts and documents. URLs that the operator configured do not pass through it.
#[derive(Debug, Clone)]
pub(super) struct Guard {
    /// Allows every address and port, for tests and local chains.
    pub(super) allow_private: bool,
    /// The allowed ports otherwise: 80 and 443.
    pub(super) ports: Vec<u16>,
    /// [`is_global`]; in tests, some loopback addresses count as public.
    pub(super) is_global: fn(IpAddr) -> bool,
}

impl Guard {
    /// Whether the service may fetch a URL. A domain name passes; the resolver checks its addresses.
    ///
    /// The URL parser has read every notation of an IPv4 address (`0x7f.1`, `2130706433`, full-width digits; WHATWG URL
    /// §3.5), so a domain name is never another notation of an address.
    pub(super) fn allows(&self, url: &Url) -> bool {
        let is_web = matches!(url.scheme(), "http" | "https");
        let has_credentials = !url.username().is_empty() || url.password().is_some();
        let port = self.allow_private || url.port_or_known_default().is_some_and(|port| self.ports.contains(&port));
        is_web && !has_credentials && port && url.host().is_some_and(|host| self.allows_host(&host))
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
        IpAddr::V4(ip) => !SPECIAL_V4.iter().any(|(net, bits)| (ip.to_bits() ^ net.to_bits()) >> (32 - bits) == 0),
        IpAddr::V6(ip) => within(ip, &GLOBAL_V6) && !SPECIAL_V6.iter().any(|range| within(ip, range)),
    }
}

fn within(ip: Ipv6Addr, (net, bits): &(Ipv6Addr, u32)) -> bool {
    (ip.to_bits() ^ net.to_bits()) >> (128 - bits) == 0
}

const fn v4(a: u8, b: u8, c: u8, d: u8) -> Ipv4Addr {
    Ipv4Addr::new(a, b, c, d)
}

const fn v6(a: u16, b: u16) -> Ipv6Addr {
    Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0)
}

/// The IPv4 ranges that are not global (IANA special-purpose registry, RFC 6890).
const SPECIAL_V4: [(Ipv4Addr, u32); 17] = [
    (v4(0, 0, 0, 0), 8),          // this network, RFC 791
    (v4(10, 0, 0, 0), 8),         // private, RFC 1918
    (v4(100, 64, 0, 0), 10),      // shared with a carrier's NAT, RFC 6598
    (v4(127, 0, 0, 0), 8),        // loopback, RFC 1122
    (v4(168, 63, 129, 16), 32),   // the host agent of Azure, in no RFC
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

/// The IPv6 range of global addresses (RFC 4291 §2.4). These ranges lie outside and need no entry below: `::`, `::1`,
/// IPv4-compatible and IPv4-mapped addresses, NAT64 (`64:ff9b::/96`, RFC 6052; `64:ff9b:1::/48`, RFC 8215),
/// discard-only (`100::/64`, RFC 6666), segment routing (`5f00::/16`, RFC 9602), unique local (`fc00::/7`, RFC 4193),
/// link-local (`fe80::/10`), site-local (`fec0::/10`, RFC 3879) and multicast (`ff00::/8`).
const GLOBAL_V6: (Ipv6Addr, u32) = (v6(0x2000, 0), 3);

/// The IPv6 ranges within `GLOBAL_V6` that are not global.
const SPECIAL_V6: [(Ipv6Addr, u32); 4] = [
    (v6(0x2001, 0), 23), // protocol assignments, RFC 2928: Teredo 2001::/32 (RFC 4380), benchmarks, ORCHID
    (v6(0x2001, 0xdb8), 32), // documentation, RFC 3849
    (v6(0x2002, 0), 16), // 6to4, RFC 3056: contains any IPv4 address
    (v6(0x3fff, 0), 20), // documentation, RFC 9637
];

#[cfg(test)]
mod tests;
