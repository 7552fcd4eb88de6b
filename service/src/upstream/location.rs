//! Finds out what a URI names: content on IPFS or Arweave, or any other URL. Reads the many forms
//! in which contracts write such URIs. `pkg/src/metadata/content.ts` reads the same forms. Pure.

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
    /// The beginning of the URL, before `name`. `None` for a URI without a host.
    pub(super) url_start: Option<&'a str>,
    /// The id of the content, with the path and the query after the id.
    pub(super) name: Cow<'a, str>,
    /// The length of the id if the host of `url_start` already contains the id, as in
    /// `https://CID.ipfs.dweb.link/7.png`. Otherwise 0.
    pub(super) id_length: usize,
}

impl<'a> Location<'a> {
    fn new(path: &'static str, url_start: Option<&'a str>, name: &'a str) -> Self {
        Self {
            path: Some(path),
            url_start,
            name: name.into(),
            id_length: 0,
        }
    }
}

/// Returns what a URI names. `None` if the URI has an unknown scheme.
pub(super) fn find(uri: &str) -> Option<Location<'_>> {
    if let Some(url) = web_url(uri) {
        let content = at_subdomain(url)
            .or_else(|| on_arweave(url))
            .or_else(|| at_path(url));
        let other_url = Location {
            path: None,
            url_start: Some(url),
            name: "".into(),
            id_length: 0,
        };
        return Some(content.unwrap_or(other_url));
    }
    if let Some(name) = ["ar:", "arweave:"]
        .iter()
        .find_map(|scheme| strip(uri, scheme))
    {
        return Some(Location::new(ARWEAVE, None, name.trim_start_matches('/')));
    }
    // Some contracts write `ipfs://ipfs/…`, `ipfs:/…` or `ipfs/…`.
    let mut name = uri.strip_prefix('/').unwrap_or(uri);
    let mut kind = None;
    while let Some((path, rest)) = strip_kind(name) {
        name = rest.trim_start_matches('/');
        kind = Some(path);
    }
    // `ipfs://NAME` and `/ipfs/NAME` are on IPFS even if NAME is not a content id, but NAME must
    // not be empty, as in `ipfs:///x`.
    let is_explicit = ["ipfs://", IPFS]
        .iter()
        .any(|start| strip(uri, start).is_some_and(|rest| !rest.starts_with('/')));
    if kind == Some(IPNS) {
        Some(Location::new(IPNS, None, name))
    } else if is_explicit || starts_with_content_id(name) {
        Some(Location::new(IPFS, None, name))
    } else {
        None
    }
}

/// Whether a URI is the URL of a gateway without `https://`, such as `ipfs.io/ipfs/CID`.
pub(super) fn lacks_scheme(uri: &str) -> bool {
    uri.split_once('/')
        .is_some_and(|(host, rest)| is_host_name(host) && strip(rest, "ipfs/").is_some())
}

/// Returns the `http:` or `https:` URL in a URI. Some contracts write such a URL after `ipfs://` or
/// after the `/ipfs/` of a gateway, as in `ipfs://https://a.b/7` and
/// `https://ipfs.io/ipfs/https://a.b/7`.
fn web_url(uri: &str) -> Option<&str> {
    let after_ipfs = strip(uri, "ipfs:").map(|rest| rest.trim_start_matches('/'));
    let url = after_ipfs.filter(|rest| is_web(rest)).unwrap_or(uri);
    if !is_web(url) {
        return None;
    }
    let path = url.split(['?', '#']).next().unwrap_or_default();
    for (slash, _) in path.rmatch_indices('/') {
        let after_gateway = url.get(slash..).and_then(|rest| strip(rest, IPFS));
        if let Some(inner_url) = after_gateway
            && is_web(inner_url)
        {
            return Some(inner_url);
        }
    }
    Some(url)
}

/// Splits an `http:` or `https:` URL after its host. Returns the part up to the end of the host,
/// the host, and the part after the host.
fn split_after_host(url: &str) -> Option<(&str, &str, &str)> {
    let (_, after_scheme) = url.split_once("://")?;
    let host = after_scheme.split(['/', '?', '#']).next()?;
    let host_offset = url.len() - after_scheme.len();
    let (start, after_host) = url.split_at_checked(host_offset + host.len())?;
    Some((start, host, after_host))
}

/// The content of a URL such as `https://CID.ipfs.dweb.link/7.png`.
fn at_subdomain(url: &str) -> Option<Location<'_>> {
    let (start, host, after_host) = split_after_host(url)?;
    let lower = host.to_ascii_lowercase();
    // The label before the gateway can contain `.ipfs.` and `.ipns.` too, so only the last of these
    // words counts.
    let ipfs = lower.rfind(".ipfs.").map(|dot| (dot, IPFS));
    let ipns = lower.rfind(".ipns.").map(|dot| (dot, IPNS));
    let (dot, path) = ipfs.max(ipns)?;
    let label = lower.get(..dot)?;
    let gateway = lower.get(dot + ".ipfs.".len()..)?;
    let id = if path == IPNS && !label.contains('.') {
        // An IPNS name with dots is a single label in a host: `-` stands for a dot, and `--` for
        // `-`. So `en-my--site` stands for `en.my-site`.
        let parts = label.split("--").map(|part| part.replace('-', "."));
        parts.collect::<Vec<_>>().join("-")
    } else {
        label.to_owned()
    };
    // In a host, a content id is in base 32 (`b…`) or base 36 (`k…`). With SHA-256, such an id has
    // at least 56 characters. The minimum of 46 accepts shorter hashes too.
    let is_id = match path {
        IPNS => starts_with_ipns_name(&id),
        _ => id.len() >= 46 && id.starts_with(['b', 'k']) && is_alphanumeric(&id),
    };
    let has_credentials_or_port = host.contains('@') || label.contains(':');
    let is_content = is_id && !gateway.is_empty() && !has_credentials_or_port;
    is_content.then(|| Location {
        path: Some(path),
        url_start: Some(start),
        id_length: id.len(),
        name: (id + after_host).into(),
    })
}

/// The content of a URL such as `https://arweave.net/ID`.
fn on_arweave(url: &str) -> Option<Location<'_>> {
    let (start, host, after_host) = split_after_host(url)?;
    let name = after_host.strip_prefix('/')?;
    let host = host.to_ascii_lowercase();
    // `is_word` excludes hosts with credentials or a port.
    let is_arweave_host = is_listed(&host, &ARWEAVE_HOSTS) && host.split('.').all(is_word);
    let name_without_kind = ["raw/", "tx/"]
        .iter()
        .find_map(|kind| strip(name, kind))
        .unwrap_or(name);
    let id = segment(name_without_kind);
    // The id of a transaction has 32 bytes, which are 43 characters of base64url.
    let is_content = is_arweave_host && id.len() == 43 && is_word(id);
    let (start_with_slash, _) = url.split_at_checked(start.len() + 1)?;
    is_content.then(|| Location::new(ARWEAVE, Some(start_with_slash), name))
}

/// The content of a URL such as `https://ipfs.io/ipfs/CID/7.png`.
fn at_path(url: &str) -> Option<Location<'_>> {
    let path = url.split(['?', '#']).next()?;
    let (kind, start) = first_kind_in(path)?;
    let name = without_repeated_kind(url.get(start.len()..)?);
    let is_content = if kind == IPFS {
        starts_with_content_id(name)
    } else {
        // `ipns` counts only as the first segment, as in `https://HOST/ipns/` with four slashes.
        // Later in a path, `ipns` is an ordinary word.
        start.matches('/').count() == 4 && starts_with_ipns_name(name)
    };
    is_content.then(|| Location::new(kind, Some(start), name))
}

/// Finds the first `/ipfs/` or `/ipns/` in a URL. Returns [`IPFS`] or [`IPNS`], and the URL up to
/// the end of this text.
fn first_kind_in(url: &str) -> Option<(&'static str, &str)> {
    for (slash, _) in url.match_indices('/') {
        let rest = url.get(slash..)?;
        for kind in [IPFS, IPNS] {
            if strip(rest, kind).is_some() {
                return Some((kind, url.get(..slash + kind.len())?));
            }
        }
    }
    None
}

/// Removes `ipfs/`, `ipfs:/` or `ipfs://` from the start of a name. Some contracts write a whole
/// `ipfs:` URI after the URL of a gateway.
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

/// Removes `ipfs:`, `ipfs/`, `ipns:` or `ipns/` from the start of a text. Returns the path of this
/// kind of content at a gateway, and the rest of the text.
fn strip_kind(text: &str) -> Option<(&'static str, &str)> {
    for (word, path) in [("ipfs", IPFS), ("ipns", IPNS)] {
        let after_word = strip(text, word);
        if let Some(rest) = after_word.and_then(|rest| rest.strip_prefix([':', '/'])) {
            return Some((path, rest));
        }
    }
    None
}

/// Returns the text after `start`, ignoring case. `None` if the text does not begin with `start`.
pub(super) fn strip<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(start.len())?;
    head.eq_ignore_ascii_case(start).then_some(rest)
}

fn is_alphanumeric(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Whether a text has only ASCII letters, digits, `-` and `_`.
fn is_word(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// The first segment of a name.
fn segment(name: &str) -> &str {
    name.split(['/', '?', '#']).next().unwrap_or_default()
}

/// Whether a text begins with an IPFS content id: version 0 (`Qm…`), or version 1 in base 32 (`b…`
/// or `B…`), base 58 (`z…`) or base 16 (`f01…`). With SHA-256, an id of version 0 has 46
/// characters, and an id of version 1 has at least 49 (36 bytes in base 58). In base 16, such an id
/// has 70 digits after `f01`. The minimum of 60 accepts shorter hashes too.
fn starts_with_content_id(name: &str) -> bool {
    let id = segment(name);
    if let Some(digits) = strip(id, "f01") {
        return digits.len() >= 60 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    let is_version_0 = id.len() == 46 && id.starts_with("Qm");
    let is_version_1 = id.len() >= 49 && id.starts_with(['B', 'b', 'z']);
    (is_version_0 || is_version_1) && is_alphanumeric(id)
}

/// Whether a text begins with an IPNS name: a key in base 36 (`k…`), or a host name with a dot. A
/// key with SHA-256 has at least 56 characters. The minimum of 50 accepts shorter keys too.
fn starts_with_ipns_name(name: &str) -> bool {
    let id = segment(name);
    let is_key = id.len() >= 50
        && id.starts_with('k')
        && id
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase());
    is_key || is_host_name(id)
}

/// Whether a text is a host name with a dot.
fn is_host_name(text: &str) -> bool {
    text.contains('.')
        && text
            .split('.')
            .all(|label| !label.is_empty() && is_word(label))
}

/// Returns the spellings of a name, in the order in which they are tried.
///
/// A `#` in the path after an id has two meanings. It can be a part of a file name, which must be
/// written as `%23`, because a gateway never receives a fragment (RFC 3986 §3.5). This spelling
/// comes first. In the second spelling, the `#` begins a fragment, as in `index.html#/x`.
///
/// In every spelling, a `%` that begins no escape becomes `%25`.
pub(super) fn spellings(name: &str) -> Vec<String> {
    let text = escape_lone_percents(name);
    let path_end = text.find('?').unwrap_or(text.len());
    let after_id = text.strip_prefix(segment(&text)).unwrap_or_default();
    let has_path = after_id.starts_with('/');
    match text.split_at_checked(path_end) {
        Some((path, query)) if has_path && path.contains('#') => {
            let escaped = [&path.replace('#', "%23"), query].concat();
            vec![escaped, text]
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
            .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let percent = if is_escape { "%" } else { "%25" };
        out.push_str(percent);
        out.push_str(part);
    }
    out
}

/// Whether the URL of a name could leave the path of its gateway with `..`, or the name has no id.
pub(super) fn leaves_gateway(name: &str) -> bool {
    let Some(decoded) = fully_decoded(&escape_lone_percents(name)) else {
        return true;
    };
    let lacks_id = matches!(decoded.first(), None | Some(b'/'));
    // These four bytes end a segment for a URL parser (WHATWG URL §4.4).
    let mut segments = decoded.split(|byte| matches!(byte, b'/' | b'\\' | b'?' | b'#'));
    lacks_id || segments.any(|segment| segment == b"..")
}

/// The maximum number of times that a path is decoded. This limits the time that a hostile URI
/// takes.
const MAX_DECODINGS: usize = 8;

/// Decodes percent-encoding again and again until a pass changes nothing. A gateway may decode a
/// path more than once, so `%252e%252e%252f` can mean `../` to the gateway. `None` if pass number
/// [`MAX_DECODINGS`] still changes the bytes.
fn fully_decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..MAX_DECODINGS {
        let decoded: Vec<u8> = percent_decode(&bytes).collect();
        // Each decoded escape makes the bytes shorter.
        if decoded.len() == bytes.len() {
            return Some(decoded);
        }
        bytes = decoded;
    }
    None
}
