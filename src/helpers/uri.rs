//! Where a token's URI can be read from: candidates in order, without any request.

use crate::{
    Error,
    endpoints::escape,
    error::quoted, rules,
    text::{find, replace},
    uint256::Uint256,
};

/// Gateways used when the caller names none.
const IPFS: [&str; 2] = ["https://ipfs.io", "https://dweb.link"];
const ARWEAVE: [&str; 1] = ["https://arweave.net"];

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
/// `invalid_argument` for another scheme, for control characters, for `..` below a gateway, and for an id that is none.
pub fn resolve_uri(uri: &str, id: Option<&str>, gateways: &[&str], arweave_gateways: &[&str]) -> Result<Vec<String>, Error> {
    let uri = with_id(uri.trim(), id)?;
    let refuse = |why: &str| Err(Error::refused("uri", ["`uri` is ", &quoted(&uri), ": ", why].concat()));
    if uri.starts_with(['{', '[']) {
        return Ok(vec![["data:application/json,", &escape(&uri, "")].concat()]);
    }
    if uri.chars().any(char::is_control) {
        return refuse("it must not hold control characters.");
    }
    let ipfs = || if gateways.is_empty() { IPFS.as_slice() } else { gateways };
    let through = |bases: &[&str], space: &str, rest: &str| -> Vec<String> {
        bases.iter().map(|base| [base.trim_end_matches('/'), space, rest].concat()).collect()
    };
    let lower = uri.get(..8).unwrap_or(&uri).to_ascii_lowercase();
    let after = |scheme: &str| lower.starts_with(scheme).then(|| uri.get(scheme.len()..).unwrap_or_default());
    if after("data:").is_some() {
        return Ok(vec![uri]);
    }
    if after("https://").is_some() || after("http://").is_some() {
        let content = find(&uri, "/ipfs/").and_then(|at| uri.get(at + 6..)).filter(|rest| is_content(rest));
        let others = content.map(|rest| through(ipfs(), "/ipfs/", rest)).unwrap_or_default();
        return Ok([uri].into_iter().chain(others).collect());
    }
    let found = if let Some(rest) = after("ipfs://").or_else(|| after("/ipfs/")) {
        Some((through(ipfs(), "/ipfs/", rest.strip_prefix("ipfs/").unwrap_or(rest)), rest))
    } else if let Some(rest) = after("ipns://").or_else(|| after("/ipns/")) {
        Some((through(ipfs(), "/ipns/", rest.strip_prefix("ipns/").unwrap_or(rest)), rest))
    } else if let Some(rest) = after("ar://") {
        Some((through(if arweave_gateways.is_empty() { &ARWEAVE } else { arweave_gateways }, "/", rest), rest))
    } else if is_content(&uri) {
        Some((through(ipfs(), "/ipfs/", &uri), uri.as_str()))
    } else {
        None
    };
    match found {
        Some((_, rest)) if rest.is_empty() || rest.starts_with('/') => refuse("it names nothing."),
        Some((_, rest)) if rest.split('/').any(|part| part == "..") => refuse("it must not hold .. segments."),
        Some((urls, _)) => Ok(urls),
        None => refuse("its scheme must be ipfs, ipns, ar, https, http or data."),
    }
}

fn with_id(uri: &str, id: Option<&str>) -> Result<String, Error> {
    let Some(id) = id else { return Ok(uri.to_owned()) };
    let number = Uint256::parse(id).ok_or_else(|| Error::invalid("id", id, rules::TOKEN_ID.words))?;
    Ok(replace(uri, "{id}", &number.to_hex64()))
}

/// Whether a text begins with a content id: version 0 (`Qm…`, 46 characters) or version 1 in base 32 (`b…`).
fn is_content(text: &str) -> bool {
    let cid = text.split(['/', '?', '#']).next().unwrap_or_default();
    let alphanumeric = cid.bytes().all(|b| b.is_ascii_alphanumeric());
    alphanumeric && ((cid.len() == 46 && cid.starts_with("Qm")) || (cid.len() >= 50 && cid.starts_with('b')))
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
            (format!("https://x.y/ipfs/{CID0}/2"),
             vec![format!("https://x.y/ipfs/{CID0}/2"), format!("https://gw.example/ipfs/{CID0}/2")]),
            ("data:image/svg+xml,<svg/>".into(), vec!["data:image/svg+xml,<svg/>".into()]),
            (" {\"a\":1}".into(), vec!["data:application/json,%7B%22a%22%3A1%7D".into()]),
        ];
        for (uri, urls) in table {
            assert_eq!(resolved(&uri), Ok(urls), "{uri}");
        }
        assert_eq!(resolve_uri("ar://x", None, &[], &[]), Ok(vec!["https://arweave.net/x".into()]));
    }

    #[test]
    fn refused() {
        for uri in ["", "javascript:alert(1)", "ftp://a.b", "ipfs://", "ipfs:///etc", "ar://a/../b", "ipfs://a\n/b", "file:///x"] {
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
        fn never_panics_and_never_invents_a_scheme(uri in ".{0,80}") {
            for url in resolve_uri(&uri, Some("1"), &[], &[]).unwrap_or_default() {
                let lower = url.to_ascii_lowercase();
                prop_assert!(["https://", "http://", "data:"].iter().any(|scheme| lower.starts_with(scheme)), "{}", url);
            }
        }
    }
}
