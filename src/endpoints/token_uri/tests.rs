//! The metadata of a token: its request, both ways, and a document nobody changes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::{Standard, TokenUri};
use crate::{
    Arg, Args, Endpoint, Error, ErrorKind,
    client::tests::helpers::{query, refused, request, there_and_back},
};
use proptest::prelude::*;

mod document;

const ADDRESS: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const LARGEST: &str = "115792089237316195423570985008687907853269984665640564039457584007913129639935";

fn with<const N: usize>(id: impl Into<Arg>, options: [(&str, Arg); N]) -> Result<TokenUri, Error> {
    TokenUri::new(&ADDRESS.into(), &id.into(), Args::from(options))
}

fn token() -> TokenUri {
    with(7, [("chainId", 1.into())]).unwrap()
}

fn exact() -> TokenUri {
    with(7, [("chainId", 1.into()), ("integers", "exact".into())]).unwrap()
}

#[test]
fn the_request_has_no_key() {
    let sent = request(&token());
    assert_eq!(sent.url, format!("https://api.example.com/v1/tokens/{ADDRESS}/7/uri?b=1"));
    assert_eq!(sent.api_key, None);
}

#[test]
fn the_standard_is_sent_as_a_digit() {
    for (standard, sent) in [
        (Arg::from("ERC721"), "?b=42161&s=0"),
        (Arg::from("ERC1155"), "?b=42161&s=1"),
        (Arg::from("0"), "?b=42161&s=0"),
        (Arg::from(1), "?b=42161&s=1"),
        (Arg::Absent, "?b=42161"),
    ] {
        let target = with(7, [("chainId", 42161.into()), ("standard", standard)]).unwrap().call().target;
        assert_eq!(target, format!("/tokens/{ADDRESS}/7/uri{sent}"));
    }
}

#[test]
fn ids_and_chain_ids_are_sent_in_decimal() {
    let max = format!("0x{}", "f".repeat(64));
    for (id, sent) in [
        (Arg::from(0), "0"),
        (Arg::from("9007199254740991"), "9007199254740991"),
        (Arg::from("0007"), "7"),
        (Arg::from("0xFf"), "255"),
        (Arg::from(LARGEST), LARGEST),
        (Arg::from(max.as_str()), LARGEST),
    ] {
        assert_eq!(with(id, [("chainId", "011155111".into())]).unwrap().id, sent);
    }
    let request = with(7, [("chainId", "011155111".into())]).unwrap();
    assert_eq!(request.chain_id, "11155111");
}

#[test]
fn an_address_keeps_its_spelling_but_for_0x() {
    let upper = ADDRESS.replace("0x", "0X");
    let request = TokenUri::new(&upper.as_str().into(), &7.into(), Args::from([("chainId", 1.into())])).unwrap();
    assert_eq!(request.address, ADDRESS);
}

#[test]
fn parameters_that_break_a_rule_are_refused() {
    let options = || Args::from([("chainId", 1.into())]);
    let rule = "0x followed by 40 hexadecimal digits";
    for (address, shown) in [
        (Arg::from("0x"), "\"0x\""),
        (Arg::from(""), "\"\""),
        (Arg::from(".."), "\"..\""),
        (Arg::from("0x12/../.."), "\"0x12/../..\""),
        (Arg::from(5), "\"5\""),
        (Arg::Absent, "absent"),
    ] {
        refused(TokenUri::new(&address, &7.into(), options()), "address", shown, rule);
    }
    let rule = "a whole number from 0 to 2^256-1, decimal or 0x-hexadecimal";
    let above = LARGEST.replace("9935", "9936");
    let shortened = format!("\"{}…\"", &above[..64]);
    for (id, shown) in [
        (Arg::from("-1"), "\"-1\""),
        (Arg::from("1.0"), "\"1.0\""),
        (Arg::from("0x"), "\"0x\""),
        (Arg::from("a\nb"), "\"a\u{fffd}b\""),
        (Arg::from(above.as_str()), shortened.as_str()),
        (Arg::Other("1.5".into()), "1.5"),
        (Arg::Other("NaN".into()), "NaN"),
        (Arg::Other("true".into()), "true"),
        (Arg::Other("an object".into()), "an object"),
    ] {
        refused(with(id, [("chainId", 1.into())]), "id", shown, rule);
    }
    let rule = "a chain id: a whole number from 1 to 2^53-1";
    for (chain, shown) in
        [(Arg::from(0), "\"0\""), (Arg::from("mainnet"), "\"mainnet\""), (Arg::from("0x1"), "\"0x1\"")]
    {
        refused(with(7, [("chainId", chain)]), "chainId", shown, rule);
    }
    let rule = "\"ERC721\" (0) or \"ERC1155\" (1)";
    for (standard, shown) in
        [(Arg::from("erc721"), "\"erc721\""), (Arg::from(2), "\"2\""), (Arg::Other("false".into()), "false")]
    {
        refused(with(7, [("chainId", 1.into()), ("standard", standard)]), "standard", shown, rule);
    }
    refused(with(7, [("chainId", 1.into()), ("integers", "all".into())]), "integers", "\"all\"", "\"exact\"");
}

#[test]
fn the_chain_id_is_required() {
    for options in [vec![], vec![("chainId".to_owned(), Arg::Absent)]] {
        let error = TokenUri::new(&ADDRESS.into(), &7.into(), Args(options)).unwrap_err();
        assert_eq!(error.parameter, Some("chainId"));
        assert_eq!(error.message, "`chainId` is absent: it must be a chain id: a whole number from 1 to 2^53-1.");
    }
}

#[test]
fn an_unknown_option_is_refused() {
    let error = with(7, [("chainId", 1.into()), ("standart", "ERC721".into())]).unwrap_err();
    assert_eq!((error.kind, error.parameter), (ErrorKind::InvalidArgument, Some("options")));
    let known =
        "chainId, standard, integers, raw, signal, timeoutMs, deadlineMs, maxRetries, maxRetryAfterMs, maxBodyBytes";
    assert_eq!(error.message, format!("There is no option \"standart\" here. There are: {known}."));
    assert!(with(7, [("chainId", 1.into()), ("standart", Arg::Absent)]).is_ok(), "undefined is no option");
}

fn decode(address: &str, id: &str, pairs: &[(&str, &str)]) -> Result<TokenUri, Error> {
    TokenUri::decode(&[address.to_owned(), id.to_owned()], &mut query(pairs))
}

#[test]
fn the_service_reads_the_request_by_the_same_rules() {
    let read = decode(ADDRESS, "0x07", &[("b", "1"), ("s", "1"), ("x", "ignored")]).unwrap();
    assert_eq!((read.id.as_str(), read.chain_id.as_str(), read.standard), ("7", "1", Some(Standard::Erc1155)));
    assert_eq!(decode(ADDRESS, "7", &[("b", "1"), ("s", "")]).unwrap().standard, None, "empty counts as absent");
    refused(decode("0x5", "7", &[("b", "1")]), "address", "\"0x5\"", "0x followed by 40 hexadecimal digits");
    refused(
        decode(ADDRESS, "x", &[("b", "1")]),
        "id",
        "\"x\"",
        "a whole number from 0 to 2^256-1, decimal or 0x-hexadecimal",
    );
    refused(decode(ADDRESS, "7", &[("b", "eth")]), "b", "\"eth\"", "a chain id: a whole number from 1 to 2^53-1");
    for s in ["2", "ERC721", "01"] {
        refused(decode(ADDRESS, "7", &[("b", "1"), ("s", s)]), "s", &format!("\"{s}\""), "0 (ERC721) or 1 (ERC1155)");
    }
    for pairs in [vec![], vec![("b", "")], vec![("s", "1")]] {
        let error = decode(ADDRESS, "7", &pairs).unwrap_err();
        assert_eq!(error.message, "The query parameter `b` is missing: the id of the chain the contract is on.");
    }
    let error = decode(ADDRESS, "7", &[("b", "1"), ("b", "1")]).unwrap_err();
    assert_eq!((error.parameter, error.message.as_str()), (Some("b"), "`b` is given more than once."));
}

proptest! {
    #[test]
    fn the_service_reads_what_the_client_sends(
        address in "0[xX][0-9a-fA-F]{40}",
        id in prop_oneof!["[0-9]{1,77}", "0x[0-9a-fA-F]{1,64}"],
        chain in 1_u64..9_007_199_254_740_992,
        standard in prop_oneof![Just(Arg::Absent), Just("ERC721".into()), Just("ERC1155".into())],
    ) {
        let options = Args::from([("chainId", chain.to_string().as_str().into()), ("standard", standard)]);
        let sent = TokenUri::new(&address.as_str().into(), &id.as_str().into(), options).unwrap();
        prop_assert_eq!(there_and_back(&sent).unwrap(), sent);
    }
}
