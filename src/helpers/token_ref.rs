//! How people write a token: CAIP-19 ids, an address with an id, links of marketplaces and block explorers.

use crate::{Address, ChainId, Standard, TokenId, text::split};

/// The maximal length in bytes of a text that [`parse_token_ref`] reads.
pub const MAX_TOKEN_REF_BYTES: usize = 2048;

/// A token, as far as a text names it.
///
/// ```
/// use ethereal_query::{ChainId, GetTokenUri, parse_token_ref};
/// let token = parse_token_ref("0x06012c8cf97BEaD5deAe237070F9587f8E7A266d/771769").ok_or("no token")?;
/// let chain_id = token.chain_id.unwrap_or(ChainId::try_from(1)?);
/// let request = GetTokenUri::new(chain_id, token.address, token.id).standard(token.standard.unwrap_or_default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenRef {
    /// The chain of the contract; `None` when the text does not name it.
    pub chain_id: Option<ChainId>,
    /// The token contract, in the case of the text. A checksum is not verified.
    pub address: Address,
    /// The id of the token.
    pub id: TokenId,
    /// The token standard; only a CAIP-19 id names it.
    pub standard: Option<Standard>,
}

/// Reads a text that names one token; `None` for any other text, and for more than [`MAX_TOKEN_REF_BYTES`].
///
/// - CAIP-19 ids: `eip155:1/erc721:0x…/771769`, also `erc1155`.
/// - `0x…/7`, `0x… 7`, `0x… #7` and `0x…:7`, also after a chain id or a chain's name: `8453/0x…/7`, `base:0x…:7`.
/// - Links of OpenSea, Rarible, Blur, Magic Eden, Zora and LooksRare, and of the block explorers that Etherscan and
///   Blockscout run, with or without `https://`. The host must be exactly that of the site, except for `www.`. A link
///   of a marketplace that names no chain is on Ethereum.
///
/// Ids are decimal, as in CAIP-19 and in these links: a hexadecimal number after an address may be another address. A
/// chain's name that this function does not know gives `None` instead of a wrong chain.
///
/// Source: [CAIP-19](https://chainagnostic.org/CAIPs/caip-19) with the asset namespaces of
/// [EIP-721](https://namespaces.chainagnostic.org/eip155/caip19) and EIP-1155.
///
/// ```
/// use ethereal_query::{Standard, parse_token_ref};
/// let token = parse_token_ref("eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d/771769").ok_or("no token")?;
/// assert_eq!(token.chain_id.map(|id| id.get()), Some(1));
/// assert_eq!(token.address.as_str(), "0x06012c8cf97BEaD5deAe237070F9587f8E7A266d");
/// assert_eq!((token.id.to_string(), token.standard), ("771769".to_owned(), Some(Standard::Erc721)));
/// assert_eq!(parse_token_ref("https://opensea.io/collection/cryptokitties"), None);
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn parse_token_ref(text: &str) -> Option<TokenRef> {
    if text.len() > MAX_TOKEN_REF_BYTES {
        return None;
    }
    let is_separator = |c: char| c.is_whitespace() || matches!(c, '/' | ':' | '?' | '#' | '&');
    let mut words: Vec<&str> = text.split(is_separator).filter(|word| !word.is_empty()).collect();
    if let Some((token, _)) = TEXTS.iter().find_map(|form| read(form, &words).filter(|(_, rest)| rest.is_empty())) {
        return Some(token);
    }
    let is_scheme = |word: &&str| matches_word(word, "https") || matches_word(word, "http");
    if words.first().is_some_and(is_scheme) {
        words.remove(0);
    }
    let host = words.first_mut()?;
    *host = host.strip_prefix("www.").unwrap_or(host);
    let (token, _) = LINKS.iter().find_map(|form| read(form, &words))?;
    Some(TokenRef { chain_id: token.chain_id.or(ChainId::try_from(ETHEREUM).ok()), ..token })
}

/// The forms of whole texts. The separators between the words do not matter.
const TEXTS: [&str; 3] = ["ADDRESS/ID", "CHAIN/ADDRESS/ID", "eip155/CHAIN/STANDARD/ADDRESS/ID"];

/// The forms of links. More words may follow, such as the name of a tab.
const LINKS: [&str; 17] = [
    "opensea.io/item/CHAIN/ADDRESS/ID",
    "opensea.io/assets/CHAIN/ADDRESS/ID",
    "opensea.io/assets/ADDRESS/ID",
    "testnets.opensea.io/assets/CHAIN/ADDRESS/ID",
    "rarible.com/CHAIN/items/ADDRESS/ID",
    "rarible.com/token/CHAIN/ADDRESS/ID",
    "rarible.com/token/ADDRESS/ID",
    "blur.io/CHAIN/asset/ADDRESS/ID",
    "blur.io/asset/ADDRESS/ID",
    "magiceden.io/item-details/CHAIN/ADDRESS/ID",
    "magiceden.us/item-details/CHAIN/ADDRESS/ID",
    "zora.co/collect/CHAIN/ADDRESS/ID",
    "testnet.zora.co/collect/CHAIN/ADDRESS/ID",
    "looksrare.org/collections/ADDRESS/ID",
    "EXPLORER/nft/ADDRESS/ID",
    "EXPLORER/token/ADDRESS/a=ID",
    "EXPLORER/token/ADDRESS/instance/ID",
];

const ETHEREUM: u64 = 1;

/// The hosts of the block explorers that Etherscan and Blockscout run, with their chains.
const EXPLORERS: [(&str, u64); 31] = [
    ("etherscan.io", ETHEREUM),
    ("eth.blockscout.com", ETHEREUM),
    ("optimistic.etherscan.io", 10),
    ("bscscan.com", 56),
    ("gnosisscan.io", 100),
    ("gnosis.blockscout.com", 100),
    ("uniscan.xyz", 130),
    ("polygonscan.com", 137),
    ("polygon.blockscout.com", 137),
    ("abscan.org", 2741),
    ("mantlescan.xyz", 5000),
    ("basescan.org", 8453),
    ("base.blockscout.com", 8453),
    ("apescan.io", 33139),
    ("arbiscan.io", 42161),
    ("arbitrum.blockscout.com", 42161),
    ("nova.arbiscan.io", 42170),
    ("snowscan.xyz", 43114),
    ("blessnet.calderaexplorer.xyz", 45513),
    ("lineascan.build", 59144),
    ("berascan.com", 80094),
    ("blastscan.io", 81457),
    ("scrollscan.com", 534_352),
    ("explorer.zora.energy", 7_777_777),
    ("sepolia.basescan.org", 84532),
    ("sepolia.arbiscan.io", 421_614),
    ("sepolia.etherscan.io", 11_155_111),
    ("sepolia.blastscan.io", 168_587_773),
    ("sepolia-optimism.etherscan.io", 11_155_420),
    ("blessnet-sepolia-testnet.explorer.caldera.xyz", 11_145_513),
    ("eth-sepolia.blockscout.com", 11_155_111),
];

/// The names of chains in links and in [EIP-3770](https://eips.ethereum.org/EIPS/eip-3770), without `-` and `_`.
const CHAINS: [(&str, u64); 41] = [
    ("ethereum", ETHEREUM),
    ("eth", ETHEREUM),
    ("optimism", 10),
    ("oeth", 10),
    ("bsc", 56),
    ("bnb", 56),
    ("gnosis", 100),
    ("gno", 100),
    ("unichain", 130),
    ("polygon", 137),
    ("matic", 137),
    ("monad", 143),
    ("zksync", 324),
    ("shape", 360),
    ("sei", 1329),
    ("soneium", 1868),
    ("ronin", 2020),
    ("abstract", 2741),
    ("mantle", 5000),
    ("b3", 8333),
    ("base", 8453),
    ("apechain", 33139),
    ("arbitrum", 42161),
    ("arb1", 42161),
    ("arb", 42161),
    ("arbitrumnova", 42170),
    ("avalanche", 43114),
    ("avax", 43114),
    ("blessnet", 45513),
    ("ink", 57073),
    ("linea", 59144),
    ("berachain", 80094),
    ("blast", 81457),
    ("scroll", 534_352),
    ("zora", 7_777_777),
    ("sepolia", 11_155_111),
    ("sep", 11_155_111),
    ("basesepolia", 84532),
    ("bsep", 84532),
    ("arbitrumsepolia", 421_614),
    ("zsep", 999_999_999),
];

/// Reads the words of a text by a form, and returns the remaining words. In a form, words in capital letters stand for
/// values.
fn read<'a, 'w>(form: &str, words: &'a [&'w str]) -> Option<(TokenRef, &'a [&'w str])> {
    let (mut chain_id, mut address, mut id, mut standard) = (None, None, None, None);
    let mut rest = words;
    for expected in split(form, b'/') {
        let (word, after) = rest.split_first()?;
        match expected {
            "CHAIN" => chain_id = Some(word.parse().ok().or_else(|| find_chain(&CHAINS, &plain_name(word)))?),
            "EXPLORER" => chain_id = Some(find_chain(&EXPLORERS, word)?),
            "STANDARD" => standard = Some(read_standard(word)?),
            "ADDRESS" => address = Some(word.parse().ok()?),
            "ID" => id = Some(read_id(word)?),
            "a=ID" => id = Some(read_id(word.strip_prefix("a=")?)?),
            _ if matches_word(word, expected) => {}
            _ => return None,
        }
        rest = after;
    }
    Some((TokenRef { chain_id, address: address?, id: id?, standard }, rest))
}

fn matches_word(word: &str, expected: &str) -> bool {
    word.eq_ignore_ascii_case(expected)
}

fn find_chain(table: &[(&str, u64)], name: &str) -> Option<ChainId> {
    let (_, id) = table.iter().find(|(known, _)| matches_word(name, known))?;
    ChainId::try_from(*id).ok()
}

fn plain_name(word: &str) -> String {
    word.chars().filter(|c| !matches!(c, '-' | '_')).collect()
}

fn read_standard(word: &str) -> Option<Standard> {
    let standards = [("erc721", Standard::Erc721), ("erc1155", Standard::Erc1155)];
    standards.into_iter().find(|(name, _)| matches_word(word, name)).map(|(_, standard)| standard)
}

fn read_id(word: &str) -> Option<TokenId> {
    if word.bytes().all(|b| b.is_ascii_digit()) { word.parse().ok() } else { None }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
