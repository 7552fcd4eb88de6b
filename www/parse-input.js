// Finds a token, a transaction hash or an address in a text, such as a link that the user pastes.
import { chains } from "./dom.js";

/**
 * Finds address and token id in a marketplace or explorer link, a CAIP-19 id (eip155:1/erc721:0x…/7) or "0x…/7".
 * Returns undefined without a token id. The result has chain and standard only if the text names them.
 */
export function parseToken(text) {
  const match = /(0x[0-9a-f]{40})(?:\/|:|\?a=|\s+#?)(\d{1,78})(?!\w)/i.exec(text);
  if (!match) return undefined;
  const [, address, id] = match;
  const caip = /eip155:(\d{1,20})\/erc(721|1155):/i.exec(text);
  const chain = caip?.[1] ?? findChainId(text);
  return { address, id, ...(chain && { chain }), ...(caip && { standard: `ERC${caip[2]}` }) };
}

/** Returns the panel and its values for a text, as { panel, values }; undefined for any other text. */
export function parseInput(text) {
  const token = parseToken(text);
  if (token) return { panel: "token", values: { chain: "1", standard: "ERC721", ...token } };
  const [hash] = /0x[0-9a-f]{64}(?![0-9a-f])/i.exec(text) ?? [];
  if (hash) return { panel: "transfer", values: { hash } };
  const [address] = /0x[0-9a-f]{40}(?![0-9a-f])/i.exec(text) ?? [];
  return address && { panel: "token", values: { chain: findChainId(text) ?? "1", address } };
}

/** Returns the chain of a CAIP-19 id or of a link to a block explorer. */
function findChainId(text) {
  const caip = /eip155:(\d{1,20})/i.exec(text);
  if (caip) return caip[1];
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  return chains.find((chain) => chain.explorer === url?.origin)?.id;
}
