//! Tests of the request for a transfer, as the client sends it and the service reads it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use super::{BridgeTransfer, ChainType, GetTransfer};
use crate::{
    client::tests::{
        KEY,
        helpers::{assert_invalid, decode, get, request, round_trip},
    },
    endpoints::Endpoint,
};
use proptest::{option, prelude::*, sample::select};

mod record;

const HASH: &str = "0x1111111111111111111111111111111111111111111111111111111111111111";

fn transfer() -> GetTransfer {
    GetTransfer::new(HASH.parse().unwrap())
}

/// Returns the transfer that the client reads from a response with this body.
fn get_transfer(body: &str) -> Option<BridgeTransfer> {
    get(&transfer(), 200, body).unwrap()
}

#[test]
fn sends_the_hash_the_chain_type_and_the_key() {
    let sent = request(&transfer());
    assert_eq!(
        sent.url,
        format!("https://api.example.com/v1/bridge/transfers/transactions/{HASH}")
    );
    assert_eq!(sent.headers.get("x-api-key"), Some(KEY));
    for (chain, name) in [
        (ChainType::Mainnet, "mainnet"),
        (ChainType::Sepolia, "sepolia"),
    ] {
        let target = transfer().chain(chain).call().target;
        assert_eq!(
            target,
            format!("/bridge/transfers/transactions/{HASH}?chain={name}")
        );
    }
}

#[test]
fn checks_the_parameters_of_a_received_request() {
    let read = |hash: &str, pairs: &[(&str, &str)]| decode::<GetTransfer>(&[hash], pairs);
    assert_eq!(read(HASH, &[]).unwrap().chain, None);
    assert_eq!(
        read(HASH, &[("chain", "")]).unwrap().chain,
        None,
        "empty counts as absent"
    );
    assert_eq!(
        read(HASH, &[("chain", "sepolia"), ("x", "ignored")])
            .unwrap()
            .chain,
        Some(ChainType::Sepolia)
    );
    assert_invalid(
        read("0x12", &[]),
        "hash",
        "\"0x12\"",
        "0x followed by 64 hexadecimal digits",
    );
    assert_invalid(
        read(HASH, &[("chain", "goerli")]),
        "chain",
        "\"goerli\"",
        "\"mainnet\" or \"sepolia\"",
    );
    let error = read(HASH, &[("chain", "mainnet"), ("chain", "")]).unwrap_err();
    assert_eq!(
        error.message,
        "Invalid chain: more than one value. Expected one value."
    );
    assert!(decode::<GetTransfer>(&[], &[]).is_err(), "without a hash");
}

proptest! {
    #[test]
    fn decodes_the_requests_that_the_client_sends(
        hash in "0[xX][0-9a-fA-F]{64}",
        chain in option::of(select(vec![ChainType::Mainnet, ChainType::Sepolia])),
    ) {
        let sent = GetTransfer { chain, ..GetTransfer::new(hash.parse().unwrap()) };
        prop_assert_eq!(round_trip(&sent).unwrap(), sent);
    }
}
