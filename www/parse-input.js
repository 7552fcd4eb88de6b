// Finds a token, a transfer or an address in a text. Users paste links as often as bare values.
import { chains } from "./dom.js";

/**
 * Finds address and token id in a marketplace or explorer link, in CAIP form (eip155:1/erc721:0x…/7) or in "0x…/7".
 * Returns undefined when the text holds no more than an address; the chain and standard are filled in only when the
 * text names them.
 */
export function parseToken(text) {
  const match = /(0x[0-9a-f]{40})(?:\/|:|\?a=|\s+#?)(\d{1,78})(?!\w)/i.exec(text);
  if (!match) return undefined;
  const [, address, id] = match;
  const caip = /eip155:(\d{1,20})\/erc(721|1155):/i.exec(text);
  const chain = caip?.[1] ?? findChainId(text);
  return { address, id, ...(chain && { chain }), ...(caip && { standard: `ERC${caip[2]}` }) };
}

/** The panel that shows what a text names, as { panel, values }; undefined when it names nothing. */
export function parseInput(text) {
  const token = parseToken(text);
  if (token) return { panel: "token", values: { chain: "1", standard: "ERC721", ...token } };
  const [hash] = /0x[0-9a-f]{64}(?![0-9a-f])/i.exec(text) ?? [];
  if (hash) return { panel: "transfer", values: { hash } };
  const [address] = /0x[0-9a-f]{40}(?![0-9a-f])/i.exec(text) ?? [];
  return address && { panel: "token", values: { chain: findChainId(text) ?? "1", address } };
}

/** The chain of a CAIP id or of a link to an explorer. */
function findChainId(text) {
  const caip = /eip155:(\d{1,20})/i.exec(text);
  if (caip) return caip[1];
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  return chains.find((chain) => chain.explorer === url?.origin)?.id;
}
