//! Tests of the request for token metadata, as the client sends it and the service reads it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use super::{GetTokenUri, Integers, Standard};
use crate::{
    client::tests::helpers::{self, assert_invalid, request, round_trip},
    endpoints::Endpoint,
    error::Error,
    parameters::TokenId,
};
use proptest::{option, prelude::*, sample::select};

mod document;

const ADDRESS: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
/// The largest token id, 2^256-1.
const LARGEST: &str =
    "115792089237316195423570985008687907853269984665640564039457584007913129639935";

fn token() -> GetTokenUri {
    GetTokenUri::new(
        "1".parse().unwrap(),
        ADDRESS.parse().unwrap(),
        TokenId::from(7),
    )
}

/// Returns the request of a call with the option `integers: "exact"`.
fn exact() -> GetTokenUri {
    GetTokenUri {
        integers: Integers::Exact,
        ..token()
    }
}

#[test]
fn sends_no_key() {
    let sent = request(&token());
    assert_eq!(
        sent.url,
        format!("https://api.example.com/v1/tokens/{ADDRESS}/7/uri?b=1")
    );
    assert!(sent.headers.is_empty());
}

#[test]
fn sends_the_standard_as_a_digit() {
    for (standard, query) in [
        (Some(Standard::Erc721), "?b=1&s=0"),
        (Some(Standard::Erc1155), "?b=1&s=1"),
        (None, "?b=1"),
    ] {
        let target = GetTokenUri {
            standard,
            ..token()
        }
        .call()
        .target;
        assert_eq!(target, format!("/tokens/{ADDRESS}/7/uri{query}"));
    }
}

#[test]
fn sends_the_id_in_decimal() {
    let target = GetTokenUri {
        id: "0xFf".parse().unwrap(),
        ..token()
    }
    .call()
    .target;
    assert_eq!(target, format!("/tokens/{ADDRESS}/255/uri?b=1"));
}

fn decode(address: &str, id: &str, pairs: &[(&str, &str)]) -> Result<GetTokenUri, Error> {
    helpers::decode(&[address, id], pairs)
}

#[test]
fn checks_the_parameters_of_a_received_request() {
    let read = decode(ADDRESS, "0x07", &[("b", "1"), ("s", "1"), ("x", "ignored")]).unwrap();
    assert_eq!(read, token().standard(Standard::Erc1155));
    assert_eq!(
        decode(ADDRESS, "7", &[("b", "1"), ("s", "")])
            .unwrap()
            .standard,
        None,
        "empty counts as absent"
    );
    assert_invalid(
        decode("0x5", "7", &[("b", "1")]),
        "address",
        "\"0x5\"",
        "0x followed by 40 hexadecimal digits",
    );
    assert_invalid(
        decode(ADDRESS, "x", &[("b", "1")]),
        "id",
        "\"x\"",
        "an integer from 0 to 2^256-1, decimal or 0x-hexadecimal",
    );
    assert_invalid(
        decode(ADDRESS, "7", &[("b", "eth")]),
        "b",
        "\"eth\"",
        "a chain id, an integer from 1 to 9007199254740991",
    );
    for s in ["2", "ERC721", "01"] {
        assert_invalid(
            decode(ADDRESS, "7", &[("b", "1"), ("s", s)]),
            "s",
            &format!("\"{s}\""),
            "0 (ERC721) or 1 (ERC1155)",
        );
    }
    for pairs in [vec![], vec![("b", "")], vec![("s", "1")]] {
        let error = decode(ADDRESS, "7", &pairs).unwrap_err();
        assert_eq!(
            error.message,
            "Missing b. Expected a chain id, an integer from 1 to 9007199254740991."
        );
    }
    let error = decode(ADDRESS, "7", &[("b", "1"), ("b", "1")]).unwrap_err();
    assert_eq!(
        (error.parameter, error.message.as_str()),
        (
            Some("b"),
            "Invalid b: more than one value. Expected one value."
        )
    );
}

proptest! {
    #[test]
    fn decodes_the_requests_that_the_client_sends(
        address in "0[xX][0-9a-fA-F]{40}",
        // Every number of 77 digits is a token id. The largest token id has 78 digits.
        id in prop_oneof!["[0-9]{1,77}", "0x[0-9a-fA-F]{1,64}"],
        chain in 1_u64..(1 << 53),
        standard in option::of(select(vec![Standard::Erc721, Standard::Erc1155])),
    ) {
        let chain_id = chain.try_into().unwrap();
        let token = GetTokenUri::new(chain_id, address.parse().unwrap(), id.parse().unwrap());
        let sent = GetTokenUri { standard, ..token };
        prop_assert_eq!(round_trip(&sent).unwrap(), sent);
    }
}
