//! The gateways through which the service reads content of IPFS and Arweave. Pure.

use url::Url;

/// A server that returns content of IPFS or Arweave by its path.
#[derive(Debug, Clone)]
pub(super) struct Gateway {
    /// The base URL without a slash at its end.
    base: String,
    /// The query that every URL of the gateway gets, such as an API key. No message or log shows
    /// the query.
    query: Option<String>,
}

impl Gateway {
    /// Reads base URLs. A text can have several base URLs with commas between them.
    pub(super) fn all(texts: &[String]) -> Result<Vec<Self>, String> {
        texts
            .iter()
            .flat_map(|text| text.split(','))
            .map(Self::read)
            .collect()
    }

    /// Reads a base URL. Also accepts the notations of other tools, which have `/ipfs/` or
    /// `/ipfs/{cid}/{path}` after the base URL.
    fn read(text: &str) -> Result<Self, String> {
        let text = text.trim_ascii();
        let (url, query) = match text.split_once('?') {
            Some((url, query)) => (url, Some(query)),
            None => (text, None),
        };
        let base = without_content_path(url.trim_end_matches('/'));
        let has_fragment_or_placeholder = |text: &str| text.contains(['#', '{']);
        let is_valid = !has_fragment_or_placeholder(base)
            && query.is_none_or(|query| !has_fragment_or_placeholder(query));
        let parsed = Url::parse(base)
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        match parsed {
            Some(url) if is_valid => Ok(Self {
                base: url.as_str().trim_end_matches('/').to_owned(),
                query: query.filter(|query| !query.is_empty()).map(str::to_owned),
            }),
            _ => {
                let rule = "an http or https URL such as https://gateway.example, \
                            without a fragment; {cid} and {path} only as in \
                            https://gateway.example/ipfs/{cid}/{path}";
                Err(format!("Invalid gateway (value hidden). Expected {rule}."))
            }
        }
    }

    /// A public gateway.
    pub(super) fn public(base: &str) -> Self {
        Self {
            base: base.to_owned(),
            query: None,
        }
    }

    /// Returns the URL of content at the gateway, such as `BASE/ipfs/CID/7.png` for the path
    /// `/ipfs/` and the name `CID/7.png`. The query of the gateway comes after the query in `name`.
    /// `None` if the result is not a valid URL.
    pub(super) fn url(&self, path: &str, name: &str) -> Option<Url> {
        let mut url = Url::parse(&[&self.base, path, name].concat()).ok()?;
        if let Some(query) = &self.query {
            let joined_query = match url.query() {
                Some(name_query) if !name_query.is_empty() => [name_query, query].join("&"),
                _ => query.clone(),
            };
            url.set_query(Some(&joined_query));
        }
        Some(url)
    }
}

/// Removes `/ipfs` or `/ipns` from the end of a URL, with the placeholders that follow. For
/// example, `https://a.b/ipfs`, `https://a.b/ipfs/{cid}`, `https://a.b/ipfs/{cid}/{path}` and
/// `https://a.b/ipfs/{cid}{path}` become `https://a.b`. A URL without `/ipfs` or `/ipns` at its end
/// stays as it is.
fn without_content_path(url: &str) -> &str {
    let without_path = match url.strip_suffix("{path}") {
        Some(start) => start.strip_suffix('/').unwrap_or(start),
        None => url,
    };
    // `{path}` without `{cid}` before it is not a placeholder.
    let without_cid = without_path
        .strip_suffix("/{cid}")
        .unwrap_or(url)
        .trim_end_matches('/');
    let base = strip_end(without_cid, "/ipfs").or_else(|| strip_end(without_cid, "/ipns"));
    match base {
        Some(base) => base.trim_end_matches('/'),
        None => url,
    }
}

/// Returns the text before `end`, ignoring case. `None` if the text does not end with `end`.
fn strip_end<'a>(text: &'a str, end: &str) -> Option<&'a str> {
    let end_offset = text.len().checked_sub(end.len())?;
    let (before, last) = text.split_at_checked(end_offset)?;
    last.eq_ignore_ascii_case(end).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_notations_of_other_tools() {
        for (text, expected) in [
            ("https://gw.example", "https://gw.example/ipfs/Qm?a=b"),
            (
                " https://gw.example/ipfs/ ",
                "https://gw.example/ipfs/Qm?a=b",
            ),
            (
                "https://gw.example/IPFS//",
                "https://gw.example/ipfs/Qm?a=b",
            ),
            (
                "https://gw.example/base/ipns",
                "https://gw.example/base/ipfs/Qm?a=b",
            ),
            (
                "https://gw.example/ipfs/{cid}",
                "https://gw.example/ipfs/Qm?a=b",
            ),
            (
                "https://gw.example/ipfs/{cid}/{path}?key=k",
                "https://gw.example/ipfs/Qm?a=b&key=k",
            ),
            (
                "https://gw.example/ipfs/{cid}{path}",
                "https://gw.example/ipfs/Qm?a=b",
            ),
            (
                "https://u:p@gw.example/?key=k%20y",
                "https://u:p@gw.example/ipfs/Qm?a=b&key=k%20y",
            ),
        ] {
            let [gateway] = &Gateway::all(&[text.to_owned()]).unwrap()[..] else {
                panic!("{text}")
            };
            assert_eq!(
                gateway.url("/ipfs/", "Qm?a=b").unwrap().as_str(),
                expected,
                "{text}"
            );
        }
        assert_eq!(
            Gateway::all(&["https://a.b,https://c.d/ipfs".to_owned()])
                .unwrap()
                .len(),
            2
        );
    }

    #[test]
    fn refuses_invalid_gateways_without_showing_them() {
        for text in [
            "",
            "a.b",
            "ipfs://a.b",
            "https://{cid}.ipfs.secret.example",
            "https://secret.example/{cid}",
            "https://secret.example/ipfs/{hash}",
            "https://secret.example/ipfs/{cid}?key={key}",
            "https://secret.example/#x",
        ] {
            let message = Gateway::all(&[text.to_owned()]).unwrap_err().to_string();
            assert!(
                message.contains("Expected an http or https URL") && !message.contains("secret"),
                "{text}: {message}"
            );
        }
    }
}
