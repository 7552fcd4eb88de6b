//! `resolve_uri`: any URI with any gateways.
//!
//! The first byte chooses the id and the gateways, the rest is the URI.
#![no_main]

use ethereal_query::{ErrorKind, resolve_uri};
use ethereal_query_fuzz::{is_clean, text};
use libfuzzer_sys::fuzz_target;
use url::Url;

const IDS: [Option<&str>; 5] = [None, Some("0"), Some("255"), Some("0xAb"), Some("-1")];
const GATEWAYS: [&[&str]; 2] = [&[], &["https://gw.example/a/b/", "http://127.0.0.1:8080"]];
const ARWEAVE: [&[&str]; 2] = [&[], &["https://ar.example/c"]];

fuzz_target!(|data: &[u8]| {
    let Some((mode, rest)) = data.split_first() else { return };
    let (uri, id, own) = (text(rest), IDS[usize::from(mode >> 1) % 5], usize::from(mode & 1));
    let urls = match resolve_uri(&uri, id, GATEWAYS[own], ARWEAVE[own]) {
        Ok(urls) => urls,
        Err(error) => {
            assert_eq!(error.kind, ErrorKind::InvalidArgument);
            assert!(matches!(error.parameter, Some("uri" | "id")) && is_clean(&error.message));
            return;
        }
    };
    assert!(!urls.is_empty() && id != Some("-1"));
    let bases: Vec<&str> = match (own, GATEWAYS[own], ARWEAVE[own]) {
        (0, ..) => vec!["https://ipfs.io", "https://dweb.link", "https://arweave.net"],
        (_, gateways, arweave) => [gateways, arweave].concat(),
    };
    for (i, url) in urls.iter().enumerate() {
        assert!(is_clean(url), "{url:?}");
        assert!(id.is_none() || !url.contains("{id}"), "{url:?}");
        let expected = with_id(&uri, id);
        if i == 0 && *url == expected {
            let lower = url.to_ascii_lowercase();
            assert!(["https://", "http://", "data:"].iter().any(|scheme| lower.starts_with(scheme)), "{url:?}");
        } else if let Some(json) = url.strip_prefix("data:application/json,") {
            let bytes = url::form_urlencoded::parse(json.as_bytes()).next().unwrap_or_default();
            assert!(expected.starts_with(['{', '[']) && bytes.0 == expected && bytes.1.is_empty(), "{url:?}");
        } else {
            check_below(url, &bases);
        }
    }
});

/// The URI with the id in place of `{id}`, as 64 hexadecimal digits.
fn with_id(uri: &str, id: Option<&str>) -> String {
    let hex = match id {
        Some("0") => 0,
        Some("255") => 255,
        Some(_) => 0xab,
        None => return uri.trim_ascii().to_owned(),
    };
    uri.trim_ascii().replace("{id}", &format!("{hex:064x}"))
}

/// Checks that a URL parser finds a URL below its gateway.
fn check_below(url: &str, bases: &[&str]) {
    let parsed = Url::parse(url).unwrap_or_else(|e| panic!("{url:?}: {e}"));
    let base = bases.iter().filter_map(|base| Some((base, url.strip_prefix(base.trim_end_matches('/'))?)));
    let (base, rest) = base.max_by_key(|(base, _)| base.len()).unwrap_or_else(|| panic!("{url:?} is below no gateway"));
    let namespace =
        ["/ipfs/", "/ipns/", "/"].into_iter().find(|namespace| rest.starts_with(namespace)).expect("a path");
    let base = Url::parse(base).expect("a gateway is a URL");
    assert_eq!((parsed.origin(), parsed.username(), parsed.password()), (base.origin(), "", None), "{url:?}");
    let path = [base.path().trim_end_matches('/'), namespace].concat();
    assert!(parsed.path().starts_with(&path), "{url:?} is parsed as {parsed}");
}
