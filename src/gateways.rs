//! The public gateways of IPFS and Arweave. The native service reads these lists, and
//! `pkg/src/generated/gateways.ts` has them for the helpers, the elements and the demo page.
//!
//! `docs/decisions.md` has the terms of the operators and the date when they were read. The workflow
//! `gateways.yml` asks each gateway once a week for known content.

/// IPFS gateways for a program that sets none, best first. Each has a different operator.
pub const IPFS_GATEWAYS: [&str; 3] = [
    "https://4everland.io",
    "https://ipfs.filebase.io",
    "https://gateway.pinata.cloud",
];

/// Arweave gateways for a program that sets none, best first.
pub const ARWEAVE_GATEWAYS: [&str; 1] = ["https://arweave.net"];

/// Hosts of IPFS gateways that have closed; their subdomains count too. Token documents name these
/// hosts more often than any other gateway. A URL at such a host is tried last, because the request
/// may hang.
pub const CLOSED_IPFS_HOSTS: [&str; 2] = ["ipfs.io", "dweb.link"];

/// Hosts of Arweave gateways; their subdomains count too. If a URL at such a host has the id of a
/// transaction, every Arweave gateway has the content of the URL.
pub const ARWEAVE_HOSTS: [&str; 6] = [
    "arweave.net",
    "arweave.dev",
    "ardrive.net",
    "ar-io.dev",
    "ar-io.net",
    "gateway.irys.xyz",
];

/// Returns whether `host`, in lower case, is in `list`, or is a subdomain of a host in `list`.
///
/// ```
/// use ethereal_query::gateways::{CLOSED_IPFS_HOSTS, is_listed};
///
/// assert!(is_listed("ipfs.io", &CLOSED_IPFS_HOSTS));
/// assert!(is_listed("cid.ipfs.dweb.link", &CLOSED_IPFS_HOSTS));
/// assert!(!is_listed("myipfs.io", &CLOSED_IPFS_HOSTS));
/// ```
#[must_use]
pub fn is_listed(host: &str, list: &[&str]) -> bool {
    list.iter().any(|listed| {
        let before = host.strip_suffix(listed);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    })
}
