//! Reading one token: its URI from the chain, then the first candidate that has the document.

use super::{
    Failure, Settings, SettingsError, abi,
    cache::{Document, Reading},
    count::Counts,
    data_uri::inline,
    fetch::Fetcher,
    limits::Limits,
    miss::Miss,
    rpc::{self, Answer},
};
use ethereal_query::{GetTokenUri, Standard, resolve_uri, service::record::DOCUMENT_DEPTH};
use reqwest::dns::Resolve;
use std::sync::Arc;
use tokio::{sync::Semaphore, time::timeout};
use url::{Origin, Url};

/// What readings share.
pub(super) struct Reader {
    settings: Settings,
    /// Origins of the configured gateways.
    gateways: Vec<Origin>,
    fetcher: Fetcher,
    places: Semaphore,
    limits: Limits,
    counts: Arc<Counts>,
}

impl Reader {
    pub(super) fn new(
        settings: Settings,
        limits: Limits,
        resolver: Arc<dyn Resolve>,
        counts: &Arc<Counts>,
    ) -> Result<Self, SettingsError> {
        for (chain, url) in &settings.rpc {
            let chain_id = chain.parse::<u64>().is_ok_and(|id| id > 0 && id.to_string() == *chain);
            if !chain_id || !is_http(url) {
                return Err(SettingsError(format!(
                    "The RPC endpoint of chain `{chain}` must be CHAIN=URL, the chain a decimal number, the URL http or https."
                )));
            }
        }
        let bases = settings.ipfs_gateways.iter().chain(&settings.arweave_gateways);
        let gateways = bases.map(|base| gateway(base)).collect::<Result<_, _>>()?;
        let fetcher = Fetcher::new(settings.allow_private, &limits, resolver, counts)?;
        let places = Semaphore::new(limits.outbound);
        Ok(Self { settings, gateways, fetcher, places, limits, counts: Arc::clone(counts) })
    }

    pub(super) fn in_flight(&self) -> usize {
        self.limits.outbound.saturating_sub(self.places.available_permits())
    }

    /// Everything from the call to the document, within the limits on number and time.
    pub(super) async fn read(&self, token: &GetTokenUri) -> Reading {
        let Ok(Ok(_place)) = timeout(self.limits.moment, self.places.acquire()).await else {
            Counts::add(&self.counts.busy);
            return Err(Failure::busy());
        };
        let late = || Err(Failure::new(504, "The document of the token could not be read in time."));
        timeout(self.limits.total, self.document(token)).await.unwrap_or_else(|_| late())
    }

    async fn document(&self, token: &GetTokenUri) -> Reading {
        let uri = self.uri(token).await?;
        if let Some(found) = inline(&uri) {
            let text = found.map_err(missed)?;
            return Ok(Document { text, fixed: true });
        }
        // Content addressed by its hash, or written once for ever; `ipns` and the web may change.
        let fixed = !["http", "ipns:", "/ipns/"].iter().any(|start| begins(&uri, start));
        let mut worst = Miss::Unreachable;
        for (url, trusted) in self.targets(&uri)? {
            match self.fetcher.document(&url, trusted).await {
                Ok(text) => return Ok(Document { text, fixed }),
                Err(miss) => worst = worst.max(miss),
            }
        }
        if worst == Miss::Busy {
            Counts::add(&self.counts.busy);
        }
        Err(missed(worst))
    }

    /// The token's URI, `{id}` replaced (EIP-1155 alone has that).
    async fn uri(&self, token: &GetTokenUri) -> Result<String, Failure> {
        let answer = self.answer(token).await?;
        let unusable = || Failure::new(502, "The contract's answer is not an ABI-encoded string.");
        let answer = abi::bytes(&answer).ok_or_else(unusable)?;
        let uri = abi::string(&answer).ok_or_else(unusable)?.trim_ascii();
        if uri.is_empty() {
            return Err(Failure::new(
                404,
                format!("The contract {} has no URI for its token {}.", token.address, token.id),
            ));
        }
        let multi = token.standard == Some(Standard::Erc1155);
        // Each `{id}` grows by 60 bytes: judged before they are replaced.
        let size = uri.len() + if multi { 60 * uri.matches("{id}").count() } else { 0 };
        let inline = uri.starts_with(['{', '[']) || begins(uri, "data:");
        if size > if inline { self.limits.body } else { self.limits.uri } {
            return Err(Failure::new(502, "The token's URI is too long."));
        }
        Ok(if multi { uri.replace("{id}", &token.id.to_hex()) } else { uri.to_owned() })
    }

    /// The contract's answer, in hexadecimal.
    async fn answer(&self, token: &GetTokenUri) -> Result<String, Failure> {
        let (chain, address) = (token.chain_id.to_string(), token.address.as_str());
        let own = self.settings.rpc.iter().filter(|(of, _)| *of == chain);
        let urls: Vec<Url> = own.map(|(_, url)| url.clone()).collect();
        let data = abi::call(token.standard.unwrap_or_default(), &token.id.to_hex());
        let called = rpc::call(&self.fetcher.trusted, &urls, (address, &data), &self.limits, &self.counts).await;
        let s = if token.standard == Some(Standard::Erc1155) { "ERC1155, s=1" } else { "ERC721, s=0" };
        Err(match called {
            Ok(Answer::Returned(hex)) => return Ok(hex),
            Ok(Answer::Reverted) => {
                let id = token.id;
                Failure::new(404, format!("There is no token {id} of the contract {address} on chain {chain} ({s})."))
            }
            Ok(Answer::Nothing) => {
                Failure::new(404, format!("No contract answers at {address} on chain {chain} ({s})."))
            }
            Err(Miss::Late) => Failure::new(504, format!("The endpoints of chain {chain} did not answer in time.")),
            Err(_) => Failure::new(502, format!("No endpoint of chain {chain} gave an answer.")),
        })
    }

    /// Where the document may be, best first, and whether the operator vouches for the place.
    fn targets(&self, uri: &str) -> Result<Vec<(Url, bool)>, Failure> {
        let ipfs: Vec<&str> = self.settings.ipfs_gateways.iter().map(String::as_str).collect();
        let arweave: Vec<&str> = self.settings.arweave_gateways.iter().map(String::as_str).collect();
        let urls = resolve_uri(uri, None, &ipfs, &arweave).map_err(|_| {
            Failure::new(502, "The token's URI is none that can be read: it must be JSON, an IPFS content id, or begin with ipfs, ipns, ar, https, http or data.")
        })?;
        // The first is the contract's own choice when it wrote a URL, even one that looks like a gateway's.
        let own = usize::from(begins(uri, "http"));
        let targets = urls.iter().enumerate().filter_map(|(index, url)| {
            let url = Url::parse(url).ok()?;
            let trusted = index >= own && self.gateways.contains(&url.origin());
            Some((url, trusted))
        });
        Ok(targets.collect())
    }
}

fn begins(uri: &str, start: &str) -> bool {
    uri.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start))
}

fn is_http(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}

fn gateway(base: &str) -> Result<Origin, SettingsError> {
    let url = Url::parse(base).ok().filter(|url| is_http(url) && url.query().is_none() && url.fragment().is_none());
    let url = url.ok_or_else(|| {
        // Not shown: some hold tokens.
        SettingsError("A gateway must be an http or https URL without a query, such as https://ipfs.io.".to_owned())
    })?;
    Ok(url.origin())
}

/// The answer when no candidate had the document.
fn missed(miss: Miss) -> Failure {
    let told = |status, what| Failure::new(status, ["The target of the token's URI ", what].concat());
    match miss {
        Miss::Unreachable => told(502, "could not be read."),
        Miss::Late => told(504, "did not answer in time."),
        Miss::NotJson => told(502, "is not JSON."),
        Miss::TooDeep => {
            told(502, &format!("is nested deeper than {DOCUMENT_DEPTH} levels, and clients read no more."))
        }
        Miss::TooLarge => told(502, "is larger than 1 MiB."),
        Miss::Busy => Failure::busy(),
    }
}
