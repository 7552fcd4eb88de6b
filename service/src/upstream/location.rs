//! What a URI names: content on IPFS or Arweave, in the forms in which contracts write it, or any other URL. Pages read
//! the same forms in `pkg/src/metadata/content.ts`. Pure.

use ethereal_query::gateways::{ARWEAVE_HOSTS, is_listed};
use percent_encoding::percent_decode;
use std::borrow::Cow;

/// The path of IPFS content at a gateway.
pub(super) const IPFS: &str = "/ipfs/";
/// The path of IPNS names at a gateway.
pub(super) const IPNS: &str = "/ipns/";
/// The path of Arweave transactions at a gateway.
pub(super) const ARWEAVE: &str = "/";

/// The content that a URI names.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Location<'a> {
    /// The path of the content at a gateway; `None` for any other URL.
    pub(super) path: Option<&'static str>,
    /// The beginning of the URL in the document, before `name`; `None` for a URI without a host.
    pub(super) url: Option<&'a str>,
    /// The id of the content, with the path and the query below it.
    pub(super) name: Cow<'a, str>,
    /// The bytes of `name` that the host of `url` has already, as in `https://CID.ipfs.dweb.link/7.png`.
    pub(super) id_length: usize,
}

impl<'a> Location<'a> {
    fn new(path: &'static str, url: Option<&'a str>, name: &'a str) -> Self {
        Self {
            path: Some(path),
            url,
            name: name.into(),
            id_length: 0,
        }
    }
}

/// Returns what a URI names; `None` for a URI of another scheme.
pub(super) fn find(uri: &str) -> Option<Location<'_>> {
    if let Some(url) = web_url(uri) {
        let other = || Location {
            path: None,
            url: Some(url),
            name: "".into(),
            id_length: 0,
        };
        return Some(
            at_subdomain(url)
                .or_else(|| on_arweave(url))
                .or_else(|| at_path(url))
                .unwrap_or_else(other),
        );
    }
    if let Some(name) = ["ar:", "arweave:"]
        .iter()
        .find_map(|scheme| strip(uri, scheme))
    {
        return Some(Location::new(ARWEAVE, None, name.trim_start_matches('/')));
    }
    // Some contracts write `ipfs://ipfs/…`, `ipfs:/…` or `ipfs/…`.
    let (mut name, mut kind) = (uri.strip_prefix('/').unwrap_or(uri), None);
    while let Some((path, rest)) = strip_kind(name) {
        (name, kind) = (rest.trim_start_matches('/'), Some(path));
    }
    // `ipfs://NAME` and `/ipfs/NAME` are on IPFS even if NAME is not a content id. An empty name, as in `ipfs:///x`, is not.
    let is_explicit = ["ipfs://", IPFS]
        .iter()
        .any(|start| strip(uri, start).is_some_and(|rest| !rest.starts_with('/')));
    match kind {
        Some(IPNS) => Some(Location::new(IPNS, None, name)),
        _ => (is_explicit || starts_with_content_id(name)).then(|| Location::new(IPFS, None, name)),
    }
}

/// Whether a URI is the URL of a gateway without its scheme, such as `ipfs.io/ipfs/CID`.
pub(super) fn lacks_scheme(uri: &str) -> bool {
    uri.split_once('/')
        .is_some_and(|(host, rest)| is_host_name(host) && strip(rest, "ipfs/").is_some())
}

/// The web URL in a URI. Some contracts write the URL of a gateway after `ipfs://` or after another gateway.
fn web_url(uri: &str) -> Option<&str> {
    let after_ipfs = strip(uri, "ipfs:").map(|rest| rest.trim_start_matches('/'));
    let start = after_ipfs.filter(|rest| is_web(rest)).unwrap_or(uri);
    if !is_web(start) {
        return None;
    }
    let path = start.split(['?', '#']).next().unwrap_or_default();
    let inner = path
        .rmatch_indices('/')
        .find_map(|(slash, _)| strip(start.get(slash..)?, IPFS).filter(|rest| is_web(rest)));
    Some(inner.unwrap_or(start))
}

/// Splits a web URL after its host: the beginning up to there, the host in it, and the rest.
fn split_after_host(url: &str) -> Option<(&str, &str, &str)> {
    let (_, rest) = url.split_once("://")?;
    let host = rest.split(['/', '?', '#']).next()?;
    let (start, below) = url.split_at_checked(url.len() - rest.len() + host.len())?;
    Some((start, host, below))
}

/// The content of a URL such as `https://CID.ipfs.dweb.link/7.png`.
fn at_subdomain(url: &str) -> Option<Location<'_>> {
    let (start, host, below) = split_after_host(url)?;
    let lower = host.to_ascii_lowercase();
    let last_of = |(kind, path)| Some((lower.rfind(kind)?, path));
    // The last one, next to the gateway: the name can contain the other.
    let (dot, path) = [(".ipfs.", IPFS), (".ipns.", IPNS)]
        .into_iter()
        .filter_map(last_of)
        .max_by_key(|(dot, _)| *dot)?;
    let (label, gateway) = (lower.get(..dot)?, lower.get(dot + ".ipfs.".len()..)?);
    let id = match path {
        // A name with dots is one label in a host: `-` stands for a dot, and `--` for `-`.
        IPNS if !label.contains('.') => label
            .replace("--", "\0")
            .replace('-', ".")
            .replace('\0', "-"),
        _ => label.to_owned(),
    };
    // No id with SHA-256 has less than 46 characters: a shorter label is a word.
    let is_id = match path {
        IPNS => starts_with_ipns_name(&id),
        _ => id.len() >= 46 && id.starts_with(['b', 'k']) && is_alphanumeric(&id),
    };
    let is_content = is_id && !gateway.is_empty() && !host.contains('@') && !label.contains(':');
    is_content.then(|| Location {
        path: Some(path),
        url: Some(start),
        id_length: id.len(),
        name: (id + below).into(),
    })
}

/// The content of a URL such as `https://arweave.net/ID`.
fn on_arweave(url: &str) -> Option<Location<'_>> {
    let (start, host, below) = split_after_host(url)?;
    let (name, host) = (below.strip_prefix('/')?, host.to_ascii_lowercase());
    let is_arweave = is_listed(&host, &ARWEAVE_HOSTS);
    let id = segment(
        ["raw/", "tx/"]
            .iter()
            .find_map(|kind| strip(name, kind))
            .unwrap_or(name),
    );
    let (start, _) = url.split_at_checked(start.len() + 1)?;
    let is_content = is_arweave && host.split('.').all(is_word) && id.len() == 43 && is_word(id);
    is_content.then(|| Location::new(ARWEAVE, Some(start), name))
}

/// The content of a URL such as `https://ipfs.io/ipfs/CID/7.png`.
fn at_path(url: &str) -> Option<Location<'_>> {
    let path = url.split(['?', '#']).next()?;
    let (kind, start) = path.match_indices('/').find_map(|(slash, _)| {
        let rest = path.get(slash..)?;
        let kind = [IPFS, IPNS]
            .into_iter()
            .find(|kind| strip(rest, kind).is_some())?;
        Some((kind, path.get(..slash + kind.len())?))
    })?;
    let name = without_repeated_kind(url.get(start.len()..)?);
    let is_content = match kind {
        IPFS => starts_with_content_id(name),
        // Directly below the host, as in `https://HOST/ipns/`: deeper, `ipns` is an ordinary word of a path.
        _ => start.matches('/').count() == 4 && starts_with_ipns_name(name),
    };
    is_content.then(|| Location::new(kind, Some(start), name))
}

/// The name in `ipfs/CID`, `ipfs:/CID` and `ipfs://CID`: some contracts write such a URI after a gateway.
fn without_repeated_kind(name: &str) -> &str {
    let Some(rest) = strip(name, "ipfs") else {
        return name;
    };
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    if rest.starts_with('/') {
        rest.trim_start_matches('/')
    } else {
        name
    }
}

fn is_web(text: &str) -> bool {
    strip(text, "http://")
        .or_else(|| strip(text, "https://"))
        .is_some()
}

/// Returns the path of `ipfs:`, `ipfs/`, `ipns:` or `ipns/` at the start of a text, and the rest.
fn strip_kind(text: &str) -> Option<(&'static str, &str)> {
    [("ipfs", IPFS), ("ipns", IPNS)]
        .into_iter()
        .find_map(|(word, path)| Some((path, strip(text, word)?.strip_prefix([':', '/'])?)))
}

/// Returns the text after `start`. Upper and lower case are equal.
pub(super) fn strip<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(start.len())?;
    head.eq_ignore_ascii_case(start).then_some(rest)
}

fn is_alphanumeric(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

fn is_word(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// The first segment of a name.
fn segment(name: &str) -> &str {
    name.split(['/', '?', '#']).next().unwrap_or_default()
}

/// Whether a text begins with an IPFS content id: version 0 (`Qm…`), or version 1 in base 32 (`b…`), base 58 (`z…`) or
/// base 16 (`f01…`). With SHA-256, version 0 has 46 characters, and version 1 at least 49 (36 bytes in base 58).
fn starts_with_content_id(name: &str) -> bool {
    let id = segment(name);
    let is_hex = || {
        strip(id, "f01").is_some_and(|rest| {
            rest.len() >= 60 && rest.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
    };
    let is_id = (id.len() == 46 && id.starts_with("Qm"))
        || (id.len() >= 49 && id.starts_with(['B', 'b', 'z']));
    (is_id && is_alphanumeric(id)) || is_hex()
}

/// Whether a text begins with an IPNS name that is a key, or the name of a host with a dot.
fn starts_with_ipns_name(name: &str) -> bool {
    let id = segment(name);
    let is_key = id.len() >= 50
        && id.starts_with('k')
        && id
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase());
    is_key || is_host_name(id)
}

/// Whether a text is the name of a host with a dot.
fn is_host_name(text: &str) -> bool {
    text.contains('.')
        && text
            .split('.')
            .all(|label| !label.is_empty() && is_word(label))
}

/// The spellings of a name, the best first. A gateway never sees a fragment (RFC 3986 §3.5), so a `#` below an id is
/// tried first as a part of the name of a file (`%23`), then as the beginning of a fragment (`index.html#/x`). A `%` that
/// begins no escape becomes `%25`.
pub(super) fn spellings(name: &str) -> Vec<String> {
    let text = escape_lone_percents(name);
    let path_end = text.find('?').unwrap_or(text.len());
    let id_end = text.find(['/', '?', '#']);
    let has_path = id_end.is_some_and(|at| text.as_bytes().get(at) == Some(&b'/'));
    match text.split_at_checked(path_end) {
        Some((path, rest)) if has_path && path.contains('#') => {
            vec![[&path.replace('#', "%23"), rest].concat(), text]
        }
        _ => vec![text],
    }
}

/// Percent-encodes each `%` that begins no escape.
fn escape_lone_percents(text: &str) -> String {
    let mut parts = text.split('%');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_escape = part
            .as_bytes()
            .get(..2)
            .is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit));
        out.push_str(if is_escape { "%" } else { "%25" });
        out.push_str(part);
    }
    out
}

/// Whether the URL of a name could leave the path of its gateway, or has no id.
pub(super) fn leaves_gateway(name: &str) -> bool {
    let Some(decoded) = fully_decoded(&escape_lone_percents(name)) else {
        return true;
    };
    // These four bytes end a segment for a URL parser (WHATWG URL §4.4).
    let mut segments = decoded.split(|byte| matches!(byte, b'/' | b'\\' | b'?' | b'#'));
    matches!(decoded.first(), None | Some(b'/')) || segments.any(|segment| segment == b"..")
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
