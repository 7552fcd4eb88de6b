//! The gateways that the operator configured. Pure.

use super::location::strip;
use url::Url;

/// A server that reads content by its path.
#[derive(Debug, Clone)]
pub(super) struct Gateway {
    /// The base URL without a slash at its end.
    base: String,
    /// The query of each URL, such as the key of the gateway. No message and no log shows it.
    query: Option<String>,
}

impl Gateway {
    /// Reads base URLs, also several with commas between them.
    pub(super) fn all(texts: &[String]) -> Result<Vec<Self>, String> {
        texts
            .iter()
            .flat_map(|text| text.split(','))
            .map(Self::read)
            .collect()
    }

    /// Reads a base URL. The notation of other tools, with `/ipfs/` or `/ipfs/{cid}/{path}` after the URL, is accepted.
    fn read(text: &str) -> Result<Self, String> {
        let text = text.trim_ascii();
        let (url, query) = text
            .split_once('?')
            .map_or((text, None), |(url, query)| (url, Some(query)));
        let base = without_content_path(url.trim_end_matches('/'));
        let is_plain = |text: &str| !text.contains(['#', '{']);
        let parsed = Url::parse(base)
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
        match parsed {
            Some(url) if is_plain(base) && query.is_none_or(is_plain) => Ok(Self {
                base: url.as_str().trim_end_matches('/').to_owned(),
                query: query.filter(|query| !query.is_empty()).map(str::to_owned),
            }),
            _ => {
                let rule = "an http or https URL such as https://gateway.example, without a fragment; {cid} and \
                            {path} only as in https://gateway.example/ipfs/{cid}/{path}";
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

    /// The URL of content, which has the query of the gateway after its own. `None` for a text that is not a URL.
    pub(super) fn url(&self, path: &str, name: &str) -> Option<Url> {
        let mut url = Url::parse(&[&self.base, path, name].concat()).ok()?;
        if let Some(query) = &self.query {
            let whole = url
                .query()
                .filter(|own| !own.is_empty())
                .map_or(query.clone(), |own| [own, query].join("&"));
            url.set_query(Some(&whole));
        }
        Some(url)
    }
}

/// A URL without `/ipfs`, `/ipns`, `/ipfs/{cid}` and the like at its end.
fn without_content_path(url: &str) -> &str {
    let cid = url
        .strip_suffix("{path}")
        .map_or(url, |rest| rest.strip_suffix('/').unwrap_or(rest));
    let kind = cid
        .strip_suffix("/{cid}")
        .unwrap_or(url)
        .trim_end_matches('/');
    let end = kind.len().saturating_sub("/ipfs".len());
    match kind.get(end..) {
        Some(word)
            if ["/ipfs", "/ipns"]
                .iter()
                .any(|kind| strip(word, kind) == Some("")) =>
        {
            kind.get(..end).unwrap_or(url).trim_end_matches('/')
        }
        _ => url,
    }
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
    fn refuses_other_templates_without_showing_them() {
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
