// Reads a text that names a token: a CAIP-19 id, an address with an id, or a link of a marketplace or a block explorer.

import { invalidText } from "../errors/text-argument.js";
import { isAddress } from "../format/hex.js";
import type { Address } from "../values.js";
import { chainIdOf } from "../chains/chain-words.js";
import { asciiLower } from "./text.js";
import { parseTokenId } from "./token-id.js";

/**
 * The token that a text names. The fields are the arguments of `client.tokenUri`.
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
 * Reads a text that names one token: a CAIP-19 id, a `did:nft:` identifier, `address/id`, `address id`,
 * `chainId/address/id`, or a link of a known marketplace or block explorer. Returns `null` for any other text, and for
 * a text of more than 2,048 characters. The host of a link must be exactly the host of a known site.
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
  if (text.length > MAX_LENGTH) return null;
  // The DID of a token is its CAIP-19 id with `_` instead of `/`.
  const caip = text.replace(/^\s*did:nft:([^?#]*)[^]*/i, (_, id: string) =>
    id.replaceAll("_", "/"),
  );
  // `\x85` (NEL) is white space in Unicode, but not in `\s`.
  const words = caip.split(/[\s\x85/:?#&]+/).filter(Boolean);
  const addressIndex = words.findIndex(isAddress);
  if (addressIndex < 0) return null;
  const [address = "", ...after] = words.slice(addressIndex);
  // The id follows the address, in links also as `instance/7` (Blockscout) or `a=7` (Etherscan).
  const idWord = after[0] === "instance" ? after[1] : after[0];
  // A hexadecimal number is not read as an id, because it may be another address.
  const digits = /^(?:a=)?(\d+)$/.exec(idWord ?? "")?.[1];
  const id = parseTokenId(digits ?? "");
  const before = asciiLower(words.slice(0, addressIndex).join("/"));
  // Nothing but the id follows the address, except in a link.
  const caipPlace = after.length === 1 ? readCaip(before) : undefined;
  const place = caipPlace ?? readLink(before);
  if (id === undefined || !place) return null;
  return { ...place, address: `0x${address.slice(2)}`, id: id.toString() };
}

const MAX_LENGTH = 2048;

/** The chain and the standard of a token; each is absent when the text does not name it. */
type Place = Pick<ParsedTokenRef, "chainId" | "standard">;

/**
 * Reads the words before an address in a text that is not a link: none, a chain, or the words of a CAIP-19 id with the
 * standards of CAIP-22 and CAIP-29.
 */
function readCaip(text: string): Place | undefined {
  if (text === "") return {};
  const [, chain, standard] =
    /^eip155\/([\w-]+)\/(erc721|erc1155)$/.exec(text) ?? /^([\w-]+)$/.exec(text) ?? [];
  if (chain === undefined) return undefined;
  const chainId = /^\d+$/.test(chain) ? Number(chain) : chainIdOf(chain);
  if (!chainId || !Number.isSafeInteger(chainId)) return undefined;
  return { chainId, ...(standard && { standard: standard.toUpperCase() as "ERC721" | "ERC1155" }) };
}

const MARKETPLACE =
  /^(testnets?\.)?(opensea\.io|rarible\.com|blur\.io|magiceden\.(io|us)|zora\.co|looksrare\.org|foundation\.app|superrare\.com|element\.market)$/;

/** Matches a word in the path of a link that says nothing about the token, or a language such as `zh-cn`. */
const PATH_WORD =
  /^(assets?|items?|item-details|token|nft|collect|collections|mint|artwork|[a-z]{2}(-[a-z]{2,4})?)$/;

/**
 * Reads the words of a link before an address, such as `https/opensea.io/assets/base`. A marketplace that names no
 * chain means Ethereum.
 */
function readLink(text: string): Place | undefined {
  // A scheme, `www.`, the host, and a path without dots: a word with a dot could be the host of a block explorer.
  const [, host = "", path = ""] =
    /^(?:https?\/)?(?:www\.)?([^/]+\.[^/]+)\/([^.]+)$/.exec(text) ?? [];
  const [marketplace, testnetPrefix] = MARKETPLACE.exec(host) ?? [];
  const names = path.split("/").filter((word) => !PATH_WORD.test(word));
  // A marketplace names the chain in the path. A block explorer has one chain, which follows from the host.
  const [chainName, ...others] = marketplace ? names : [host, ...names];
  const defaultChainId = testnetPrefix ? undefined : ETHEREUM;
  const chainId = chainName === undefined ? defaultChainId : chainIdOf(chainName);
  return chainId === undefined || others.length > 0 ? undefined : { chainId };
}

const ETHEREUM = 1;
