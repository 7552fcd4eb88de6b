//! The URLs that the document of a token can be read from. Pages resolve URIs by the same rules in
//! `pkg/src/metadata/resolve-uri.ts`: the tests of both read `tests/metadata/uris.json`. Pure.

use percent_encoding::percent_decode;
use url::Url;

/// Replaces each `{id}` in a URI by the 64 hexadecimal digits of a token id (EIP-1155).
pub(super) fn with_id(uri: &str, id: &str) -> String {
    uri.replace("{id}", id)
}

/// Returns the URLs behind a URI, best first; `None` for an invalid URI.
///
/// - `ipfs:`, `ipns:` and `ar:` URIs, and bare IPFS content ids, are read through gateways, which are base URLs such as
///   `https://ipfs.io`. No gateways mean the public ones.
/// - An `http:` or `https:` URL of an IPFS gateway is followed by the same content at the other gateways.
///
/// A URI is invalid if it has another scheme or control characters, if a URL parser does not accept it, and if its path
/// below a gateway has a `..` segment (percent-encoded or not) or is percent-encoded more than seven times over.
pub(super) fn resolve(uri: &str, ipfs_gateways: &[String], arweave_gateways: &[String]) -> Option<Vec<Url>> {
    let uri = uri.trim_ascii();
    if uri.chars().any(char::is_control) {
        return None;
    }
    let (path, rest) = match SCHEMES.iter().find_map(|(scheme, path)| Some((*path, strip(uri, scheme)?))) {
        Some(found) => found,
        None if starts_with_content_id(uri) => (Some(IPFS), uri),
        None => return None,
    };
    let mut urls = Vec::new();
    let (path, content) = if let Some(path) = path {
        // Some contracts write `ipfs://ipfs/…`.
        (path, rest.strip_prefix(&path[1..]).filter(|_| path != ARWEAVE).unwrap_or(rest))
    } else {
        urls.push(Url::parse(uri).ok()?);
        match uri.split_once(IPFS) {
            Some((_, content)) if starts_with_content_id(content) => (IPFS, content),
            _ => return Some(urls),
        }
    };
    let decoded = fully_decoded(content)?;
    let is_absolute = matches!(decoded.first(), None | Some(b'/'));
    // These four bytes end a segment for a URL parser (WHATWG URL §4.4).
    let mut segments = decoded.split(|byte| matches!(byte, b'/' | b'\\' | b'?' | b'#'));
    if is_absolute || segments.any(|segment| segment == b"..") {
        return None;
    }
    let gateways = if path == ARWEAVE { arweave_gateways } else { ipfs_gateways };
    let public = if path == ARWEAVE { PUBLIC_ARWEAVE } else { PUBLIC_IPFS };
    let given = gateways.iter().map(String::as_str);
    let defaults = public.iter().copied().filter(|_| gateways.is_empty());
    urls.extend(given.chain(defaults).filter_map(|gateway| {
        let base = gateway.strip_suffix('/').unwrap_or(gateway);
        Url::parse(&[base, path, content].concat()).ok()
    }));
    Some(urls)
}

/// The path of IPFS content at a gateway.
const IPFS: &str = "/ipfs/";
/// The path of IPNS names at a gateway.
const IPNS: &str = "/ipns/";
/// The path of Arweave transactions at a gateway.
const ARWEAVE: &str = "/";

const PUBLIC_IPFS: &[&str] = &["https://ipfs.io", "https://dweb.link"];
const PUBLIC_ARWEAVE: &[&str] = &["https://arweave.net"];

/// The beginnings of a URI, and the path of its content at a gateway; `None` for a URL that needs no gateway.
const SCHEMES: [(&str, Option<&str>); 7] = [
    ("ipfs://", Some(IPFS)),
    ("/ipfs/", Some(IPFS)),
    ("ipns://", Some(IPNS)),
    ("/ipns/", Some(IPNS)),
    ("ar://", Some(ARWEAVE)),
    ("https://", None),
    ("http://", None),
];

/// Returns the text after `scheme`. Upper and lower case are equal.
fn strip<'a>(uri: &'a str, scheme: &str) -> Option<&'a str> {
    let (start, rest) = uri.split_at_checked(scheme.len())?;
    start.eq_ignore_ascii_case(scheme).then_some(rest)
}

/// The number of times that a path is decoded. The limit bounds the time that a hostile URI takes.
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

/// Whether a text begins with an IPFS content id: version 0 (`Qm…`, 46 characters), or version 1 in base 32 (`b…`).
fn starts_with_content_id(text: &str) -> bool {
    let length = text.bytes().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(text.len());
    let is_segment = matches!(text.as_bytes().get(length), None | Some(b'/' | b'?' | b'#'));
    is_segment && ((length == 46 && text.starts_with("Qm")) || (length >= 50 && text.starts_with('b')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::upstream::data_uri::inline;
    use ethereal_query::TokenId;
    use serde::Deserialize;

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
        /// The programs that resolve the URI so, `helpers` and `service`; absent for both.
        readers: Option<Vec<String>>,
    }

    #[test]
    fn resolves_uris_as_pages_do() {
        let vectors: Vec<Vector> =
            serde_json::from_str(include_str!("../../../tests/metadata/uris.json")).expect("the vectors are valid");
        assert!(vectors.len() > 60, "{} vectors", vectors.len());
        for Vector { uri, id, gateways, arweave_gateways, urls, readers } in vectors {
            if readers.is_some_and(|readers| readers.iter().all(|reader| reader != "service")) {
                continue;
            }
            let id = id.map(|id| id.parse::<TokenId>().expect("the ids are valid"));
            let uri = id.map_or(uri.clone(), |id| with_id(&uri, &id.to_hex()));
            let resolved = resolve(&uri, &gateways, &arweave_gateways);
            // The service reads the document of such a URI from the URI itself.
            if inline(uri.trim_ascii()).is_some() {
                assert_eq!(resolved, None, "{uri}");
                continue;
            }
            let texts: Option<Vec<_>> = resolved.map(|urls| urls.iter().map(Url::to_string).collect());
            assert_eq!(texts, urls, "{uri}");
        }
    }

    #[test]
    fn no_url_leaves_its_gateway_however_often_the_gateway_decodes() {
        const WORDS: [&str; 10] = ["a", ".", "/", "\\", "?", "%", "2e", "%2f", "%25", "%5c"];
        let gateways = ["https://gw.example/base".to_owned()];
        let mut resolved = 0;
        for number in 0..100_000_usize {
            let digits = (0..5).map(|place| number / 10_usize.pow(place) % 10);
            let path: String = digits.map(|digit| WORDS[digit]).collect();
            for url in resolve(&format!("ipfs://{path}"), &gateways, &[]).unwrap_or_default() {
                resolved += 1;
                assert!(url.path().starts_with("/base/ipfs/"), "{path:?} gives {url}");
                let mut bytes = url.as_str().as_bytes().to_vec();
                for _ in 0..6 {
                    let mut segments = bytes.split(|byte| b"/\\?#".contains(byte));
                    assert!(!segments.any(|segment| segment == b".."), "{path:?} gives {url}");
                    bytes = percent_decode(&bytes).collect();
                }
            }
        }
        assert!(resolved > 10_000, "{resolved} URIs are valid");
    }
}
