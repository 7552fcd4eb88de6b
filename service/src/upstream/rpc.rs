//! `eth_call` over JSON-RPC (Ethereum execution API), endpoint after endpoint.

use super::{count::Counts, fetch::body, limits::Limits, miss::Miss};
use reqwest::{Client, StatusCode, header};
use serde::Deserialize;
use tokio::time::timeout;
use url::Url;

/// What the chain says. All three are final: another endpoint of the same chain would say the same.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Returned(String),
    /// The contract refused the call.
    Reverted,
    /// `0x`: there is no contract, or one that takes any call and returns nothing.
    Nothing,
}

#[derive(Deserialize)]
struct Reply {
    result: Option<String>,
    error: Option<RpcError>,
}

#[derive(Deserialize)]
struct RpcError {
    code: i64,
    #[serde(default)]
    message: String,
}

impl RpcError {
    /// Whether the call ran and failed. The code is 3 where the specification is followed; other nodes say it in words.
    fn is_revert(&self) -> bool {
        let message = self.message.to_ascii_lowercase();
        self.code == 3 || ["revert", "invalid opcode", "vm execution error"].iter().any(|word| message.contains(word))
    }
}

/// Calls a contract; an endpoint that fails, whatever way, hands over to the next.
pub(super) async fn call(
    client: &Client,
    urls: &[Url],
    (to, data): (&str, &str),
    limits: &Limits,
    counts: &Counts,
) -> Result<Answer, Miss> {
    let params = serde_json::json!([{ "to": to, "data": data }, "latest"]);
    let request = serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": "eth_call", "params": params }).to_string();
    // The longest document, in hexadecimal, and what surrounds it.
    let most = 2 * limits.body + 4096;
    let mut worst = Miss::Unreachable;
    for (index, url) in urls.iter().enumerate() {
        match timeout(limits.rpc, ask(client, url, request.clone(), most)).await.unwrap_or(Err(Miss::Late)) {
            Ok(answer) => return Ok(answer),
            Err(miss) => {
                Counts::add(&counts.rpc_errors);
                // Never the URL: operators have keys in them.
                tracing::warn!(endpoint = index, ?miss, "an RPC endpoint failed");
                worst = worst.max(miss);
            }
        }
    }
    Err(worst)
}

async fn ask(client: &Client, url: &Url, request: String, most: usize) -> Result<Answer, Miss> {
    let sent = client.post(url.clone()).header(header::CONTENT_TYPE, "application/json").body(request).send();
    let response = sent.await?;
    // Below 500, some nodes send an ordinary reply with the status 400.
    if response.status() == StatusCode::TOO_MANY_REQUESTS || response.status().is_server_error() {
        return Err(Miss::Unreachable);
    }
    let reply: Reply = serde_json::from_slice(&body(response, most).await?).map_err(|_| Miss::NotJson)?;
    match reply {
        Reply { error: Some(error), .. } if error.is_revert() => Ok(Answer::Reverted),
        Reply { error: Some(_), .. } => Err(Miss::Unreachable),
        Reply { result: Some(result), .. } if result == "0x" => Ok(Answer::Nothing),
        Reply { result: Some(result), .. } if result.starts_with("0x") => Ok(Answer::Returned(result)),
        Reply { .. } => Err(Miss::NotJson),
    }
}
