//! Finds the URLs that the document of a token can be read from. The npm package resolves URIs by
//! the same rules in `pkg/src/metadata/resolve-text.ts`. The tests of both implementations read
//! `tests/metadata/uris.json`. Pure.

use super::{
    gateway::Gateway,
    location::{ARWEAVE, IPNS, find, lacks_scheme, leaves_gateway, spellings, strip},
};
use ethereal_query::gateways::{ARWEAVE_GATEWAYS, CLOSED_IPFS_HOSTS, IPFS_GATEWAYS, is_listed};
use std::borrow::Cow;
use url::Url;

/// Removes what contracts write around a URI: white space, zero bytes, and quotation marks.
pub(super) fn trimmed(text: &str) -> &str {
    // JavaScript counts the byte order mark as white space, but not the control character U+0085.
    let is_space = |c: char| matches!(c, '\0' | '\u{feff}') || (c.is_whitespace() && c != '\u{85}');
    let text = text.trim_matches(is_space);
    let unquoted = |mark: char| text.strip_prefix(mark)?.strip_suffix(mark);
    let uri = unquoted('"').or_else(|| unquoted('\'')).unwrap_or(text);
    uri.trim_matches(is_space)
}

/// Replaces each `{id}` in a URI by the 64 hexadecimal digits of a token id (EIP-1155). Returns
/// `None` if the result would have more than `max_bytes`.
pub(super) fn with_id(uri: &str, id: &str, max_bytes: usize) -> Option<String> {
    let mut out = String::new();
    let mut rest = uri;
    while let Some(at) = rest.find(['{', '%']) {
        // `{` and `%` are ASCII characters, so the splits before and after them always succeed.
        let (before, marked) = rest.split_at_checked(at)?;
        out.push_str(before);
        let after_placeholder = ["{id}", "%7Bid%7D"]
            .iter()
            .find_map(|placeholder| strip(marked, placeholder));
        if let Some(after) = after_placeholder {
            out.push_str(id);
            rest = after;
        } else {
            let (mark, after) = marked.split_at_checked(1)?;
            out.push_str(mark);
            rest = after;
        }
        if out.len() + rest.len() > max_bytes {
            return None;
        }
    }
    out.push_str(rest);
    Some(out)
}

/// The gateways of the operator. If a list is empty, the public gateways are used.
#[derive(Debug, Clone, Default)]
pub(super) struct Gateways {
    pub(super) ipfs: Vec<Gateway>,
    pub(super) arweave: Vec<Gateway>,
}

/// A URL that may have the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) url: Url,
    /// Whether the service made this URL from a gateway of the operator. A URL that a contract
    /// returned is never trusted, even if its origin is a gateway of the operator.
    pub(super) is_trusted: bool,
    /// The path of the content at a gateway: `IPFS`, `IPNS` or `ARWEAVE`. `None` if the URL does
    /// not name content of a gateway.
    pub(super) path: Option<&'static str>,
}

/// The URLs behind a URI.
#[derive(Debug)]
pub(super) struct Resolved {
    /// In the order in which they are tried.
    pub(super) targets: Vec<Target>,
    /// Whether the URI always has the same document. This is true for a content id or an Arweave
    /// transaction without a host: a host could send a different document later.
    pub(super) is_immutable: bool,
}

/// Returns the URLs behind a URI; `None` for an invalid URI.
///
/// - `ipfs:`, `ipns:` and `ar:` URIs, and bare IPFS content ids, are read through gateways.
/// - If the operator has configured gateways, an `http:` or `https:` URL of a gateway comes after
///   the same content at the operator's gateways.
/// - Otherwise, such a URL comes before the same content at the public gateways. The URL of a
///   gateway that has closed comes last.
///
/// A URI is invalid if it has another scheme or control characters, or if a URL parser does not
/// accept it. It is also invalid if its path below a gateway has a `..` segment (percent-encoded or
/// not), or if decoding it seven times leaves an escape.
pub(super) fn resolve(uri: &str, gateways: &Gateways) -> Option<Resolved> {
    if uri.chars().any(char::is_control) {
        return None;
    }
    let uri_with_scheme = if lacks_scheme(uri) {
        Cow::Owned(["https://", uri].concat())
    } else {
        Cow::Borrowed(uri)
    };
    let location = find(&uri_with_scheme)?;
    // The URLs at the host that the URI names. Without content of a gateway, `url_start` is the
    // whole URL, and `location.name` is empty.
    let mut urls_at_host = Vec::new();
    if let Some(start) = location.url_start {
        for name in spellings(&location.name) {
            // Every spelling begins with the id. `id_length` is above 0 if the host contains the
            // id: then `url_start` has the id already, and only the path after it is missing.
            let path = name.get(location.id_length..)?;
            let url = Url::parse(&[start, path].concat()).ok()?;
            urls_at_host.push(url);
        }
    }
    let mut targets: Vec<Target> = Vec::new();
    let mut add = |url: Url, is_trusted| {
        if !targets.iter().any(|target| target.url == url) {
            targets.push(Target {
                url,
                is_trusted,
                path: location.path,
            });
        }
    };
    let Some(path) = location.path else {
        for url in urls_at_host {
            add(url, false);
        }
        return Some(Resolved {
            targets,
            is_immutable: false,
        });
    };
    if leaves_gateway(&location.name) {
        return None;
    }
    let names = spellings(&location.name);
    let (operator_gateways, public_bases): (_, &[&str]) = if path == ARWEAVE {
        (&gateways.arweave, &ARWEAVE_GATEWAYS)
    } else {
        (&gateways.ipfs, &IPFS_GATEWAYS)
    };
    let urls_at = |gateway: &Gateway| {
        names
            .iter()
            .filter_map(|name| gateway.url(path, name))
            .collect::<Vec<_>>()
    };
    for url in operator_gateways.iter().flat_map(urls_at) {
        add(url, true);
    }
    let mut public_urls = Vec::new();
    if operator_gateways.is_empty() {
        for base in public_bases {
            public_urls.extend(urls_at(&Gateway::public(base)));
        }
    }
    let host = urls_at_host
        .first()
        .and_then(Url::host_str)
        .unwrap_or_default();
    let is_closed = is_listed(host, &CLOSED_IPFS_HOSTS);
    let (first, second) = if is_closed {
        (public_urls, urls_at_host)
    } else {
        (urls_at_host, public_urls)
    };
    for url in first.into_iter().chain(second) {
        add(url, false);
    }
    Some(Resolved {
        targets,
        is_immutable: location.url_start.is_none() && path != IPNS,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::upstream::data_uri::inline;
    use ethereal_query::TokenId;
    use percent_encoding::percent_decode;
    use serde::Deserialize;

    /// More bytes than any URI in the vectors has.
    const MAX_BYTES: usize = 1 << 20;

    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Vector {
        uri: String,
        id: Option<String>,
        #[serde(default)]
        gateways: Vec<String>,
        #[serde(default)]
        arweave_gateways: Vec<String>,
        /// `None` for an invalid URI.
        urls: Option<Vec<String>>,
    }

    fn gateways_of(ipfs: &[String], arweave: &[String]) -> Gateways {
        let read = |texts: &[String]| Gateway::all(texts).expect("the gateways are valid");
        Gateways {
            ipfs: read(ipfs),
            arweave: read(arweave),
        }
    }

    #[test]
    fn resolves_uris_as_the_npm_package_does() {
        let vectors: Vec<Vector> =
            serde_json::from_str(include_str!("../../../tests/metadata/uris.json"))
                .expect("the vectors are valid");
        assert!(vectors.len() > 60, "only {} vectors", vectors.len());
        for Vector {
            uri,
            id,
            gateways,
            arweave_gateways,
            urls,
        } in vectors
        {
            let mut uri = trimmed(&uri).to_owned();
            if let Some(id) = id {
                let id: TokenId = id.parse().expect("the ids are valid");
                uri = with_id(&uri, &id.to_hex(), MAX_BYTES).expect("the URI is short");
            }
            let resolved = resolve(&uri, &gateways_of(&gateways, &arweave_gateways));
            // The document is in the URI, so there is no URL to read it from.
            if inline(&uri, MAX_BYTES).is_some() {
                assert!(resolved.is_none(), "{uri}");
                continue;
            }
            let texts = resolved.map(|resolved| {
                resolved
                    .targets
                    .iter()
                    .map(|target| target.url.to_string())
                    .collect()
            });
            assert_eq!(texts, urls, "{uri}");
        }
    }

    #[test]
    fn no_url_leaves_its_gateway_however_often_the_gateway_decodes() {
        const WORDS: [&str; 10] = ["a", ".", "/", "\\", "?", "%", "2e", "%2f", "%25", "%5c"];
        const WORDS_PER_PATH: u32 = 5;
        let gateways = gateways_of(&["https://gw.example/base".to_owned()], &[]);
        let mut url_count = 0;
        for number in 0..10_usize.pow(WORDS_PER_PATH) {
            // Each decimal digit of the number picks a word of the path.
            let digits = (0..WORDS_PER_PATH).map(|place| number / 10_usize.pow(place) % 10);
            let path: String = digits.map(|digit| WORDS[digit]).collect();
            let targets =
                resolve(&format!("ipfs://{path}"), &gateways).map(|resolved| resolved.targets);
            for Target {
                url, is_trusted, ..
            } in targets.unwrap_or_default()
            {
                assert!(is_trusted, "{path:?}");
                url_count += 1;
                assert!(
                    url.path().starts_with("/base/ipfs/"),
                    "{path:?} gives {url}"
                );
                let mut bytes = url.as_str().as_bytes().to_vec();
                // Six passes decode every path of this test completely.
                for _ in 0..6 {
                    let mut segments = bytes.split(|byte| b"/\\?#".contains(byte));
                    assert!(
                        !segments.any(|segment| segment == b".."),
                        "{path:?} gives {url}"
                    );
                    bytes = percent_decode(&bytes).collect();
                }
            }
        }
        assert!(url_count > 10_000, "only {url_count} URLs");
    }

    #[test]
    fn finds_trusted_urls_and_immutable_uris() {
        let configured = gateways_of(&["https://gw.example?key=k".to_owned()], &[]);
        let cid = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG";
        // Returns whether each URL is trusted, and whether the URI always has the same document.
        let resolve_flags = |uri: &str, gateways: &Gateways| {
            let resolved = resolve(uri, gateways).expect(uri);
            let trusted: Vec<bool> = resolved
                .targets
                .iter()
                .map(|target| target.is_trusted)
                .collect();
            (trusted, resolved.is_immutable)
        };
        assert_eq!(
            resolve_flags(&format!("ipfs://{cid}"), &configured),
            (vec![true], true)
        );
        assert_eq!(
            resolve_flags(&format!("ipfs://{cid}"), &Gateways::default()),
            (vec![false; IPFS_GATEWAYS.len()], true)
        );
        assert_eq!(
            resolve_flags(&format!("https://a.b/ipfs/{cid}"), &configured),
            (vec![true, false], false)
        );
        assert_eq!(
            resolve_flags("https://gw.example/admin", &configured),
            (vec![false], false)
        );
        assert_eq!(
            resolve_flags("ipns://docs.example", &configured),
            (vec![true], false)
        );
        assert_eq!(
            resolve_flags("ipfs://ipns/docs.example", &configured),
            (vec![true], false)
        );
    }

    #[test]
    fn replaces_each_id_within_a_limit() {
        // The case of `{id}` does not matter. A `{` or `%` that begins no placeholder stays.
        assert_eq!(
            with_id("a%7Bid%7D/{id}%20{ID}{x%", "7", MAX_BYTES).as_deref(),
            Some("a7/7%207{x%")
        );
        let ids = "{id}".repeat(1000);
        let id_hex = "0".repeat(64);
        let result_bytes = 1000 * id_hex.len();
        assert!(with_id(&ids, &id_hex, result_bytes).is_some());
        assert_eq!(with_id(&ids, &id_hex, result_bytes - 1), None);
    }
}
