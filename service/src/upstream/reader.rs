//! Reads a token: its URI from the chain, then the document from the first URL that has it.

use super::{
    abi,
    data_uri::{inline, is_inline},
    document::{Document, TokenUri},
    failure::{Failure, FetchError, UNUSABLE},
    fetch::Fetcher,
    gateway::Gateway,
    hedge::first_success,
    limits::Limits,
    location::ARWEAVE,
    metrics::Metrics,
    pauses::shown_name,
    rpc::{CallResult, Endpoints},
    uri::{Gateways, Resolved, Target, resolve, trimmed, with_id},
};
use crate::cli::TokenSources;
use ethereal_query::{ChainId, GetTokenUri, Standard};
use reqwest::dns::Resolve;
use std::{collections::BTreeMap, sync::Arc};
use tokio::{sync::Semaphore, time::timeout};
use url::Url;

/// Reads tokens, within the limits on time and number.
pub(super) struct Reader {
    /// The JSON-RPC endpoints of each chain id, in the order in which they are tried.
    endpoints: BTreeMap<u64, Vec<Url>>,
    gateways: Gateways,
    fetcher: Fetcher,
    /// Limits the reads in flight to `Limits::reads`.
    slots: Semaphore,
    limits: Limits,
    pub(super) metrics: Metrics,
}

impl Reader {
    pub(super) fn new(
        sources: &TokenSources,
        limits: Limits,
        resolver: Arc<dyn Resolve>,
        metrics: Metrics,
    ) -> Result<Self, String> {
        let mut endpoints = BTreeMap::<_, Vec<Url>>::new();
        for text in sources.rpc.iter().filter(|text| !text.is_empty()) {
            let (chain, url) = endpoint(text)?;
            endpoints.entry(chain).or_default().push(url);
        }
        let gateways = Gateways {
            ipfs: Gateway::all(&sources.ipfs_gateways)?,
            arweave: Gateway::all(&sources.arweave_gateways)?,
        };
        let fetcher = Fetcher::new(sources.allow_private, &limits, resolver, &metrics)?;
        let slots = Semaphore::new(limits.reads);
        Ok(Self {
            endpoints,
            gateways,
            fetcher,
            slots,
            limits,
            metrics,
        })
    }

    pub(super) fn has_chains(&self) -> bool {
        !self.endpoints.is_empty()
    }

    /// Checks that a chain has an endpoint.
    pub(super) fn check_chain(&self, chain: ChainId) -> Result<(), Failure> {
        if self.endpoints.contains_key(&chain.get()) {
            return Ok(());
        }
        let chains: Vec<_> = self.endpoints.keys().map(u64::to_string).collect();
        let rule = format!("a chain of this service: {}", chains.join(", "));
        // `b` is the chain id in the query of a request.
        Err(Failure::new(
            400,
            format!("Invalid b: {chain}. Expected {rule}."),
        ))
    }

    /// Runs `read` in a slot for reads, within the limit of the total time.
    async fn within_limits<T>(
        &self,
        read: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let Ok(Ok(_slot)) = timeout(self.limits.slot_wait, self.slots.acquire()).await else {
            self.metrics.busy.inc();
            return Err(Failure::busy());
        };
        self.metrics.reads.inc();
        // Ends the count of this read, even if the caller drops the future.
        let _in_flight = scopeguard::guard((), |()| {
            self.metrics.reads.dec();
        });
        timeout(self.limits.total, read)
            .await
            .unwrap_or_else(|_| Err(timed_out()))
    }

    /// Reads the URI of a token.
    pub(super) async fn uri(&self, token: &GetTokenUri) -> Result<TokenUri, Failure> {
        let uri = self.within_limits(self.uri_text(token)).await?;
        Ok(match inline(&uri, self.limits.body) {
            Some(content) => TokenUri::Within(Document::new(content?, &uri, true)),
            None => TokenUri::At(uri.into()),
        })
    }

    /// Reads the document at a URI.
    pub(super) async fn document(&self, uri: &str) -> Result<Document, Failure> {
        let Resolved {
            targets,
            is_immutable,
        } = resolve(uri, &self.gateways).ok_or_else(|| {
            let rule = "Expected JSON, an IPFS content id, \
                        or a URI of the scheme ipfs, ipns, ar, https, http or data.";
            let shown_uri = shown(uri);
            Failure::new(
                UNUSABLE,
                format!("Invalid URI of the token: {shown_uri}. {rule}"),
            )
        })?;
        // A gateway gets no request during its pause.
        let mut attempts = Vec::new();
        for target in &targets {
            if self.fetcher.pauses.rest_of(&target.url).await.is_none() {
                attempts.push(self.fetcher.content(target));
            }
        }
        let read = async {
            match first_success(attempts, self.limits.patience).await {
                Ok(content) => Ok(Document::new(content, uri, is_immutable)),
                Err(error) => Err(self.document_failure(error, &targets).await),
            }
        };
        self.within_limits(read).await
    }

    /// Returns the failure to report when no URL gave the document. A gateway that asked for a
    /// pause may have the document, so the failure tells the caller to wait for the end of the
    /// pause.
    async fn document_failure(&self, error: FetchError, targets: &[Target]) -> Failure {
        if error == FetchError::Busy {
            self.metrics.busy.inc();
        }
        // Any other error means that a URL returned content, or that too many requests are in
        // flight.
        let has_no_content = matches!(
            error,
            FetchError::Missing(_) | FetchError::Unreachable | FetchError::Timeout
        );
        if !has_no_content {
            return error.into();
        }
        let mut names = Vec::new();
        let mut pauses = Vec::new();
        for target in targets {
            let Some(pause) = self.fetcher.pauses.rest_of(&target.url).await else {
                continue;
            };
            let name = shown_name(target);
            if !names.contains(&name) {
                names.push(name);
            }
            pauses.push(pause);
        }
        let setting = if targets.iter().any(|target| target.path == Some(ARWEAVE)) {
            "--arweave-gateway"
        } else {
            "--ipfs-gateway"
        };
        match pauses.into_iter().min() {
            Some(shortest) => Failure::paused(&names, shortest, setting),
            None => error.into(),
        }
    }

    /// Reads the URI of a token as text. In a URI of EIP-1155, replaces `{id}` by the token id.
    async fn uri_text(&self, token: &GetTokenUri) -> Result<String, Failure> {
        let bytes = self.call(token).await?;
        let text = abi::string(&bytes).ok_or_else(|| {
            let rule = "Expected an ABI-encoded string.";
            Failure::new(
                UNUSABLE,
                format!(
                    "Invalid result of the contract: {} bytes. {rule}",
                    bytes.len()
                ),
            )
        })?;
        let uri = trimmed(&text);
        if uri.is_empty() {
            let message = format!(
                "The contract {} has no URI for the token {}.",
                token.address, token.id
            );
            return Err(Failure::new(404, message));
        }
        let max_bytes = if is_inline(uri) {
            self.limits.body
        } else {
            self.limits.uri
        };
        let uri = match token.standard {
            Some(Standard::Erc1155) => with_id(uri, &token.id.to_hex(), max_bytes),
            _ => Some(uri.to_owned()),
        };
        let uri = uri.filter(|uri| uri.len() <= max_bytes);
        uri.ok_or_else(|| Failure::new(UNUSABLE, "The URI of the token is too long."))
    }

    /// Calls the contract of a token, and returns its result.
    async fn call(&self, token: &GetTokenUri) -> Result<Vec<u8>, Failure> {
        let (chain, address) = (token.chain_id, token.address.as_str());
        let endpoints = Endpoints {
            client: &self.fetcher.trusted,
            urls: self
                .endpoints
                .get(&chain.get())
                .map(Vec::as_slice)
                .unwrap_or_default(),
            limits: &self.limits,
            metrics: &self.metrics,
        };
        let function = abi::uri_function(token.standard.unwrap_or_default());
        // `s` is the standard in the query of a request.
        let standard = if token.standard == Some(Standard::Erc1155) {
            "ERC1155, s=1"
        } else {
            "ERC721, s=0"
        };
        let place = format!("on chain {chain} ({standard})");
        let call_data = function.call(&token.id.to_hex());
        let (status, message) = match endpoints.call(address, &call_data).await {
            Ok(CallResult::Returned(bytes)) if !bytes.is_empty() => return Ok(bytes),
            Ok(result) => {
                let message = match absence(&endpoints, address, &function, &result).await {
                    Absence::Contract => format!("There is no contract at {address} {place}."),
                    Absence::Function => {
                        format!(
                            "The contract {address} {place} has no function {}.",
                            function.signature
                        )
                    }
                    Absence::Token => format!(
                        "There is no token {} of the contract {address} {place}.",
                        token.id
                    ),
                };
                (404, message)
            }
            Err(FetchError::Timeout) => (
                504,
                format!("Timeout: no result from the endpoints of chain {chain} in time."),
            ),
            Err(_) => (
                502,
                format!("No endpoint of chain {chain} returned a result."),
            ),
        };
        Err(Failure::new(status, message))
    }
}

/// What is missing when a contract call returns no URI for a token.
enum Absence {
    Contract,
    Function,
    Token,
}

/// Finds out what is missing after a call that returned nothing or reverted. If the code of the
/// contract cannot be read, a call that returned nothing means that the contract is missing, and a
/// call that reverted means that the token is missing.
async fn absence(
    endpoints: &Endpoints<'_>,
    address: &str,
    function: &abi::UriFunction,
    result: &CallResult,
) -> Absence {
    // The function of the contract gave the reason.
    if *result == (CallResult::Reverted { with_reason: true }) {
        return Absence::Token;
    }
    let code = endpoints.code(address).await.unwrap_or_default();
    match result {
        CallResult::Returned(_) if code.is_empty() => Absence::Contract,
        CallResult::Returned(_) => Absence::Function,
        CallResult::Reverted { .. } if code.is_empty() => Absence::Token,
        CallResult::Reverted { .. } => {
            // The code of a contract contains the selectors of its functions.
            let selector = function.selector;
            if code.windows(selector.len()).any(|bytes| bytes == selector) {
                return Absence::Token;
            }
            // The code of a proxy contract does not contain the selector, but the proxy responds to
            // `supportsInterface`.
            match endpoints.call(address, &function.support_call()).await {
                Ok(CallResult::Returned(bytes)) if abi::is_true(&bytes) => Absence::Token,
                _ => Absence::Function,
            }
        }
    }
}

/// The failure when a token takes longer than `Limits::total`.
pub(super) fn timed_out() -> Failure {
    Failure::new(
        504,
        "Timeout: cannot read the document of the token in time.",
    )
}

/// The maximum number of characters of an invalid URI that a message shows.
const MAX_SHOWN: usize = 64;

/// Describes an invalid URI for a message: by its scheme, or by its first characters if the URI has
/// no scheme. The message never shows a whole URL, which could be an address of the operator's
/// network.
fn shown(uri: &str) -> String {
    let (prefix, text) = match scheme_of(uri) {
        Some(scheme) => ("a URI of the scheme ", scheme),
        None => ("", uri),
    };
    let short: String = text
        .chars()
        .take(MAX_SHOWN)
        .map(|c| {
            if c.is_control() {
                char::REPLACEMENT_CHARACTER
            } else {
                c
            }
        })
        .collect();
    let is_cut = text.chars().count() > MAX_SHOWN;
    let end = if is_cut { "…" } else { "" };
    format!("{prefix}\"{short}{end}\"")
}

/// Returns the scheme of a URI (RFC 3986 §3.1).
fn scheme_of(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let is_scheme_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(is_scheme_byte);
    is_scheme.then_some(scheme)
}

/// Parses the value of `--rpc`: a chain id and the URL of an endpoint.
fn endpoint(text: &str) -> Result<(u64, Url), String> {
    let invalid = || {
        // The message hides the value, because the URL often has an API key.
        let rule = "Expected CHAIN=URL, with a chain id and an http or https URL, \
                    such as 1=https://rpc.example.";
        format!("Invalid --rpc (value hidden). {rule}")
    };
    let (chain, url) = text.split_once('=').ok_or_else(invalid)?;
    let chain: ChainId = chain.parse().map_err(|_| invalid())?;
    let url: Url = url.parse().map_err(|_| invalid())?;
    let is_http = matches!(url.scheme(), "http" | "https") && url.has_host();
    if !is_http {
        return Err(invalid());
    }
    Ok((chain.get(), url))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_uri_with_control_characters_ends_with_an_ellipsis() {
        // The replacement characters have more bytes than the whole URI.
        let replaced = "\u{fffd}".repeat(MAX_SHOWN);
        assert_eq!(
            shown(&"\u{1}".repeat(MAX_SHOWN + 1)),
            format!("\"{replaced}…\"")
        );
        assert_eq!(shown(&"\u{1}".repeat(MAX_SHOWN)), format!("\"{replaced}\""));
    }
}
