//! `GET /bridge/transfers/transactions/:hash`: one transfer by any hash on its route (specification §4.2, §2.2, §3.1).

#[cfg(feature = "service")]
use super::Received;
use super::{
    BodyCheck, Call, Endpoint, Parameter, Route, TypedRequest, deserialize, parameter::documented,
};
use crate::{
    error::Error,
    json::Checked,
    model::{model, open_string},
    parameters::{ParameterType, ParameterValue, TxHash, optional_text},
    rules::Rule,
};

mod envelope;

/// The chain type of a call, query parameter `chain`.
///
/// ```
/// use ethereal_query::ChainType;
/// assert_eq!(ChainType::default().as_str(), "mainnet");
/// assert_eq!(ChainType::Sepolia.as_str(), "sepolia");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum ChainType {
    /// The main networks. The service assumes this chain type when a request has none.
    #[default]
    Mainnet,
    /// The test networks.
    Sepolia,
}

impl ChainType {
    /// The value on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mainnet => "mainnet",
            Self::Sepolia => "sepolia",
        }
    }
}

const CHAIN: Rule = Rule {
    expectation: "\"mainnet\" or \"sepolia\"",
    parse: |text| matches!(text, "mainnet" | "sepolia").then(|| text.to_owned()),
};
/// [`CHAIN`] with errors that also name "auto". Rust never receives "auto": the package for
/// JavaScript makes a call for each chain type instead (`pkg/src/transfers/find-transfer.ts`).
const CHAIN_OR_AUTO: Rule = Rule {
    expectation: "\"mainnet\", \"sepolia\" or \"auto\"",
    ..CHAIN
};

impl ParameterValue for ChainType {
    const TYPE: ParameterType = ParameterType::new(
        CHAIN,
        "ChainType",
        r#"{ "type": "string", "enum": ["mainnet", "sepolia"] }"#,
    );

    fn from_text(text: &str) -> Option<Self> {
        [Self::Mainnet, Self::Sepolia]
            .into_iter()
            .find(|chain| chain.as_str() == text)
    }

    fn to_text(&self) -> String {
        self.as_str().to_owned()
    }
}

// Below, `or` adds a spelling from the public documentation of a live deployment.
open_string! {
    /// The kind of assets that a transfer moves (specification §2.2).
    ///
    /// ```
    /// use ethereal_query::TransferType;
    /// assert_eq!(TransferType::from("ERC721".to_owned()), TransferType::Erc721);
    /// ```
    /// ```ts
    /// const type: TransferType | undefined = (await client.bridgeTransfer(deliveredHash))?.type;
    /// console.log(type); // NATIVE
    /// ```
    TransferType {
        /// The network's native currency.
        Native = "NATIVE" or "BLESS",
        /// Fungible tokens (EIP-20).
        Erc20 = "ERC20",
        /// Unique tokens (EIP-721).
        Erc721 = "ERC721",
        /// Multi tokens (EIP-1155).
        Erc1155 = "ERC1155",
        /// A transaction without value.
        Txn = "TXN",
    }
}

open_string! {
    /// Overall status of a transfer across every node on its route (specification §3.1).
    ///
    /// ```
    /// use ethereal_query::TransferStatus;
    /// assert_eq!(TransferStatus::from("wait-wh".to_owned()), TransferStatus::WaitWh);
    /// assert_eq!(TransferStatus::from("new-status".to_owned()).as_str(), "new-status");
    /// ```
    /// ```ts
    /// const status: TransferStatus | undefined = (await client.bridgeTransfer(hash))?.status;
    /// console.log(status); // wait-wh
    /// ```
    TransferStatus {
        /// Transfer complete.
        Done = "done",
        /// Awaiting completion at the messaging relay.
        WaitWh = "wait-wh",
        /// Awaiting completion at the rollup bridge.
        WaitRb = "wait-rb",
        /// Awaiting confirmation on the child chain.
        WaitCc = "wait-cc",
        /// Awaiting manual confirmation.
        Manual = "manual",
        /// Transfer failed.
        Error = "error",
    }
}

model! {
    /// A completed step of a transfer's route (specification §2.2).
    ///
    /// ```
    /// use ethereal_query::{RouteStep, Scalar};
    /// let step: RouteStep = serde_json::from_str(r#"{"step":10}"#)?;
    /// assert_eq!(step.step, Some(Scalar::Number(10.into())));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    /// ```ts
    /// const transfer = await client.bridgeTransfer(deliveredHash);
    /// const steps: RouteStep[] = transfer?.route ?? [];
    /// console.log(steps.map(({ step }) => step)); // [ 10, 'wormhole', 42161, 45513 ]
    /// ```
    RouteStep {
        required {}
        optional {
            /// A chain id (number, or its digits) for a chain step; a name for a step of the messaging relay.
            step: "step" [scalar],
            /// Transaction hash of the step.
            tx_hash: "txHash" [hash],
        }
    }
}

model! {
    /// The record of one cross-chain transfer (specification §2.2). A field that does not apply is absent.
    ///
    /// ```
    /// use ethereal_query::{BridgeTransfer, TransferStatus};
    /// let json = r#"{"_id":"1","status":"wait-wh","originTxnHash":"0x1"}"#;
    /// let transfer: BridgeTransfer = serde_json::from_str(json)?;
    /// assert_eq!((&transfer.status, &transfer.delivery_txn_hash), (&TransferStatus::WaitWh, &None));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    /// ```ts
    /// const transfer: BridgeTransfer | null = await client.bridgeTransfer(hash);
    /// console.log(transfer?.status, transfer?.deliveryTxnHash); // wait-wh undefined
    /// ```
    BridgeTransfer {
        required {
            /// Unique id of the transfer.
            id: "_id" [text],
            /// Overall status across every node on the route.
            status: "status" [open TransferStatus],
        }
        optional {
            /// Kind of assets that are transferred.
            transfer_type: "type" [open TransferType],
            /// Chain type, `mainnet` or `sepolia`.
            chain_type: "chainType" [text],
            /// Origin chain, a chain id as number or string.
            from_chain: "fromChain" [scalar],
            /// Destination chain, a chain id as number or string.
            to_chain: "toChain" [scalar],
            /// Address that initiated the transfer.
            from_address: "fromAddress" [address],
            /// Address the transfer goes to.
            to_address: "toAddress" [address],
            /// Time of the first transaction, Unix seconds.
            origin_timestamp: "originTimestamp" [number],
            /// Amount of native currency, decimal integer in the smallest unit; only with type `NATIVE`.
            native_amount: "nativeAmount" [text] or "blessAmount",
            /// Address of the token contract; only for a token transfer.
            token_contract: "tokenContract" [address],
            /// Amount of token, decimal integer in the smallest unit; only for a token transfer.
            token_amount: "tokenAmount" [text],
            /// Token ids sent, exact decimals; only with type `ERC721` or `ERC1155`.
            token_ids: "tokenIds" [list text],
            /// Hash of the first transaction.
            origin_txn_hash: "originTxnHash" [hash],
            /// Hash of the submission to the messaging relay; only if the relay is in the route.
            wh_txn_hash: "whTxnHash" [hash],
            /// Hash of the submission to the rollup bridge; only if the bridge is in the route.
            rb_txn_hash: "rbTxnHash" [hash],
            /// Hash of the delivery to the destination chain; absent until delivered.
            delivery_txn_hash: "deliveryTxnHash" [hash],
            /// The steps completed so far, in order.
            route: "route" [list record RouteStep],
        }
    }
}

documented! {
    /// The request for the transfer that has a hash on its route.
    ///
    /// ```
    /// use ethereal_query::{ChainType, Endpoint, GetTransfer, TxHash};
    /// let hash: TxHash = format!("0x{}", "1".repeat(64)).parse()?;
    /// let request = GetTransfer::new(hash.clone()).chain(ChainType::Sepolia);
    /// assert_eq!(request.call().target, format!("/bridge/transfers/transactions/{hash}?chain=sepolia"));
    /// # Ok::<(), ethereal_query::Error>(())
    /// ```
    /// ```ts
    /// const query: TransferQuery = { chain: "mainnet" };
    /// console.log((await client.bridgeTransfer(hash, query))?.status); // wait-wh
    /// ```
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct GetTransfer {
        /// Any transaction hash on the route: origin, submission to the relay or the rollup bridge, delivery, or
        /// another step.
        pub hash: TxHash,
        /// Chain type, `mainnet` or `sepolia`.
        ///
        /// By default, the client sends no chain type, and the service assumes `mainnet`. In
        /// JavaScript also `"auto"`: the client looks on `mainnet`. If `mainnet` does not have the
        /// transfer, the client looks on `sepolia` in a second call. Each call has its own limits,
        /// and a failed call is an error. The result is `null` only if neither chain type has the
        /// transfer.
        pub chain: Option<ChainType>,
    }
}

impl GetTransfer {
    /// Requests the transfer that has `hash` on its route.
    #[must_use]
    pub fn new(hash: TxHash) -> Self {
        Self { hash, chain: None }
    }

    /// Sets the chain type. By default, the service assumes mainnet.
    #[must_use]
    pub fn chain(self, chain: ChainType) -> Self {
        Self {
            chain: Some(chain),
            ..self
        }
    }
}

impl Endpoint for GetTransfer {
    const ROUTE: &'static Route = &Route {
        name: "GET /bridge/transfers/transactions/:hash",
        method: "bridgeTransfer",
        requires_api_key: true,
        path: &["bridge", "transfers", "transactions", ":hash"],
        parameters: &[
            Parameter::path("hash", TxHash::TYPE),
            Parameter::query("chain", ChainType::TYPE)
                .default("mainnet")
                .or("auto", CHAIN_OR_AUTO),
        ],
        body: BodyCheck::typed(envelope::read).or_absent(),
        keeps_headers: false,
    };
    /// `None` when no transfer has the hash.
    type Output = Option<BridgeTransfer>;

    fn call(&self) -> Call {
        Call::of(self)
    }

    fn output(checked: &Checked) -> Result<Self::Output, Error> {
        checked.json().map(|json| deserialize(&json)).transpose()
    }
}

impl TypedRequest for GetTransfer {
    fn text(&self, name: &str) -> String {
        match name {
            "hash" => self.hash.to_text(),
            "chain" => optional_text(&self.chain),
            _ => String::new(),
        }
    }

    #[cfg(feature = "service")]
    fn read(received: &Received) -> Result<Self, Error> {
        Ok(Self {
            hash: received.required("hash")?,
            chain: received.optional("chain"),
        })
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
