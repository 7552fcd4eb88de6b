//! Where a token's URI can be read from: candidates in order, without any request.

use crate::{
    Error, rules,
    text::{COMPONENT, cut, find, replace, split},
    uint256::Uint256,
};
use percent_encoding::{percent_decode, utf8_percent_encode};

/// The URLs behind a URI, best first: `ipfs:`, `ipns:` and `ar:` through gateways, `http:`, `https:` and `data:` as they
/// are, bare content ids and JSON text as well. With an `id`, every `{id}` becomes 64 hexadecimal digits (EIP-1155).
///
/// `gateways` and `arweave_gateways` are bases such as `https://ipfs.io`; empty means the public ones.
///
/// ```
/// let urls = ethereal_query::resolve_uri("ipfs://QmX/{id}.json", Some("255"), &["https://gw.example"], &[])?;
/// assert_eq!(urls, [format!("https://gw.example/ipfs/QmX/{}ff.json", "0".repeat(62))]);
/// # Ok::<(), ethereal_query::Error>(())
/// ```
///
/// # Errors
/// `invalid_argument` for another scheme, for control characters, for a `..` segment below a gateway (percent-encoded or
/// not), for a path that is percent-encoded more than seven times over, and for an invalid id.
pub fn resolve_uri(
    uri: &str,
    id: Option<&str>,
    gateways: &[&str],
    arweave_gateways: &[&str],
) -> Result<Vec<String>, Error> {
    let owned = |bases: &[&str]| bases.iter().map(|base| (*base).to_owned()).collect();
    candidates(uri, id, owned(gateways), owned(arweave_gateways))
}

/// As [`resolve_uri`].
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
    let (space, rest) = match SCHEMES.iter().find(|(scheme, _)| begins(&uri, scheme)) {
        Some((scheme, space)) => (*space, cut(&uri, scheme.len()).1),
        None if is_content(&uri) => ("/ipfs/", uri.as_str()),
        None => return invalid("the scheme ipfs, ipns, ar, https, http or data"),
    };
    let mut urls = Vec::new();
    let (space, rest) = if space.is_empty() {
        urls.push(uri.clone());
        // A gateway's own URL: other gateways have the same content.
        match find(&uri, "/ipfs/").map(|at| cut(&uri, at + 6).1).filter(|rest| begins(&uri, "http") && is_content(rest))
        {
            Some(rest) => ("/ipfs/", rest),
            None => return Ok(urls),
        }
    } else {
        // Some write `ipfs://ipfs/…`.
        (space, rest.strip_prefix(cut(space, 1).1).filter(|_| space.len() > 1).unwrap_or(rest))
    };
    let Some(decoded) = fully_decoded(rest) else {
        return invalid("a path that is percent-encoded at most seven times over");
    };
    if matches!(decoded.first(), None | Some(b'/')) {
        return invalid("an id after the scheme");
    }
    // These four bytes end a segment for a URL parser (WHATWG URL §4.4).
    if decoded.split(|b| matches!(b, b'/' | b'\\' | b'?' | b'#')).any(|segment| segment == b"..") {
        return invalid("a URI without .. segments, percent-encoded or not");
    }
    let (mut bases, public) = if space == "/" {
        (arweave_gateways, "https://arweave.net")
    } else {
        (gateways, "https://ipfs.io,https://dweb.link")
    };
    if bases.is_empty() {
        bases.extend(split(public, b',').map(str::to_owned));
    }
    for base in bases {
        urls.push([base.strip_suffix('/').unwrap_or(&base), space, rest].concat());
    }
    Ok(urls)
}

/// What a URI may begin with, and where a gateway has what follows; nothing for what needs no gateway.
const SCHEMES: [(&str, &str); 8] = [
    ("ipfs://", "/ipfs/"),
    ("/ipfs/", "/ipfs/"),
    ("ipns://", "/ipns/"),
    ("/ipns/", "/ipns/"),
    ("ar://", "/"),
    ("https://", ""),
    ("http://", ""),
    ("data:", ""),
];

/// Whether `text` begins with `scheme`, in any case.
fn begins(text: &str, scheme: &str) -> bool {
    cut(text, scheme.len()).0.eq_ignore_ascii_case(scheme)
}

/// How often a path is decoded. The limit bounds the time that a hostile URI takes.
const MAX_DECODINGS: usize = 8;

/// Decodes percent-encoding until none is left: a gateway may decode a path once, twice or not at all, so `%252e%252e%252f`
/// can mean `../` to it. `None` when some is left after [`MAX_DECODINGS`] times.
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

fn with_id(uri: &str, id: Option<&str>) -> Result<String, Error> {
    let Some(id) = id else { return Ok(uri.to_owned()) };
    let number = Uint256::parse(id).ok_or_else(|| Error::invalid("id", id, rules::TOKEN_ID.expectation))?;
    Ok(replace(uri, "{id}", &number.to_hex64()))
}

/// Whether a text begins with a content id: version 0 (`Qm…`, 46 characters) or version 1 in base 32 (`b…`).
fn is_content(text: &str) -> bool {
    let length = text.bytes().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(text.len());
    let ended = cut(text, length).1.bytes().next().is_none_or(|b| matches!(b, b'/' | b'?' | b'#'));
    ended && ((length == 46 && text.starts_with("Qm")) || (length >= 50 && text.starts_with('b')))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CID0: &str = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG";
    const CID1: &str = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";

    fn resolved(uri: &str) -> Result<Vec<String>, String> {
        resolve_uri(uri, None, &["https://gw.example/"], &["https://ar.example"]).map_err(|e| e.to_string())
    }

    #[test]
    fn schemes() {
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
            assert_eq!(resolved(&uri), Ok(urls), "{uri}");
        }
        assert_eq!(resolve_uri("ar://x", None, &[], &[]), Ok(vec!["https://arweave.net/x".into()]));
    }

    #[test]
    fn refused() {
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
            assert!(resolved(uri).is_err(), "{uri}");
        }
        assert!(resolve_uri("ipfs://a/{id}", Some("-1"), &[], &[]).is_err());
    }

    #[test]
    fn every_id_is_replaced_by_64_digits() {
        let urls = resolve_uri("https://a.b/{id}/{id}.json", Some("0xAb"), &[], &[]);
        let hex = format!("{}ab", "0".repeat(62));
        assert_eq!(urls, Ok(vec![format!("https://a.b/{hex}/{hex}.json")]));
    }

    proptest! {
        #[test]
        fn no_gateway_finds_dots_however_often_it_decodes(path in "(a|\\.|/|\\\\|%|2|5|e|E|f|c|%2e|%2f|%5c|%25|%32|%65){0,16}") {
            for mut url in resolve_uri(&["ipfs://", &path].concat(), None, &["https://gw.example"], &[]).unwrap_or_default() {
                for _ in 0..20 {
                    prop_assert!(!url.split(['/', '\\', '?', '#']).any(|segment| segment == ".."), "{}", url);
                    url = percent_decode(url.as_bytes()).decode_utf8_lossy().into_owned();
                }
            }
        }

        #[test]
        fn never_panics_and_never_invents_a_scheme(uri in ".{0,80}") {
            for url in resolve_uri(&uri, Some("1"), &[], &[]).unwrap_or_default() {
                let lower = url.to_ascii_lowercase();
                prop_assert!(["https://", "http://", "data:"].iter().any(|scheme| lower.starts_with(scheme)), "{}", url);
            }
        }
    }
}
