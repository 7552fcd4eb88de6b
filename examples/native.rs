//! The client in a native program, against the service of `npm start`:
//!
//! ```sh
//! cargo run --example native --features reqwest -- http://127.0.0.1:8787/api
//! ```

#![allow(
    clippy::disallowed_macros,
    reason = "an example may panic when the reader of its output has ended"
)]

use ethereal_query::{
    BaseUrl, ChainId, Client, Config, EtherealStatus, EtherealsQuery, GetProject, GetTokenUri,
    GetTransfer, ReqwestTransport, TokenId,
};
use futures_util::{StreamExt, TryStreamExt};

/// One of the public keys of the sample data.
const API_KEY: &str = "Py/BfoIG112ZrfX+Vl9duMGZ0MHWoOwRXhTl/4goYQI=";

// The client's futures stay on one thread.
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let base_url = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "http://127.0.0.1:8787/api".to_owned());
    let config = Config::new(BaseUrl::parse(&base_url)?).with_api_key(API_KEY);
    let client = Client::new(config, ReqwestTransport::new()?);

    let address = "0xc1a625bee9fc58d2e43438243d9dd64b012cec47".parse()?;
    let document = client
        .get(&GetTokenUri::new(
            ChainId::try_from(1)?,
            address,
            TokenId::from(2),
        ))
        .await?;
    let metadata = document.value()?;
    let name = metadata.get("name").and_then(|name| name.as_str());
    println!("token: {}", name.unwrap_or_default());

    let hash = "0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4".parse()?;
    let transfer = client.get(&GetTransfer::new(hash)).await?;
    let status = transfer
        .as_ref()
        .map_or("unknown", |transfer| transfer.status.as_str());
    println!("transfer: {status}");

    let project = client.get(&GetProject).await?;
    println!("owner: {}", project.request_owner.unwrap_or_default());

    let query = EtherealsQuery::default()
        .source_chain(1)
        .source_chain(42161)
        .status(EtherealStatus::Active);
    let records: Vec<_> = client.ethereals(query).take(3).try_collect().await?;
    let symbols = records.into_iter().filter_map(|record| record.token_symbol);
    println!("collections: {}", symbols.collect::<Vec<_>>().join(", "));
    Ok(())
}
