// Finds a token, a transaction hash or an address in a text that the user typed or pasted.
import { parseTokenRef } from "/pkg/index.js";

/** Returns the values of the token panel for a text that names a token; undefined for any other text. */
export function parseToken(text) {
  const token = parseTokenRef(text);
  if (!token) return undefined;
  const { address, id, chainId, standard } = token;
  return { ...(chainId && { chain: String(chainId) }), ...(standard && { standard }), address, id };
}

/** Returns the panel and its values for a text, as { panel, values }; undefined for any other text. */
export function parseInput(text) {
  const token = parseToken(text);
  if (token) return { panel: "token", values: { chain: "1", standard: "ERC721", ...token } };
  const [hash] = /0x[0-9a-f]{64}(?![0-9a-f])/i.exec(text) ?? [];
  if (hash) return { panel: "transfer", values: { hash } };
  const [address] = /0x[0-9a-f]{40}(?![0-9a-f])/i.exec(text) ?? [];
  return address && { panel: "token", values: { chain: chainOfLink(text, address) ?? "1", address } };
}

/** Returns the chain of a link to a block explorer, by which a link to one of its tokens would name it. */
function chainOfLink(text, address) {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  return url && parseTokenRef(`${url.origin}/nft/${address}/0`)?.chainId?.toString();
}
