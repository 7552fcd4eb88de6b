// How people write a token: CAIP-19 ids, an address with an id, links of marketplaces and block explorers.

import { invalidText } from "../errors/text-argument.js";
import { isAddress } from "../format/hex.js";
import type { Address } from "../values.js";
import { CHAINS, ETHEREUM, EXPLORERS } from "./chains.js";
import { asciiLower, utf8Length } from "./text.js";
import { parseTokenId } from "./token-id.js";

/**
 * A token, as far as a text names it. It has the arguments of `client.tokenUri`.
 * @example
 * const parsed: ParsedTokenRef | null = parseTokenRef(`${address} #2`);
 * if (parsed) {
 *   const { address, id, ...token } = parsed;
 *   console.log((await client.tokenUri(address, id, { chainId: 1, ...token })).name); // Ethereal Trees #2
 * }
 */
export interface ParsedTokenRef {
  /** Chain id; absent when the text does not name the chain. */
  chainId?: number;
  /** Contract address, in the case of the text. Its checksum is not verified. */
  address: Address;
  /** Token id in decimal, without leading zeros. */
  id: string;
  /** Token standard; absent unless the text is a CAIP-19 id. */
  standard?: "ERC721" | "ERC1155";
}

/**
 * Reads a text that names one token: a CAIP-19 id, `address/id`, `address id`, `chainId/address/id`, or a link of a
 * known marketplace or block explorer. Returns `null` for any other text, and for a text of more than 2,048 bytes. The
 * host of a link must be exactly that of a known site.
 * @param text what a person typed or pasted
 * @returns the token that the text names, or `null`
 * @throws {EtherealQueryError} `invalid_argument` for a value that is not a string
 * @example
 * const token = parseTokenRef("eip155:1/erc721:0x06012c8cf97BEaD5deAe237070F9587f8E7A266d/771769");
 * console.log(token?.chainId, token?.id, token?.standard); // 1 771769 ERC721
 * console.log(parseTokenRef("CryptoKitty 771769")); // null
 */
export function parseTokenRef(text: string): ParsedTokenRef | null {
  if (typeof text !== "string") throw invalidText("text", text, "a string");
  if (text.length > MAX_BYTES || utf8Length(text) > MAX_BYTES) return null;
  const words = text.split(/[\s\x85/:?#&]+/).filter(Boolean);
  const isWhole = (form: string) => form.split("/").length === words.length;
  const token = TEXTS.filter(isWhole)
    .map((form) => readWords(form, words))
    .find(Boolean);
  if (token) return token;
  if (["http", "https"].includes(asciiLower(words[0] ?? ""))) words.shift();
  const [host = "", ...path] = words;
  const link = [host.replace(/^www\./, ""), ...path];
  const linked = LINKS.map((form) => readWords(form, link)).find(Boolean);
  // A link of a marketplace that names no chain is on Ethereum.
  return linked ? { chainId: ETHEREUM, ...linked } : null;
}

/** Maximal number of bytes of a text. */
const MAX_BYTES = 2048;

/** The forms of whole texts. The separators between the words do not matter. */
const TEXTS = ["ADDRESS/ID", "CHAIN/ADDRESS/ID", "eip155/CHAIN/STANDARD/ADDRESS/ID"];

/** The forms of links. More words may follow, such as the name of a tab. */
const LINKS = [
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

/**
 * Reads the words of a text by a form; `undefined` for a text of another form. In a form, words in capital letters
 * stand for values.
 */
function readWords(form: string, words: readonly string[]): ParsedTokenRef | undefined {
  const token: Partial<ParsedTokenRef> = {};
  const matches = form.split("/").every((expected, index) => {
    const word = words[index] ?? "";
    switch (expected) {
      case "CHAIN":
        return assign(token, "chainId", readChainId(word));
      case "EXPLORER":
        return assign(token, "chainId", EXPLORERS.get(asciiLower(word)));
      case "STANDARD":
        return assign(token, "standard", STANDARDS.get(asciiLower(word)));
      case "ADDRESS":
        return assign(token, "address", readAddress(word));
      case "ID":
        return assign(token, "id", readId(word));
      case "a=ID":
        return assign(token, "id", word.startsWith("a=") ? readId(word.slice(2)) : undefined);
      default:
        return asciiLower(word) === expected;
    }
  });
  return matches ? (token as ParsedTokenRef) : undefined;
}

/** Sets a field. Returns false for `undefined`, which means that a word has no such value. */
function assign<T extends object, Name extends keyof T>(target: T, name: Name, value: T[Name] | undefined): boolean {
  if (value !== undefined) target[name] = value;
  return value !== undefined;
}

const STANDARDS = new Map<string, "ERC721" | "ERC1155">([
  ["erc721", "ERC721"],
  ["erc1155", "ERC1155"],
]);

/** Reads a chain id or the name of a chain. A name that the table lacks is `undefined` instead of a wrong chain. */
function readChainId(word: string): number | undefined {
  if (!/^\d{1,18}$/.test(word)) return CHAINS.get(asciiLower(word.replace(/[-_]/g, "")));
  const id = Number(word);
  return id >= 1 && id <= Number.MAX_SAFE_INTEGER ? id : undefined;
}

function readAddress(word: string): Address | undefined {
  return isAddress(word) ? `0x${word.slice(2)}` : undefined;
}

/** Reads a decimal id, as in CAIP-19 and in links: a hexadecimal number after an address may be another address. */
function readId(word: string): string | undefined {
  return /^\d+$/.test(word) ? parseTokenId(word)?.toString() : undefined;
}
