//! Tests of the types of parameters.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use super::{Address, ChainId, Cursor, ParameterValue, SourceChain, TokenId, TxHash};
use crate::{
    client::tests::helpers::assert_invalid,
    endpoints::{ChainType, EtherealStatus, Standard},
};
use std::num::NonZeroU32;

const ADDRESS: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const LARGEST_TOKEN_ID: &str =
    "115792089237316195423570985008687907853269984665640564039457584007913129639935";

/// Returns what a message shows instead of a long text.
fn hidden(text: &str) -> String {
    format!(
        "{} characters (hidden: they could be an API key)",
        text.len()
    )
}

#[test]
fn addresses_and_hashes_keep_their_case() {
    assert_eq!(ADDRESS.parse::<Address>().unwrap().as_str(), ADDRESS);
    assert_eq!(
        ADDRESS
            .replace("0x", "0X")
            .parse::<Address>()
            .unwrap()
            .to_string(),
        ADDRESS
    );
    let hash = format!("0X{}", "aB".repeat(32));
    assert_eq!(
        hash.parse::<TxHash>().unwrap().as_str(),
        hash.replace("0X", "0x")
    );
}

#[test]
fn other_texts_are_refused_as_address_or_hash() {
    let rule = "0x followed by 40 hexadecimal digits";
    for text in ["0x", "", "..", "0x12/../..", "5"] {
        assert_invalid(
            text.parse::<Address>(),
            "address",
            &format!("\"{text}\""),
            rule,
        );
    }
    let rule = "0x followed by 64 hexadecimal digits";
    for text in ["", "0x12", "../../project", "1"] {
        assert_invalid(text.parse::<TxHash>(), "hash", &format!("\"{text}\""), rule);
    }
    let short = format!("0x{}", "1".repeat(63));
    for text in [short.clone(), format!("{short}g")] {
        assert_invalid(text.parse::<TxHash>(), "hash", &hidden(&text), rule);
    }
}

#[test]
fn token_ids_are_decimal_or_hexadecimal() {
    let largest_in_hex = format!("0x{}", "f".repeat(64));
    for (text, decimal) in [
        ("0", "0"),
        ("9007199254740991", "9007199254740991"),
        ("0007", "7"),
        ("0xFf", "255"),
        (LARGEST_TOKEN_ID, LARGEST_TOKEN_ID),
    ] {
        assert_eq!(text.parse::<TokenId>().unwrap().to_string(), decimal);
    }
    assert_eq!(largest_in_hex.parse::<TokenId>(), LARGEST_TOKEN_ID.parse());
    assert_eq!(TokenId::from(u64::MAX).to_string(), u64::MAX.to_string());
    assert_eq!(TokenId::from(255).to_hex(), format!("{}ff", "0".repeat(62)));
    let rule = "an integer from 0 to 2^256-1, decimal or 0x-hexadecimal";
    for text in ["-1", "1.0", "0x"] {
        assert_invalid(text.parse::<TokenId>(), "id", &format!("\"{text}\""), rule);
    }
    assert_invalid("a\nb".parse::<TokenId>(), "id", "\"a\u{fffd}b\"", rule);
    let one_more = LARGEST_TOKEN_ID.replace("9935", "9936");
    assert_invalid(one_more.parse::<TokenId>(), "id", &hidden(&one_more), rule);
}

#[test]
fn a_chain_id_is_a_safe_integer() {
    assert_eq!("011155111".parse::<ChainId>().unwrap().get(), 11_155_111);
    assert_eq!(
        ChainId::try_from((1 << 53) - 1).unwrap().to_string(),
        "9007199254740991"
    );
    let rule = "a chain id, an integer from 1 to 9007199254740991";
    for text in ["0", "mainnet", "0x1", "9007199254740992"] {
        assert_invalid(
            text.parse::<ChainId>(),
            "chainId",
            &format!("\"{text}\""),
            rule,
        );
    }
    assert_invalid(
        ChainId::try_from(1 << 53),
        "chainId",
        "\"9007199254740992\"",
        rule,
    );
}

#[test]
fn names_of_standards_and_chains_are_parsed() {
    for (text, standard) in [
        ("ERC721", Standard::Erc721),
        ("0", Standard::Erc721),
        ("1", Standard::Erc1155),
    ] {
        assert_eq!(ParameterValue::parse("standard", text), Ok(standard));
    }
    let rule = "\"ERC721\" (0) or \"ERC1155\" (1)";
    assert_invalid(
        Standard::parse("standard", "erc721"),
        "standard",
        "\"erc721\"",
        rule,
    );
    assert_invalid(Standard::parse("standard", "2"), "standard", "\"2\"", rule);
    assert_eq!(
        ParameterValue::parse("chain", "sepolia"),
        Ok(ChainType::Sepolia)
    );
    for text in ["Mainnet", "1", ""] {
        assert_invalid(
            ChainType::parse("chain", text),
            "chain",
            &format!("\"{text}\""),
            "\"mainnet\" or \"sepolia\"",
        );
    }
}

#[test]
fn an_item_of_a_filter_is_visible_ascii_without_a_comma() {
    assert_eq!("solana".parse::<SourceChain>().unwrap().as_str(), "solana");
    assert_eq!(
        ParameterValue::parse("statuses", "active"),
        Ok(EtherealStatus::Active)
    );
    assert_eq!(
        ParameterValue::parse("statuses", "paused"),
        Ok(EtherealStatus::Other("paused".to_owned()))
    );
    let rule = "1 to 64 visible ASCII characters without a comma";
    let long = "9".repeat(65);
    for (text, shown) in [
        ("a b", "\"a b\""),
        ("ü", "\"ü\""),
        ("1,10", "\"1,10\""),
        (&long, &hidden(&long)),
    ] {
        assert_invalid(text.parse::<SourceChain>(), "sourceChains", shown, rule);
        assert_invalid(
            EtherealStatus::parse("statuses", text),
            "statuses",
            shown,
            rule,
        );
    }
}

#[test]
fn a_page_size_is_at_least_1_and_fits_32_bits() {
    assert_eq!(
        ParameterValue::parse("pageSize", "4294967295"),
        Ok(NonZeroU32::MAX)
    );
    for text in ["0", "-1", "4294967296", ""] {
        let rule = "an integer from 1 to 4294967295";
        assert_invalid(
            NonZeroU32::parse("pageSize", text),
            "pageSize",
            &format!("\"{text}\""),
            rule,
        );
    }
}

#[test]
fn a_cursor_has_at_most_65536_bytes() {
    let long = "c".repeat(65_537);
    let rule = "a nextCursor of the service, a string of at most 65536 bytes";
    assert_invalid(long.parse::<Cursor>(), "cursor", &hidden(&long), rule);
    let longest = &long[1..];
    assert_eq!(longest.parse::<Cursor>().unwrap().as_str(), longest);
}
