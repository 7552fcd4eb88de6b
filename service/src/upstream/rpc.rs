//! `eth_call` over JSON-RPC (Ethereum execution API).

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

/// The result of a request. Every endpoint of the chain would return the same.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum CallResult {
    Returned(Vec<u8>),
    /// The call failed in the contract.
    Reverted {
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
    /// A text, or an object of the node.
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
        self.ask("eth_call", &json!([{ "to": to, "data": data }, "latest"]))
            .await
    }

    /// The code of a contract; empty for an address without one.
    pub(super) async fn code(&self, address: &str) -> Result<Vec<u8>, FetchError> {
        match self.ask("eth_getCode", &json!([address, "latest"])).await? {
            CallResult::Returned(code) => Ok(code),
            CallResult::Reverted { .. } => Err(FetchError::Unreachable),
        }
    }

    /// Sends a request. Tries the endpoints in order until one has a result, see [`first_success`].
    async fn ask(&self, method: &str, params: &Value) -> Result<CallResult, FetchError> {
        let Self {
            client,
            urls,
            limits,
            metrics,
        } = self;
        let request =
            json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
        // Room for the longest document in hexadecimal, and the reply around it.
        let max_bytes = 2 * limits.body + 4096;
        let attempts = urls.iter().enumerate().map(|(index, url)| {
            let request = request.clone();
            async move {
                let sent = timeout(limits.rpc, send(client, url, request, max_bytes));
                let result = sent.await.unwrap_or(Err(FetchError::Timeout));
                if let Err(error) = &result {
                    metrics.rpc_errors.inc();
                    // Without the URL, which often has an API key.
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
    request: String,
    max_bytes: usize,
) -> Result<CallResult, FetchError> {
    let sent = client
        .post(url.clone())
        .header(header::CONTENT_TYPE, "application/json")
        .body(request)
        .send();
    let response = sent.await?;
    // Some nodes send an ordinary reply with status 400.
    if response.status() == StatusCode::TOO_MANY_REQUESTS || response.status().is_server_error() {
        return Err(FetchError::Unreachable);
    }
    let body = read_body(response, max_bytes).await?;
    let reply: Reply = serde_json::from_slice(&body).map_err(|_| FetchError::Unreachable)?;
    if let Some(error) = reply.error {
        let data = error.data.as_str().unwrap_or_default();
        // Any other error is about the endpoint, for example about a limit of its rate.
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
