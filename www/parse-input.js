// Finds a token, a transaction hash or an address in a text that the user typed or pasted.
import { parseTokenRef } from "/pkg/index.js";

/** The parts of a text between spaces, quotes and brackets, without the punctuation around them. */
const partsOf = (text) =>
  text.split(/[\s<>"'“”‘’«»()[\]{}`]+/).map((part) => part.replace(/^[.,;:!?*]+|[.,;:!?*]+$/g, ""));

/** Returns the values of the token panel for a text that names a token; undefined for any other text. */
export function parseToken(text) {
  const token = [text, ...partsOf(text)].map(parseTokenRef).find(Boolean);
  if (!token) return undefined;
  const { address, id, chainId, standard } = token;
  return { ...(chainId && { chain: String(chainId) }), ...(standard && { standard }), address, id };
}

/**
 * Returns { panel, values } for a text that a panel can show. `isGuess` is true if the text may be something else.
 * Returns { problem } for a text that the service cannot find, and undefined for any other text.
 */
export function parseInput(text) {
  const token = parseToken(text);
  if (token) return { panel: "token", values: { chain: "1", standard: "ERC721", ...token } };
  return parseHash(text) ?? parseId(text) ?? parseAddress(text);
}

function parseHash(text) {
  const [hash] = /0x[0-9a-f]{64}(?![0-9a-f])/i.exec(text) ?? [];
  if (hash) return { panel: "transfer", values: { hash } };
  // Without 0x, the digits may be something else, such as a private key.
  const [digits] = /(?<!\w)[0-9a-f]{64}(?!\w)/i.exec(text) ?? [];
  if (digits) return { panel: "transfer", values: { hash: `0x${digits}` }, isGuess: true };
  return undefined;
}

/** Finds a transfer id of 24 hexadecimal digits. */
function parseId(text) {
  if (!/(?<!\w)[0-9a-f]{24}(?!\w)/i.test(text)) return undefined;
  return {
    problem:
      "This looks like a transfer id: give it to those who help you, and search by a transaction hash.",
  };
}

const ADDRESS = /0x[0-9a-f]{40}(?![0-9a-f])/i;

function parseAddress(text) {
  const part = partsOf(text).find((item) => ADDRESS.test(item));
  if (!part) return undefined;
  const chain = chainOf(part);
  if (!chain)
    return {
      problem:
        "The chain of this address is not known here: enter it below, under “Enter contract, id and chain”.",
    };
  return { panel: "token", values: { chain, address: ADDRESS.exec(part)[0] } };
}

/**
 * Returns the id of the chain that CAIP-10, EIP-3770, EIP-681 or a link to a block explorer names for an address.
 * Returns "1" for an address alone, and undefined for an unknown chain.
 */
function chainOf(part) {
  const [before, after] = part.split(ADDRESS);
  // CAIP-10 names the chain before the address (eip155:1:0x…), and EIP-681 after the address (ethereum:0x…@1).
  const [, chainId] = /eip155:(\d+):$/i.exec(before) ?? /^@(\d+)/.exec(after) ?? [];
  if (chainId) return chainId;
  if (before === "") return "1";
  const [site] = /^https?:\/\/[^/]+/i.exec(before) ?? [];
  // A short name of EIP-3770 (eth:0x…) or of EIP-681 (ethereum:pay-0x…), or a link to an explorer.
  const chainPrefix = site ? `${site}/nft` : before.replace(/:(pay-)?$/, "");
  // `parseTokenRef` knows the explorers and the short names of chains, but needs a token id, as in eth/0x…/0 or
  // https://etherscan.io/nft/0x…/0.
  return parseTokenRef(`${chainPrefix}/${ADDRESS.exec(part)[0]}/0`)?.chainId?.toString();
}
