//! Tests of the request for a page, as the client sends it and the service reads it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use super::{EtherealStatus, EtherealsQuery, OnInvalidRecord};
use crate::{
    client::tests::{
        KEY,
        helpers::{self, assert_invalid, request, round_trip},
    },
    endpoints::{ChainType, Endpoint, Place},
    error::Error,
    parameters::{Address, SourceChain},
};
use proptest::{collection::vec, option, prelude::*, sample::select};
use std::num::NonZeroU32;

mod envelope;
mod record;
mod skipped;

/// Two contract addresses in mixed case.
const A: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const B: &str = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

fn default_query() -> EtherealsQuery {
    EtherealsQuery::default()
}

#[test]
fn the_option_on_invalid_record_is_error_or_skip() {
    let parameters = EtherealsQuery::ROUTE.parameters;
    let option = parameters
        .iter()
        .find(|parameter| parameter.name == "onInvalidRecord")
        .unwrap();
    let parse = option.rule.parse;
    // "error" is the default. An empty text counts as an absent option.
    assert_eq!(parse("error").as_deref(), Some(""));
    assert_eq!(parse("skip").as_deref(), Some("skip"));
    assert_eq!(parse("other"), None);
}

#[test]
fn sends_the_key_and_no_parameter_by_default() {
    let sent = request(&default_query());
    assert_eq!(
        (sent.url.as_str(), sent.headers.get("x-api-key")),
        ("https://api.example.com/v1/ethereals", Some(KEY))
    );
}

#[test]
fn sends_every_parameter_under_its_name() {
    let query = default_query()
        .chain(ChainType::Sepolia)
        .source_chain(1)
        .source_chain(42161)
        .source_contract(A.parse().unwrap())
        .source_contract(B.parse().unwrap())
        .status(EtherealStatus::Active)
        .status(EtherealStatus::Unfunded)
        .page_size(NonZeroU32::new(100).unwrap())
        // The client percent-encodes `=`, `&`, the space, `/` and `ü`, but not the comma.
        .after("eyJ2IjoxfQ==&a b/ü,".parse().unwrap());
    let expected = format!(
        "/ethereals?chain=sepolia&sourceChains=1,42161&sourceContracts={A},{B}&statuses=active,unfunded&page_size=100\
         &cursor=eyJ2IjoxfQ%3D%3D%26a%20b%2F%C3%BC,"
    );
    let target = query.call().target;
    assert_eq!(target, expected);
    let sent_names: Vec<&str> = target
        .split(['?', '&'])
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, _)| name)
        .collect();
    let declared_names: Vec<&str> = EtherealsQuery::ROUTE
        .parameters
        .iter()
        .filter(|parameter| parameter.place == Place::Query)
        .map(|parameter| parameter.wire)
        .collect();
    assert_eq!(sent_names, declared_names);
}

#[test]
fn requests_the_next_page_with_the_same_filters() {
    let query = default_query()
        .page_size(NonZeroU32::MIN)
        .after("a".parse().unwrap());
    assert_eq!(
        query.after("b".parse().unwrap()).call().target,
        "/ethereals?page_size=1&cursor=b"
    );
}

fn decode(pairs: &[(&str, &str)]) -> Result<EtherealsQuery, Error> {
    helpers::decode(&[], pairs)
}

#[test]
fn decodes_lists_sorted_and_without_duplicates() {
    let contracts = format!("{B}, {A} ,,{}", B.to_lowercase());
    let read = decode(&[
        ("sourceChains", "42161,1, 42161 ,"),
        ("sourceContracts", &contracts),
        ("statuses", "unfunded,active"),
    ]);
    let read = read.unwrap();
    assert_eq!(read.source_chains, [1, 42161].map(SourceChain::from));
    assert_eq!(
        read.source_contracts,
        [A, B].map(|address| address.to_lowercase().parse().unwrap())
    );
    assert_eq!(
        read.statuses,
        [EtherealStatus::Active, EtherealStatus::Unfunded]
    );
}

#[test]
fn decodes_empty_values_and_a_null_cursor_as_absent() {
    let empty = [
        ("sourceChains", ""),
        ("statuses", ","),
        ("chain", ""),
        ("page_size", ""),
        ("cursor", ""),
    ];
    assert_eq!(decode(&empty), Ok(default_query()));
    assert_eq!(
        decode(&[("cursor", "null")]),
        Ok(default_query()),
        "`null` is the default in the specification"
    );
}

#[test]
fn decodes_chain_type_and_cursor_and_ignores_unknown_parameters() {
    let expected = default_query()
        .chain(ChainType::Sepolia)
        .after("x".parse().unwrap());
    assert_eq!(
        decode(&[("chain", "sepolia"), ("cursor", "x"), ("unknown", "1")]),
        Ok(expected)
    );
}

#[test]
fn rejects_values_that_break_a_rule_of_the_service() {
    let rule = "an integer from 1 to 500";
    for size in ["0", "501", "-1", "1.0", "x", "99999999999"] {
        assert_invalid(
            decode(&[("page_size", size)]),
            "page_size",
            &format!("\"{size}\""),
            rule,
        );
    }
    assert_eq!(
        decode(&[("page_size", "500")]).unwrap().page_size,
        NonZeroU32::new(500)
    );
    assert_invalid(
        decode(&[("statuses", "active,paused")]),
        "statuses",
        "\"paused\"",
        "active or unfunded",
    );
    let rule = "1 to 64 visible ASCII characters without a comma";
    assert_invalid(
        decode(&[("sourceChains", "a b")]),
        "sourceChains",
        "\"a b\"",
        rule,
    );
    let rule = "0x followed by 40 hexadecimal digits";
    assert_invalid(
        decode(&[("sourceContracts", "0x1")]),
        "sourceContracts",
        "\"0x1\"",
        rule,
    );
    assert_invalid(
        decode(&[("chain", "x")]),
        "chain",
        "\"x\"",
        "\"mainnet\" or \"sepolia\"",
    );
}

#[test]
fn limits_the_number_of_items_in_a_list() {
    let chains = |count: usize| {
        (0..count)
            .map(|n| n.to_string())
            .collect::<Vec<_>>()
            .join(",")
    };
    assert_eq!(
        decode(&[("sourceChains", &chains(32))])
            .unwrap()
            .source_chains
            .len(),
        32
    );
    let error = decode(&[("sourceChains", &chains(33))]).unwrap_err();
    assert_eq!(
        error.message,
        "Invalid sourceChains: 33 items. Expected at most 32 items."
    );
    let contracts = |count: usize| {
        (0..count)
            .map(|n| format!("0x{n:040x}"))
            .collect::<Vec<_>>()
            .join(",")
    };
    assert_eq!(
        decode(&[("sourceContracts", &contracts(100))])
            .unwrap()
            .source_contracts
            .len(),
        100
    );
    assert_eq!(
        decode(&[("sourceContracts", &contracts(101))])
            .unwrap_err()
            .message,
        "Invalid sourceContracts: 101 items. Expected at most 100 items."
    );
}

#[test]
fn rejects_a_repeated_parameter() {
    for name in [
        "chain",
        "sourceChains",
        "sourceContracts",
        "statuses",
        "page_size",
        "cursor",
    ] {
        assert_eq!(
            decode(&[(name, ""), (name, "")]).unwrap_err().message,
            format!("Invalid {name}: more than one value. Expected one value.")
        );
    }
}

proptest! {
    #[test]
    fn decodes_the_requests_that_the_client_sends(
        chain in option::of(select(vec![ChainType::Mainnet, ChainType::Sepolia])),
        // Visible ASCII characters without the comma. The hyphen is valid too, but not tested here.
        chains in vec("[!-+.-~]{1,64}", 0..8),
        contracts in vec("0[xX][0-9a-fA-F]{40}", 0..4),
        statuses in vec("active|unfunded", 0..4),
        page_size in option::of(1_u32..=500),
        cursor in option::of(".{1,40}"),
    ) {
        let sent = EtherealsQuery {
            chain,
            source_chains: chains.iter().map(|chain| chain.parse().unwrap()).collect(),
            source_contracts: contracts.iter().map(|address| address.parse().unwrap()).collect(),
            statuses: statuses.into_iter().map(EtherealStatus::from).collect(),
            page_size: page_size.and_then(NonZeroU32::new),
            // The service reads the cursor `null` as absent.
            cursor: cursor.filter(|cursor| cursor != "null").map(|cursor| cursor.parse().unwrap()),
            on_invalid_record: OnInvalidRecord::Error,
        };
        // The service sorts each list, removes duplicates, and lower-cases addresses.
        let mut expected = sent.clone();
        let lower_case = |address: &Address| address.as_str().to_ascii_lowercase().parse().unwrap();
        expected.source_contracts = expected.source_contracts.iter().map(lower_case).collect();
        expected.source_contracts.sort_unstable();
        expected.source_contracts.dedup();
        expected.source_chains.sort_unstable();
        expected.source_chains.dedup();
        expected.statuses.sort_unstable_by(|a, b| a.as_str().cmp(b.as_str()));
        expected.statuses.dedup();
        prop_assert_eq!(round_trip(&sent).unwrap(), expected);
    }
}
