//! The URLs that a token's URI can be read from.

use crate::{
    Error, rules,
    text::{COMPONENT, cut, find, replace, split},
    uint256::Uint256,
};
use percent_encoding::{percent_decode, utf8_percent_encode};

/// Returns the URLs behind a URI, best first. No request is made.
///
/// - `ipfs:`, `ipns:` and `ar:` URIs, and bare IPFS content ids, are read through gateways.
/// - `http:`, `https:` and `data:` URIs stay as they are. An `http:` or `https:` URL of an IPFS gateway is followed by
///   the same content at the other gateways.
/// - JSON text becomes a `data:` URI.
/// - With an `id`, each `{id}` becomes 64 hexadecimal digits (EIP-1155).
///
/// `gateways` and `arweave_gateways` are base URLs such as `https://ipfs.io`; empty means the public ones.
///
/// ```
/// let urls = ethereal_query::resolve_uri("ipfs://QmX/{id}.json", Some("255"), &["https://gw.example"], &[])?;
/// assert_eq!(urls, [format!("https://gw.example/ipfs/QmX/{}ff.json", "0".repeat(62))]);
/// # Ok::<(), ethereal_query::Error>(())
/// ```
///
/// # Errors
/// `invalid_argument` for another scheme, for control characters, for a `..` segment below a gateway (percent-encoded
/// or not), for a path that is percent-encoded more than seven times over, and for an invalid id.
pub fn resolve_uri(
    uri: &str,
    id: Option<&str>,
    gateways: &[&str],
    arweave_gateways: &[&str],
) -> Result<Vec<String>, Error> {
    let owned = |gateways: &[&str]| gateways.iter().map(|gateway| (*gateway).to_owned()).collect();
    candidates(uri, id, owned(gateways), owned(arweave_gateways))
}

/// [`resolve_uri`] for owned gateways.
pub(crate) fn candidates(
    uri: &str,
    id: Option<&str>,
    gateways: Vec<String>,
    arweave_gateways: Vec<String>,
) -> Result<Vec<String>, Error> {
    let uri = with_id(uri.trim_ascii(), id)?;
    if matches!(uri.as_bytes().first(), Some(b'{' | b'[')) {
        let mut url = String::from("data:application/json,");
        url.extend(utf8_percent_encode(&uri, &COMPONENT));
        return Ok(vec![url]);
    }
    let invalid = |expectation: &str| Err(Error::invalid("uri", &uri, expectation));
    if uri.chars().any(char::is_control) {
        return invalid("a URI without control characters");
    }
    let (prefix, content) = match SCHEMES.iter().find(|(scheme, _)| starts_with_scheme(&uri, scheme)) {
        Some((scheme, prefix)) => (*prefix, cut(&uri, scheme.len()).1),
        None if starts_with_content_id(&uri) => (IPFS, uri.as_str()),
        None => return invalid("the scheme ipfs, ipns, ar, https, http or data"),
    };
    let mut urls = Vec::new();
    let (prefix, content) = if prefix.is_empty() {
        urls.push(uri.clone());
        match content_at_gateway(&uri) {
            Some(content) => (IPFS, content),
            None => return Ok(urls),
        }
    } else {
        // Some contracts write `ipfs://ipfs/…`.
        (prefix, content.strip_prefix(cut(prefix, 1).1).filter(|_| prefix.len() > 1).unwrap_or(content))
    };
    let Some(decoded) = fully_decoded(content) else {
        return invalid("a path that is percent-encoded at most seven times over");
    };
    if matches!(decoded.first(), None | Some(b'/')) {
        return invalid("an id after the scheme");
    }
    // These four bytes end a segment for a URL parser (WHATWG URL §4.4).
    if decoded.split(|b| matches!(b, b'/' | b'\\' | b'?' | b'#')).any(|segment| segment == b"..") {
        return invalid("a URI without .. segments, percent-encoded or not");
    }
    let (mut gateways, public) = if prefix == ARWEAVE {
        (arweave_gateways, "https://arweave.net")
    } else {
        (gateways, "https://ipfs.io,https://dweb.link")
    };
    if gateways.is_empty() {
        gateways.extend(split(public, b',').map(str::to_owned));
    }
    for gateway in gateways {
        urls.push([gateway.strip_suffix('/').unwrap_or(&gateway), prefix, content].concat());
    }
    Ok(urls)
}

/// The path of IPFS content at a gateway.
const IPFS: &str = "/ipfs/";
/// The path of IPNS names at a gateway.
const IPNS: &str = "/ipns/";
/// The path of Arweave transactions at a gateway.
const ARWEAVE: &str = "/";

/// The beginnings of a URI, and the path of its content at a gateway; empty for a URI that needs no gateway.
const SCHEMES: [(&str, &str); 8] = [
    ("ipfs://", IPFS),
    ("/ipfs/", IPFS),
    ("ipns://", IPNS),
    ("/ipns/", IPNS),
    ("ar://", ARWEAVE),
    ("https://", ""),
    ("http://", ""),
    ("data:", ""),
];

/// Whether `text` begins with `scheme`. Upper and lower case are equal.
pub(super) fn starts_with_scheme(text: &str, scheme: &str) -> bool {
    cut(text, scheme.len()).0.eq_ignore_ascii_case(scheme)
}

/// The content id, and the text after it, of the URL of an IPFS gateway.
fn content_at_gateway(url: &str) -> Option<&str> {
    let content = cut(url, find(url, IPFS)? + IPFS.len()).1;
    Some(content).filter(|content| starts_with_scheme(url, "http") && starts_with_content_id(content))
}

/// How often a path is decoded. The limit bounds the time that a hostile URI takes.
const MAX_DECODINGS: usize = 8;

/// Decodes percent-encoding until none is left: a gateway may decode a path once, twice or not at all, so
/// `%252e%252e%252f` can mean `../` to it. `None` when some is left after [`MAX_DECODINGS`] times.
fn fully_decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..MAX_DECODINGS {
        let decoded: Vec<u8> = percent_decode(&bytes).collect();
        if decoded.len() == bytes.len() {
            return Some(decoded);
        }
        bytes = decoded;
    }
    None
}

/// Replaces each `{id}` in a URI (EIP-1155).
fn with_id(uri: &str, id: Option<&str>) -> Result<String, Error> {
    let Some(id) = id else { return Ok(uri.to_owned()) };
    let number = Uint256::parse(id).ok_or_else(|| Error::invalid("id", id, rules::TOKEN_ID.expectation))?;
    Ok(replace(uri, "{id}", &number.to_hex64()))
}

/// Whether `text` begins with an IPFS content id: version 0 (`Qm…`, 46 characters), or version 1 in base 32 (`b…`).
fn starts_with_content_id(text: &str) -> bool {
    let length = text.bytes().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(text.len());
    let is_segment = cut(text, length).1.bytes().next().is_none_or(|b| matches!(b, b'/' | b'?' | b'#'));
    is_segment && ((length == 46 && text.starts_with("Qm")) || (length >= 50 && text.starts_with('b')))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CID0: &str = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG";
    const CID1: &str = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";

    fn resolve(uri: &str) -> Result<Vec<String>, String> {
        resolve_uri(uri, None, &["https://gw.example/"], &["https://ar.example"]).map_err(|e| e.to_string())
    }

    #[test]
    fn resolves_each_scheme() {
        let table = [
            (format!("ipfs://{CID0}/1.png"), vec![format!("https://gw.example/ipfs/{CID0}/1.png")]),
            (format!("ipfs://ipfs/{CID0}"), vec![format!("https://gw.example/ipfs/{CID0}")]),
            (format!("IPFS://{CID1}"), vec![format!("https://gw.example/ipfs/{CID1}")]),
            (CID1.to_owned(), vec![format!("https://gw.example/ipfs/{CID1}")]),
            ("ipns://docs.example/a".into(), vec!["https://gw.example/ipns/docs.example/a".into()]),
            ("ar://abc/1".into(), vec!["https://ar.example/abc/1".into()]),
            ("https://a.b/c?d#e".into(), vec!["https://a.b/c?d#e".into()]),
            (
                format!("https://x.y/ipfs/{CID0}/2"),
                vec![format!("https://x.y/ipfs/{CID0}/2"), format!("https://gw.example/ipfs/{CID0}/2")],
            ),
            ("data:image/svg+xml,<svg/>".into(), vec!["data:image/svg+xml,<svg/>".into()]),
            ("ipfs://a/%25252525252541".into(), vec!["https://gw.example/ipfs/a/%25252525252541".into()]),
            ("ipfs://a/100%25/b%2Fc..d/..e".into(), vec!["https://gw.example/ipfs/a/100%25/b%2Fc..d/..e".into()]),
            (" {\"a\":1}".into(), vec!["data:application/json,%7B%22a%22%3A1%7D".into()]),
        ];
        for (uri, urls) in table {
            assert_eq!(resolve(&uri), Ok(urls), "{uri}");
        }
        assert_eq!(resolve_uri("ar://x", None, &[], &[]), Ok(vec!["https://arweave.net/x".into()]));
    }

    #[test]
    fn rejects_other_schemes_and_paths_that_leave_the_gateway() {
        for uri in [
            "",
            "javascript:alert(1)",
            "ftp://a.b",
            "ipfs://",
            "ipfs:///etc",
            "ar://a/../b",
            "ipfs://a\n/b",
            "https://a.b/\u{85}",
            "ipfs://a/%2e%2E/%2e./x",
            "ipfs://a\\..\\..\\x",
            "ipns://..?x",
            "ipfs://..%2fadmin",
            "ipfs://bafy/..%2f..%2Fadmin",
            "ipns://x/..%2fadmin",
            "ipfs://bafy%2f..%2fadmin",
            "ipfs://%2e%2e%2fadmin",
            "ipfs://ipfs%2f..%2fadmin",
            "ar://..%5cadmin",
            "ipfs://a/%252e%252e%252fadmin",
            "ipfs://a/%25252e./admin",
            "ipfs://a/%2525252525252541",
            "ipfs://a/%2%65%2%65/admin",
            "ipfs://a/..%3fx",
            "ipfs://%2fadmin",
            "ipfs://%252fadmin",
            "ar://..#x",
            "file:///x",
        ] {
            assert!(resolve(uri).is_err(), "{uri}");
        }
        assert!(resolve_uri("ipfs://a/{id}", Some("-1"), &[], &[]).is_err());
    }

    #[test]
    fn replaces_each_id_by_64_hexadecimal_digits() {
        let urls = resolve_uri("https://a.b/{id}/{id}.json", Some("0xAb"), &[], &[]);
        let hex = format!("{}ab", "0".repeat(62));
        assert_eq!(urls, Ok(vec![format!("https://a.b/{hex}/{hex}.json")]));
    }

    proptest! {
        #[test]
        fn no_url_has_dot_segments_however_often_a_gateway_decodes(
            path in "(a|\\.|/|\\\\|%|2|5|e|E|f|c|%2e|%2f|%5c|%25|%32|%65){0,16}",
        ) {
            let uri = ["ipfs://", &path].concat();
            for mut url in resolve_uri(&uri, None, &["https://gw.example"], &[]).unwrap_or_default() {
                for _ in 0..20 {
                    prop_assert!(!url.split(['/', '\\', '?', '#']).any(|segment| segment == ".."), "{}", url);
                    url = percent_decode(url.as_bytes()).decode_utf8_lossy().into_owned();
                }
            }
        }

        #[test]
        fn every_url_is_http_https_or_data(uri in ".{0,80}") {
            for url in resolve_uri(&uri, Some("1"), &[], &[]).unwrap_or_default() {
                let lower = url.to_ascii_lowercase();
                let is_safe = ["https://", "http://", "data:"].iter().any(|scheme| lower.starts_with(scheme));
                prop_assert!(is_safe, "{}", url);
            }
        }
    }
}
