//! A transfer by a hash on its route: its request, both ways.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::{BridgeTransfer, BridgeTransferByHash, ChainType};
use crate::{
    Arg, Args, Endpoint, Error, ErrorKind,
    client::tests::{
        KEY,
        helpers::{get, query, refused, request, there_and_back},
    },
};
use proptest::prelude::*;

mod record;
mod route;

const HASH: &str = "0x1111111111111111111111111111111111111111111111111111111111111111";

fn by_hash(options: Args) -> Result<BridgeTransferByHash, Error> {
    BridgeTransferByHash::new(&HASH.into(), options)
}

fn transfer() -> BridgeTransferByHash {
    by_hash(Args::default()).unwrap()
}

/// The transfer an answer holds.
fn found(body: &str) -> Option<BridgeTransfer> {
    get(&transfer(), 200, body).unwrap()
}

#[test]
fn the_request_has_hash_and_key() {
    let sent = request(&transfer());
    assert_eq!(sent.url, format!("https://api.example.com/v1/bridge/transfers/transactions/{HASH}"));
    assert_eq!(sent.api_key.as_deref(), Some(KEY));
    for chain in ["mainnet", "sepolia"] {
        let target = by_hash(Args::from([("chain", chain.into())])).unwrap().call().target;
        assert_eq!(target, format!("/bridge/transfers/transactions/{HASH}?chain={chain}"));
    }
    assert_eq!(by_hash(Args::from([("chain", Arg::Absent)])).unwrap(), transfer());
}

#[test]
fn a_hash_keeps_its_spelling_but_for_0x() {
    let hash = format!("0X{}", "aB".repeat(32));
    let request = BridgeTransferByHash::new(&hash.as_str().into(), Args::default()).unwrap();
    assert_eq!(request.hash, hash.replace("0X", "0x"));
}

#[test]
fn parameters_that_break_a_rule_are_refused() {
    let rule = "0x followed by 64 hexadecimal digits";
    let short = &HASH[..65];
    let digits = format!("{}g", &HASH[..65]);
    let shown = |text: &str| format!("\"{}…\"", &text[..64]);
    for (hash, value) in [
        (Arg::from(""), "\"\"".to_owned()),
        (Arg::from("0x12"), "\"0x12\"".to_owned()),
        (Arg::from(short), shown(short)),
        (Arg::from(digits.as_str()), shown(&digits)),
        (Arg::from("../../project"), "\"../../project\"".to_owned()),
        (Arg::from(1), "\"1\"".to_owned()),
        (Arg::Absent, "absent".to_owned()),
    ] {
        refused(BridgeTransferByHash::new(&hash, Args::default()), "hash", &value, rule);
    }
    let rule = "\"mainnet\" or \"sepolia\"";
    for (chain, value) in [(Arg::from("Mainnet"), "\"Mainnet\""), (Arg::from(1), "\"1\""), (Arg::from(""), "\"\"")] {
        refused(by_hash(Args::from([("chain", chain)])), "chain", value, rule);
    }
}

#[test]
fn an_unknown_option_is_refused() {
    let error = by_hash(Args::from([("chainId", 1.into())])).unwrap_err();
    assert_eq!((error.kind, error.parameter), (ErrorKind::InvalidArgument, Some("options")));
    assert_eq!(
        error.message,
        "There is no option \"chainId\" here. There are: chain, signal, timeoutMs, deadlineMs, maxRetries, maxRetryAfterMs, maxBodyBytes."
    );
}

#[test]
fn the_service_reads_the_request_by_the_same_rules() {
    let decode =
        |hash: &str, pairs: &[(&str, &str)]| BridgeTransferByHash::decode(&[hash.to_owned()], &mut query(pairs));
    assert_eq!(decode(HASH, &[]).unwrap().chain, None);
    assert_eq!(decode(HASH, &[("chain", "")]).unwrap().chain, None, "empty counts as absent");
    assert_eq!(decode(HASH, &[("chain", "sepolia"), ("x", "1")]).unwrap().chain, Some(ChainType::Sepolia));
    refused(decode("0x12", &[]), "hash", "\"0x12\"", "0x followed by 64 hexadecimal digits");
    refused(decode(HASH, &[("chain", "goerli")]), "chain", "\"goerli\"", "\"mainnet\" or \"sepolia\"");
    let error = decode(HASH, &[("chain", "mainnet"), ("chain", "")]).unwrap_err();
    assert_eq!(error.message, "`chain` is given more than once.");
    assert!(BridgeTransferByHash::decode(&[], &mut query(&[])).is_err());
}

proptest! {
    #[test]
    fn the_service_reads_what_the_client_sends(
        hash in "0[xX][0-9a-fA-F]{64}",
        chain in prop_oneof![Just(Arg::Absent), Just("mainnet".into()), Just("sepolia".into())],
    ) {
        let sent = BridgeTransferByHash::new(&hash.as_str().into(), Args::from([("chain", chain)])).unwrap();
        prop_assert_eq!(there_and_back(&sent).unwrap(), sent);
    }
}
