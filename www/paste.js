// People paste links as often as bare values. These two functions find the wanted parts in whatever was pasted.
import { chainOfHost } from "./chains.js";

/**
 * Finds address and token id in a marketplace or explorer link, in CAIP form (eip155:1/erc721:0x…/7) or in "0x…/7".
 * Returns undefined when the text holds no more than an address; the chain and standard are filled in only when the text names them.
 */
export function parseToken(text) {
  const match = /(0x[0-9a-f]{40})(?:\/|:|\?a=|\s+#?)(\d{1,78})(?!\w)/i.exec(text);
  if (!match) return undefined;
  const [, address, id] = match;
  const caip = /eip155:(\d{1,20})\/erc(721|1155):/i.exec(text);
  const chain = caip?.[1] ?? chainOfHost(hostOf(text));
  return { address, id, ...(chain && { chain }), ...(caip && { standard: `ERC${caip[2]}` }) };
}

/** Finds a transaction hash in a link; any other text is given back as it is, for the package to judge. */
export function parseHash(text) {
  return /0x[0-9a-f]{64}(?![0-9a-f])/i.exec(text)?.[0] ?? text.trim();
}

function hostOf(text) {
  try {
    return new URL(text.trim()).host;
  } catch {
    return undefined;
  }
}
