// Tests `parseTokenRef`, which reads texts and links that name a token.
import assert from "node:assert/strict";
import { test } from "node:test";
import { chains } from "../../pkg/dist/elements/shared.js";
import { parseTokenRef } from "../../pkg/dist/index.js";
import { randomSource } from "../faults/random.mjs";
import { assertRefused, show, thrownBy } from "./assertions.mjs";
import { ADDRESS } from "./calls.mjs";

/** The seed of the random values. Any number would do. */
const SEED = 7;
/** The most characters of a text that names a token. */
const MAX_LENGTH = 2048;
const MAX_ID = String(2n ** 256n - 1n);
/** The address that `0xA` stands for below. */
const CONTRACT = "0x06012c8cf97BEaD5deAe237070F9587f8E7A266d";
const parse = (text) => parseTokenRef(text.replaceAll("0xA", CONTRACT));

for (const [text, token] of [
  [
    `eip155:42161/erc1155:${ADDRESS}/2`,
    { chainId: 42161, address: ADDRESS, id: "2", standard: "ERC1155" },
  ],
  [`${ADDRESS} #007`, { address: ADDRESS, id: "7" }],
  [`8453/${ADDRESS}/${MAX_ID}`, { chainId: 8453, address: ADDRESS, id: MAX_ID }],
  [`https://opensea.io/item/matic/${ADDRESS}/7`, { chainId: 137, address: ADDRESS, id: "7" }],
  [`https://opensea.io.example/item/matic/${ADDRESS}/7`, null],
  [`${ADDRESS}/${2n ** 256n}`, null],
  [ADDRESS, null],
  ["", null],
  ["\ud800", null],
  ["a\0b", null],
]) {
  test(`parseTokenRef returns ${show(token)} for ${show(text)}`, () => {
    assert.deepEqual(parseTokenRef(text), token);
  });
}

test("parseTokenRef returns null for a very long string", () => {
  assert.equal(parseTokenRef(`${ADDRESS}/7`.padEnd(2 ** 28)), null);
});

test("parseTokenRef knows the block explorers that the elements link to", () => {
  for (const { explorer, id } of chains) {
    assert.equal(parseTokenRef(`${explorer}/nft/${ADDRESS}/7`)?.chainId, Number(id), explorer);
  }
});

test("parseTokenRef refuses a value that is not a string", () => {
  for (const value of [
    7,
    7n,
    null,
    undefined,
    {},
    [`${ADDRESS}/7`],
    new URL("https://opensea.io"),
    Symbol("x"),
  ]) {
    assertRefused(
      thrownBy(() => parseTokenRef(value)),
      "text",
    );
  }
  assert.equal(thrownBy(() => parseTokenRef()).message, "Missing text. Expected a string.");
});

/** A text, and the chain, the id and the standard that the text names. Without an id in the row, the id is 7. */
const TEXTS = [
  ["eip155:1/erc721:0xA/771769", 1, "771769", "ERC721"],
  ["eip155:45513/erc1155:0xA/0", 45513, "0", "ERC1155"],
  [" EIP155:10/ERC721:0xA/007\n", 10, "7", "ERC721"],
  [`eip155:1/erc721:0xA/${MAX_ID}`, 1, MAX_ID, "ERC721"],
  ["0xA/7", undefined],
  ["0xA 7", undefined],
  ["0xA\u00a0#7", undefined],
  ["0xA:7", undefined],
  ["  0xA / 7  ", undefined],
  ["8453/0xA/7", 8453],
  ["8453 0xA 7", 8453],
  ["base:0xA/7", 8453],
  ["ETHEREUM:0xA:7", 1],
  ["arbitrum_nova/0xA/7", 42170],
  ["op-mainnet/0xA/7", 10],
  ["did:nft:eip155:1_erc721:0xA_771769", 1, "771769", "ERC721"],
  [" DID:NFT:eip155:137_erc1155:0xA_7?versionTime=2021-05-10T17:00:00Z#owner", 137, "7", "ERC1155"],
];

test("parseTokenRef reads CAIP-19 ids, DIDs of tokens, and an address with an id", () => {
  for (const [text, chainId, id = "7", standard] of TEXTS) {
    const expected = { address: CONTRACT, id };
    if (chainId !== undefined) expected.chainId = chainId;
    if (standard !== undefined) expected.standard = standard;
    assert.deepEqual(parse(text), expected, text);
  }
  const upper = `0X${ADDRESS.slice(2)}`;
  assert.equal(parseTokenRef(`${upper}/7`).address, ADDRESS);
});

/** A link, and the chain id that the link names. The token id is 7 in every link. */
const LINKS = [
  ["https://opensea.io/item/ethereum/0xA/7", 1],
  ["https://opensea.io/item/ape_chain/0xA/7?tab=activity", 33139],
  ["https://opensea.io/assets/ethereum/0xA/7", 1],
  ["https://opensea.io/assets/matic/0xA/7", 137],
  ["https://opensea.io/assets/0xA/7", 1],
  ["https://testnets.opensea.io/assets/base-sepolia/0xA/7", 84532],
  ["https://rarible.com/token/0xA:7?tab=details", 1],
  ["https://rarible.com/token/polygon/0xA:7", 137],
  ["https://rarible.com/ethereum/items/0xA:7", 1],
  ["https://blur.io/asset/0xA/7", 1],
  ["https://blur.io/eth/asset/0xA/7", 1],
  ["https://blur.io/blast/asset/0xA/7", 81457],
  ["https://magiceden.io/item-details/base/0xA/7", 8453],
  ["https://magiceden.us/item-details/ethereum/0xA/7", 1],
  [
    "https://zora.co/collect/zora:0xA/7?referrer=0x1234567890123456789012345678901234567890",
    7_777_777,
  ],
  ["https://testnet.zora.co/collect/bsep:0xA/7", 84532],
  ["https://looksrare.org/collections/0xA/7", 1],
  ["https://etherscan.io/nft/0xA/7#activity", 1],
  ["https://etherscan.io/token/0xA?a=7#inventory", 1],
  ["https://sepolia.arbiscan.io/nft/0xA/7", 421_614],
  ["https://base.blockscout.com/token/0xA/instance/7", 8453],
  ["https://blessnet.calderaexplorer.xyz/token/0xA/instance/7?tab=metadata", 45513],
  ["http://www.etherscan.io/nft/0xA/7/", 1],
  ["https://OpenSea.io/item/Base/0xA/7", 8453],
  ["polygonscan.com/nft/0xA/7", 137],
  // Languages.
  ["https://opensea.io/zh-CN/item/ethereum/0xA/7", 1],
  ["https://opensea.io/zh-CN/assets/matic/0xA/7", 137],
  ["https://opensea.io/de/assets/0xA/7", 1],
  // Test networks.
  ["https://testnets.opensea.io/zh-TW/assets/sepolia/0xA/7", 11_155_111],
  ["https://testnets.opensea.io/assets/amoy/0xA/7", 80002],
  ["https://testnets.opensea.io/assets/optimism-sepolia/0xA/7", 11_155_420],
  ["https://testnet.rarible.com/token/base_sepolia/0xA:7", 84532],
  // Other marketplaces.
  ["https://foundation.app/mint/eth/0xA/7", 1],
  ["https://superrare.com/artwork/eth/0xA/7", 1],
  ["https://element.market/assets/avax/0xA/7", 43114],
  // Explorers of Etherscan.
  ["https://holesky.etherscan.io/nft/0xA/7", 17000],
  ["https://hoodi.etherscan.io/token/0xA?a=7", 560_048],
  ["https://testnet.bscscan.com/token/0xA?a=7", 97],
  ["https://opbnb.bscscan.com/nft/0xA/7", 204],
  ["https://amoy.polygonscan.com/nft/0xA/7", 80002],
  ["https://worldscan.org/nft/0xA/7", 480],
  ["https://sonicscan.org/token/0xA?a=7", 146],
  ["https://celoscan.io/nft/0xA/7", 42220],
  ["https://moonriver.moonscan.io/nft/0xA/7", 1285],
  ["https://era.zksync.network/nft/0xA/7", 324],
  ["https://hyperevmscan.io/nft/0xA/7", 999],
  ["https://sepolia.abscan.org/nft/0xA/7", 11124],
  ["https://www.monadscan.com/nft/0xA/7", 143],
  ["https://testnet.plasmascan.to/nft/0xA/7", 9746],
  ["https://opbnb-testnet.bscscan.com/nft/0xA/7", 5611],
  // Explorers of Blockscout.
  ["https://eth.blockscout.com/token/0xA/instance/7?tab=metadata", 1],
  ["https://eth-sepolia.blockscout.com/token/0xA/instance/7", 11_155_111],
  ["https://optimism-sepolia.blockscout.com/token/0xA/instance/7", 11_155_420],
  ["https://arbitrum-nova.blockscout.com/token/0xA/instance/7", 42170],
  ["https://soneium-minato.blockscout.com/token/0xA/instance/7", 1946],
  ["https://zksync.blockscout.com/token/0xA/instance/7", 324],
  ["https://explorer.inkonchain.com/token/0xA/instance/7", 57073],
  ["https://explorer.optimism.io/token/0xA/instance/7", 10],
];

test("parseTokenRef reads links of marketplaces and explorers", () => {
  for (const [link, chainId] of LINKS)
    assert.deepEqual(parse(link), { chainId, address: CONTRACT, id: "7" }, link);
});

/** Texts that name no token. */
const OTHERS = [
  "",
  "/",
  "https://",
  "7",
  "0xA",
  "0xA/",
  "0xA/-1",
  "0xA/1.5",
  "0xA/0x7",
  // An Arabic digit.
  "0xA/٧",
  "0xA/7/8",
  "0xA 0xA",
  "0xAff/7",
  `0xA/${2n ** 256n}`,
  "0/0xA/7",
  // 2^53 is too large for a chain id.
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
  "https://testnets.opensea.io/assets/0xA/7",
  "https://opensea.io/assets/ethereum/0xA/7x",
  "https://base/nft/0xA/7",
  "https://nowhere.blockscout.com/token/0xA/instance/7",
  "https://etherscan.io/address/0xA/7",
  "https://etherscan.io/token/0xA/instance",
  "did:nft:eip155:1_erc20:0xA_7",
  "did:pkh:eip155:1:0xA",
  "eip155:1/erc721:0xA/7?x",
  `0xA/7${" ".repeat(MAX_LENGTH)}`,
  // U+212A, whose lower case is the letter k.
  "https://loo\u212asrare.org/collections/0xA/7",
  // Names of properties that every object inherits.
  "toString/0xA/7",
  "__proto__/0xA/7",
];

test("parseTokenRef returns null for a text that names no token", () => {
  for (const text of OTHERS) assert.equal(parse(text), null, text);
});

test(`parseTokenRef reads texts of at most ${MAX_LENGTH} characters`, () => {
  const link = `https://etherscan.io/nft/${CONTRACT}/7?`;
  assert.equal(parseTokenRef(link.padEnd(MAX_LENGTH, "a"))?.id, "7");
  assert.equal(parseTokenRef(link.padEnd(MAX_LENGTH + 1, "a")), null);
});

/** Parts of random texts. */
const WORDS = [
  "https://",
  "www.",
  "opensea.io",
  "etherscan.io",
  "item",
  "nft",
  "token",
  "eip155",
  "erc721",
  "ethereum",
  "base",
  "7",
  "12345678901234567890",
  CONTRACT,
  "?a=",
  "/",
  ":",
  " ",
  "#",
  "?",
  "&",
  "\ud800",
  "é",
];

test("parseTokenRef reads a token again from its address and id, and never throws", () => {
  const random = randomSource(SEED, "tokens");
  let tokenCount = 0;
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: random.int(3, 6) }, () => random.pick(WORDS)).join("");
    const token = parseTokenRef(text);
    if (!token) continue;
    tokenCount++;
    assert.ok(text.includes(token.address), text);
    const { address, id } = token;
    assert.deepEqual(parseTokenRef(`${address} ${id}`), { address, id });
  }
  assert.ok(tokenCount > 5, `${tokenCount} texts name a token`);
});

test("parseTokenRef reads every CAIP-19 id", () => {
  const random = randomSource(SEED, "caip");
  for (let i = 0; i < 1000; i++) {
    const token = {
      chainId: random.int(1, 2 ** 53 - 1),
      address: `0x${random.hex(40)}`,
      standard: "ERC1155",
    };
    const id = String(BigInt(`0x${random.hex(random.int(1, 64))}`));
    const text = `eip155:${token.chainId}/erc1155:${token.address}/${id}`;
    assert.deepEqual(parseTokenRef(text), { ...token, id }, text);
  }
});
