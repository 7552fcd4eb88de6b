//! Tests of `parse_token_ref`.

use super::*;
use proptest::prelude::*;

const A: &str = "0x06012c8cf97BEaD5deAe237070F9587f8E7A266d";
const MAX_ID: &str = "115792089237316195423570985008687907853269984665640564039457584007913129639935";

/// Chain id, id and standard; the address must be `A`.
fn parsed(text: &str) -> Option<(Option<u64>, String, Option<Standard>)> {
    let token = parse_token_ref(&text.replace("0xA", A))?;
    assert_eq!(token.address.as_str(), A, "{text}");
    Some((token.chain_id.map(ChainId::get), token.id.to_string(), token.standard))
}

#[test]
fn reads_caip_19_ids_with_their_standard() {
    for (text, chain, id, standard) in [
        ("eip155:1/erc721:0xA/771769", 1, "771769", Standard::Erc721),
        ("eip155:45513/erc1155:0xA/0", 45513, "0", Standard::Erc1155),
        (" EIP155:10/ERC721:0xA/007\n", 10, "7", Standard::Erc721),
        (&format!("eip155:1/erc721:0xA/{MAX_ID}"), 1, MAX_ID, Standard::Erc721),
    ] {
        assert_eq!(parsed(text), Some((Some(chain), id.to_owned(), Some(standard))), "{text}");
    }
}

#[test]
fn reads_an_address_and_an_id_with_and_without_a_chain() {
    for (text, chain) in [
        ("0xA/7", None),
        ("0xA 7", None),
        ("0xA\u{a0}#7", None),
        ("0xA:7", None),
        ("  0xA / 7  ", None),
        ("8453/0xA/7", Some(8453)),
        ("8453 0xA 7", Some(8453)),
        ("base:0xA/7", Some(8453)),
        ("ETHEREUM:0xA:7", Some(1)),
        ("arbitrum_nova/0xA/7", Some(42170)),
    ] {
        assert_eq!(parsed(text), Some((chain, "7".to_owned(), None)), "{text}");
    }
}

#[test]
fn reads_links_of_marketplaces_and_explorers() {
    for (link, chain) in [
        ("https://opensea.io/item/ethereum/0xA/7", 1),
        ("https://opensea.io/item/ape_chain/0xA/7?tab=activity", 33139),
        ("https://opensea.io/assets/ethereum/0xA/7", 1),
        ("https://opensea.io/assets/matic/0xA/7", 137),
        ("https://opensea.io/assets/0xA/7", 1),
        ("https://testnets.opensea.io/assets/base-sepolia/0xA/7", 84532),
        ("https://rarible.com/token/0xA:7?tab=details", 1),
        ("https://rarible.com/token/polygon/0xA:7", 137),
        ("https://rarible.com/ethereum/items/0xA:7", 1),
        ("https://blur.io/asset/0xA/7", 1),
        ("https://blur.io/eth/asset/0xA/7", 1),
        ("https://blur.io/blast/asset/0xA/7", 81457),
        ("https://magiceden.io/item-details/base/0xA/7", 8453),
        ("https://magiceden.us/item-details/ethereum/0xA/7", 1),
        ("https://zora.co/collect/zora:0xA/7?referrer=0x1234567890123456789012345678901234567890", 7_777_777),
        ("https://testnet.zora.co/collect/bsep:0xA/7", 84532),
        ("https://looksrare.org/collections/0xA/7", 1),
        ("https://etherscan.io/nft/0xA/7#activity", 1),
        ("https://etherscan.io/token/0xA?a=7#inventory", 1),
        ("https://sepolia.arbiscan.io/nft/0xA/7", 421_614),
        ("https://base.blockscout.com/token/0xA/instance/7", 8453),
        ("https://blessnet.calderaexplorer.xyz/token/0xA/instance/7?tab=metadata", 45513),
        ("http://www.etherscan.io/nft/0xA/7/", 1),
        ("https://OpenSea.io/item/Base/0xA/7", 8453),
        ("polygonscan.com/nft/0xA/7", 137),
    ] {
        assert_eq!(parsed(link), Some((Some(chain), "7".to_owned(), None)), "{link}");
    }
}

#[test]
fn returns_none_for_text_that_names_no_token() {
    let too_long = format!("0xA/7{}", " ".repeat(MAX_TOKEN_REF_BYTES));
    for text in [
        "",
        "/",
        "https://",
        "7",
        "0xA",
        "0xA/",
        "0xA/-1",
        "0xA/1.5",
        "0xA/0x7",
        "0xA/٧",
        "0xA/7/8",
        "0xA 0xA",
        "0xAff/7",
        "0xA/115792089237316195423570985008687907853269984665640564039457584007913129639936",
        "0/0xA/7",
        "9007199254740992/0xA/7",
        "nowhere/0xA/7",
        "eip155:1/erc20:0xA/7",
        "eip155:1/erc721:0xA",
        "cosmos:1/erc721:0xA/7",
        "https://opensea.io/collection/cryptokitties",
        "https://opensea.io/item/solana/0xA/7",
        "https://opensea.io/0xA/7",
        "https://opensea.io.evil.example/item/ethereum/0xA/7",
        "https://evil.example/opensea.io/item/ethereum/0xA/7",
        "https://me@opensea.io/item/ethereum/0xA/7",
        "https://opensea.io@evil.example/item/ethereum/0xA/7",
        "https://opensea.io\\@evil.example/item/ethereum/0xA/7",
        "https://opensea.io:443/item/ethereum/0xA/7",
        "https://notopensea.io/assets/0xA/7",
        "ftp://opensea.io/assets/0xA/7",
        "https://etherscan.io/token/0xA?a=0xA",
        "https://etherscan.io/address/0xA",
        "https://etherscan.io/token/0xA",
        "https://example.com/0xA/7",
        too_long.as_str(),
    ] {
        assert_eq!(parsed(text), None, "{text}");
    }
}

#[test]
fn every_name_and_host_is_listed_once_in_its_plain_form() {
    for (name, _) in CHAINS {
        assert_eq!(name, plain_name(&name.to_lowercase()));
    }
    for (at, (name, id)) in CHAINS.iter().chain(&EXPLORERS).enumerate() {
        assert_eq!(CHAINS.iter().chain(&EXPLORERS).position(|(other, _)| other == name), Some(at), "{name}");
        assert!(ChainId::try_from(*id).is_ok(), "{name}");
    }
}

proptest! {
    #[test]
    fn never_panics(text in ".{0,200}") {
        let _ = parse_token_ref(&text);
    }

    #[test]
    fn reads_what_looks_like_a_reference_or_returns_none(
        text in "(https://|www\\.|opensea\\.io|etherscan\\.io|item|nft|token|eip155|erc721|ethereum|base|\
                 [0-9]{1,20}|0x[0-9a-f]{40}|\\?a=|[/: #?&]){0,12}"
    ) {
        if let Some(token) = parse_token_ref(&text) {
            prop_assert!(text.contains(token.address.as_str()));
            let again = format!("{} {}", token.address, token.id);
            let read_again = parse_token_ref(&again).map(|same| (same.address, same.id));
            prop_assert_eq!(read_again, Some((token.address, token.id)));
        }
    }

    #[test]
    fn reads_every_caip_19_id(chain in 1_u64..1 << 53, address in "0x[0-9a-fA-F]{40}", id: u128) {
        let token = parse_token_ref(&format!("eip155:{chain}/erc1155:{address}/{id}"));
        let expected = TokenRef {
            chain_id: ChainId::try_from(chain).ok(),
            address: address.parse().unwrap(),
            id: id.to_string().parse().unwrap(),
            standard: Some(Standard::Erc1155),
        };
        prop_assert_eq!(token, Some(expected));
    }
}
