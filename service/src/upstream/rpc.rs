//! `eth_call` and `eth_getCode` over JSON-RPC (Ethereum execution API).

use super::{
    abi,
    failure::FetchError,
    fetch::read_body,
    hedge::first_success,
    limits::Limits,
    metrics::Metrics,
    revert::{gives_reason, is_revert},
};
use reqwest::{Client, StatusCode, header};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::timeout;
use url::Url;

/// A result that depends only on the chain: every endpoint of the chain would return it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CallResult {
    Returned(Vec<u8>),
    /// The call failed in the contract.
    Reverted {
        /// Whether the contract gave a reason for the failure.
        with_reason: bool,
    },
}

#[derive(Deserialize)]
struct Reply {
    result: Option<String>,
    error: Option<RpcError>,
}

#[derive(Deserialize)]
struct RpcError {
    #[serde(default)]
    code: i64,
    #[serde(default)]
    message: String,
    /// A string, or a value of another type that the service ignores.
    #[serde(default)]
    data: Value,
}

/// The endpoints of a chain, in the order in which they are tried.
pub(super) struct Endpoints<'a> {
    pub(super) client: &'a Client,
    pub(super) urls: &'a [Url],
    pub(super) limits: &'a Limits,
    pub(super) metrics: &'a Metrics,
}

impl Endpoints<'_> {
    /// Calls a contract.
    pub(super) async fn call(&self, to: &str, data: &str) -> Result<CallResult, FetchError> {
        self.request("eth_call", &json!([{ "to": to, "data": data }, "latest"]))
            .await
    }

    /// Returns the code of a contract. The code is empty if there is no contract at the address.
    pub(super) async fn code(&self, address: &str) -> Result<Vec<u8>, FetchError> {
        match self
            .request("eth_getCode", &json!([address, "latest"]))
            .await?
        {
            CallResult::Returned(code) => Ok(code),
            // `eth_getCode` runs no contract, so a revert is a failure of the endpoint.
            CallResult::Reverted { .. } => Err(FetchError::Unreachable),
        }
    }

    /// Sends a request to the endpoints in their order until an endpoint returns a result, see
    /// [`first_success`].
    async fn request(&self, method: &str, params: &Value) -> Result<CallResult, FetchError> {
        let Self {
            client,
            urls,
            limits,
            metrics,
        } = self;
        let body =
            json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
        // A result may contain the longest document as hexadecimal digits, two for each byte. The
        // rest of the response needs some bytes too.
        let max_bytes = 2 * limits.body + 4096;
        let attempts = urls.iter().enumerate().map(|(index, url)| {
            let body = body.clone();
            async move {
                let result = timeout(limits.rpc, send(client, url, body, max_bytes))
                    .await
                    .unwrap_or(Err(FetchError::Timeout));
                if let Err(error) = &result {
                    metrics.rpc_errors.inc();
                    // The log does not show the URL, which often has an API key.
                    tracing::warn!(endpoint = index, ?error, "an RPC endpoint failed");
                }
                result
            }
        });
        first_success(attempts.collect::<Vec<_>>(), limits.patience).await
    }
}

async fn send(
    client: &Client,
    url: &Url,
    request_body: String,
    max_bytes: usize,
) -> Result<CallResult, FetchError> {
    let response = client
        .post(url.clone())
        .header(header::CONTENT_TYPE, "application/json")
        .body(request_body)
        .send()
        .await?;
    // A response with an error status other than 429 and 5xx can have a valid reply. For example,
    // some nodes send the error of a contract call with status 400.
    if response.status() == StatusCode::TOO_MANY_REQUESTS || response.status().is_server_error() {
        return Err(FetchError::Unreachable);
    }
    let body = read_body(response, max_bytes).await?;
    let reply: Reply = serde_json::from_slice(&body).map_err(|_| FetchError::Unreachable)?;
    if let Some(error) = reply.error {
        let data = error.data.as_str().unwrap_or_default();
        // Any other error is an error of the endpoint, for example a rate limit.
        if !is_revert(error.code, &error.message, data) {
            return Err(FetchError::Unreachable);
        }
        return Ok(CallResult::Reverted {
            with_reason: gives_reason(&error.message, data),
        });
    }
    let result = reply.result.ok_or(FetchError::Unreachable)?;
    abi::bytes(&result)
        .map(CallResult::Returned)
        .ok_or(FetchError::Unreachable)
}
