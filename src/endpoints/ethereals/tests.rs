//! The list of collections: its request, both ways.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use super::Ethereals;
use crate::{
    Arg, Args, ChainType, Endpoint, Error, ErrorKind,
    client::tests::{
        KEY,
        helpers::{query, refused, request, there_and_back},
    },
};
use proptest::{collection::vec, option, prelude::*};

mod envelope;
mod record;

const A: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const B: &str = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359";

fn with<const N: usize>(options: [(&str, Arg); N]) -> Result<Ethereals, Error> {
    Ethereals::new(Args::from(options))
}

fn all() -> Ethereals {
    Ethereals::default()
}

/// The items of a list, or an error.
fn chains(value: impl Into<Arg>) -> Result<Vec<String>, Error> {
    with([("sourceChains", value.into())]).map(|request| request.source_chains)
}

#[test]
fn the_request_has_the_key_and_only_what_was_asked_for() {
    let sent = request(&all());
    assert_eq!((sent.url.as_str(), sent.api_key.as_deref()), ("https://api.example.com/v1/ethereals", Some(KEY)));
    assert_eq!(with([("chain", Arg::Absent), ("statuses", "".into()), ("cursor", "".into())]), Ok(all()));
}

#[test]
fn every_parameter_is_sent_under_its_name() {
    let request = with([
        ("cursor", "eyJ2IjoxfQ==&a b/ü,".into()),
        ("pageSize", 100.into()),
        ("statuses", vec!["active", "unfunded"].into()),
        ("sourceContracts", vec![A, B].into()),
        ("sourceChains", vec![1, 42161].into()),
        ("chain", "sepolia".into()),
    ]);
    let expected = format!(
        "/ethereals?chain=sepolia&sourceChains=1,42161&sourceContracts={A},{B}&statuses=active,unfunded&page_size=100\
         &cursor=eyJ2IjoxfQ%3D%3D%26a%20b%2F%C3%BC,"
    );
    assert_eq!(request.unwrap().call().target, expected);
}

#[test]
fn the_next_page_is_the_same_request_from_a_cursor() {
    let request = with([("chain", "mainnet".into()), ("pageSize", 2.into()), ("cursor", "a".into())]).unwrap();
    assert_eq!(request.after("b").call().target, "/ethereals?chain=mainnet&page_size=2&cursor=b");
}

#[test]
fn lists_are_arrays_or_text_with_commas() {
    for (value, items) in [
        (Arg::from(vec!["1", "10"]), vec!["1", "10"]),
        (vec![1, 10].into(), vec!["1", "10"]),
        (Arg::from(vec![1, 10]), vec!["1", "10"]),
        ("1,10".into(), vec!["1", "10"]),
        (" 1 ,\t10\n".into(), vec!["1", "10"]),
        (vec![" 1 "].into(), vec!["1"]),
        (vec!["10", "1", "10", " 1"].into(), vec!["10", "1"]),
        ("solana".into(), vec!["solana"]),
        (1.into(), vec!["1"]),
        (Arg::from(Vec::<u32>::new()), vec![]),
    ] {
        assert_eq!(chains(value.clone()).unwrap(), items, "{value:?}");
    }
    let request = with([("sourceContracts", format!("{A},{}", A.replace("0x", "0X")).as_str().into())]).unwrap();
    assert_eq!(request.source_contracts, [A], "one spelling of 0x");
    assert_eq!(
        with([("statuses", "paused, active".into())]).unwrap().statuses,
        ["paused", "active"],
        "statuses may grow"
    );
}

#[test]
fn items_that_break_a_rule_are_refused() {
    let rule = "1 to 64 visible ASCII characters without a comma";
    let long = "9".repeat(65);
    for (value, shown) in [
        (Arg::from("1,,10"), "\"\"".to_owned()),
        ("1,".into(), "\"\"".to_owned()),
        (vec!["a b"].into(), "\"a b\"".to_owned()),
        (vec!["ü"].into(), "\"ü\"".to_owned()),
        (vec![long.as_str()].into(), format!("\"{}…\"", &long[..64])),
        (Arg::Other("true".into()), "true".to_owned()),
        (Arg::Other("an object".into()), "an object".to_owned()),
    ] {
        refused(chains(value), "sourceChains", &shown, rule);
    }
    refused(with([("statuses", "a b".into())]), "statuses", "\"a b\"", rule);
    let rule = "0x followed by 40 hexadecimal digits";
    refused(with([("sourceContracts", vec![A, "0x1"].into())]), "sourceContracts", "\"0x1\"", rule);
}

#[test]
fn other_parameters_that_break_a_rule_are_refused() {
    refused(with([("chain", "goerli".into())]), "chain", "\"goerli\"", "\"mainnet\" or \"sepolia\"");
    let rule = "a whole number from 1 to 2^32-1";
    for (size, shown) in
        [(Arg::from(0), "\"0\""), ("-1".into(), "\"-1\""), ("4294967296".into(), "\"4294967296\""), ("".into(), "\"\"")]
    {
        refused(with([("pageSize", size)]), "pageSize", shown, rule);
    }
    refused(with([("pageSize", Arg::Other("1.5".into()))]), "pageSize", "1.5", rule);
    assert_eq!(
        with([("pageSize", u32::MAX.into())]).unwrap().call().target,
        "/ethereals?page_size=4294967295",
        "the limit is the service's affair"
    );
    let rule = "a cursor the service gave (a string of at most 4,096 bytes)";
    refused(with([("cursor", Arg::Other("true".into()))]), "cursor", "true", rule);
    assert_eq!(with([("cursor", 5.into())]).unwrap().call().target, "/ethereals?cursor=5");
    let long = "c".repeat(4097);
    refused(with([("cursor", long.as_str().into())]), "cursor", &format!("\"{}…\"", &long[..64]), rule);
    assert!(with([("cursor", long[1..].into())]).is_ok());
}

#[test]
fn an_unknown_option_is_refused() {
    let error = with([("page_size", 5.into())]).unwrap_err();
    assert_eq!((error.kind, error.parameter), (ErrorKind::InvalidArgument, Some("options")));
    let known = "chain, sourceChains, sourceContracts, statuses, pageSize, cursor, signal, timeoutMs, deadlineMs, maxRetries, maxRetryAfterMs, maxBodyBytes";
    assert_eq!(error.message, format!("There is no option \"page_size\" here. There are: {known}."));
}

fn decode(pairs: &[(&str, &str)]) -> Result<Ethereals, Error> {
    Ethereals::decode(&[], &mut query(pairs))
}

#[test]
fn the_service_reads_lists_sorted_and_in_one_spelling() {
    let contracts = format!("{B}, {A} ,,{}", B.to_lowercase());
    let read = decode(&[
        ("sourceChains", "42161,1, 42161 ,"),
        ("sourceContracts", &contracts),
        ("statuses", "unfunded,active"),
    ]);
    let read = read.unwrap();
    assert_eq!(read.source_chains, ["1", "42161"]);
    assert_eq!(read.source_contracts, [A.to_lowercase(), B.to_lowercase()]);
    assert_eq!(read.statuses, ["active", "unfunded"]);
    let empty = [("sourceChains", ""), ("statuses", ","), ("chain", ""), ("page_size", ""), ("cursor", ""), ("x", "1")];
    assert_eq!(decode(&empty), Ok(all()), "empty counts as absent, what is unknown is not read");
    assert_eq!(decode(&[("cursor", "null")]), Ok(all()), "as the specification prints the default");
    assert_eq!(decode(&[("chain", "sepolia"), ("cursor", "x")]).unwrap().chain, Some(ChainType::Sepolia));
}

#[test]
fn the_service_has_limits() {
    let rule = "a whole number from 1 to 500";
    for size in ["0", "501", "-1", "1.0", "x", "99999999999"] {
        refused(decode(&[("page_size", size)]), "page_size", &format!("\"{size}\""), rule);
    }
    assert_eq!(decode(&[("page_size", "500")]).unwrap().page_size.as_deref(), Some("500"));
    refused(decode(&[("statuses", "active,paused")]), "statuses", "\"paused\"", "active or unfunded");
    let rule = "1 to 64 visible ASCII characters without a comma";
    refused(decode(&[("sourceChains", "a b")]), "sourceChains", "\"a b\"", rule);
    let rule = "0x followed by 40 hexadecimal digits";
    refused(decode(&[("sourceContracts", "0x1")]), "sourceContracts", "\"0x1\"", rule);
    refused(decode(&[("chain", "x")]), "chain", "\"x\"", "\"mainnet\" or \"sepolia\"");
    let list = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    assert_eq!(decode(&[("sourceChains", &list(32))]).unwrap().source_chains.len(), 32);
    let error = decode(&[("sourceChains", &list(33))]).unwrap_err();
    assert_eq!(error.message, "`sourceChains` has 33 items: at most 32.");
    let contracts = |count: usize| (0..count).map(|n| format!("0x{n:040x}")).collect::<Vec<_>>().join(",");
    assert_eq!(decode(&[("sourceContracts", &contracts(100))]).unwrap().source_contracts.len(), 100);
    assert_eq!(
        decode(&[("sourceContracts", &contracts(101))]).unwrap_err().message,
        "`sourceContracts` has 101 items: at most 100."
    );
    for name in ["chain", "sourceChains", "sourceContracts", "statuses", "page_size", "cursor"] {
        assert_eq!(
            decode(&[(name, ""), (name, "")]).unwrap_err().message,
            format!("`{name}` is given more than once.")
        );
    }
}

proptest! {
    #[test]
    fn the_service_reads_what_the_client_sends(
        chain in option::of("mainnet|sepolia"),
        chains in vec("[!-+.-~]{1,64}", 0..8),
        contracts in vec("0[xX][0-9a-fA-F]{40}", 0..4),
        statuses in vec("active|unfunded", 0..4),
        size in option::of(1_u32..=500),
        cursor in option::of(".{1,40}"),
    ) {
        let text = |value: Option<String>| value.map_or(Arg::Absent, |text| text.as_str().into());
        let list = |items: &[String]| Arg::from(items.to_vec());
        let sent = with([
            ("chain", text(chain)),
            ("sourceChains", list(&chains)),
            ("sourceContracts", list(&contracts)),
            ("statuses", list(&statuses)),
            ("pageSize", size.map_or(Arg::Absent, Arg::from)),
            ("cursor", text(cursor.filter(|cursor| cursor != "null"))),
        ]).unwrap();
        // The service compares lists as sets of lower-case addresses.
        let mut expected = sent.clone();
        for address in &mut expected.source_contracts {
            address.make_ascii_lowercase();
        }
        for items in [&mut expected.source_chains, &mut expected.source_contracts, &mut expected.statuses] {
            items.sort_unstable();
            items.dedup();
        }
        prop_assert_eq!(there_and_back(&sent).unwrap(), expected);
    }
}
