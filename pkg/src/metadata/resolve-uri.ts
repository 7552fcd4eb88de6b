// The URLs that a token's URI can be read from. The native service resolves URIs by the same rules: both read
// tests/metadata/uris.json.

import { invalidText, textOf } from "../errors/text-argument.js";
import { ARWEAVE_GATEWAYS, IPFS_GATEWAYS } from "../generated/gateways.js";
import { ARWEAVE, findContent, isAtClosedGateway, leavesGateway, spellingsOf } from "./content.js";
import { dataUrl, svgUrl } from "./data-url.js";
import { type Gateway, type ResolveOptions, type Resolver, readResolveOptions } from "./resolve-options.js";
import { trimUri, wellFormed } from "./text.js";
import { encodeComponent, serialiseUrl } from "./url.js";

/**
 * Returns the URLs of a URI, best first, as `new URL` serialises them. An `ipfs:`, `ipns:` or `ar:` URI, and the URL of
 * a gateway, has URLs at each gateway. Quotes and angle brackets in a URL are percent-encoded. Sends no request.
 * @param uri URI, such as `ipfs://bafkrei/7.png`
 * @param options gateways of `ipfs:` and `ar:` URIs, and the id of the token
 * @returns one URL or more, the best first
 * @throws {EtherealQueryError} `invalid_argument` for any other scheme than these, `http:`, `https:` and `data:`; for a
 * URL that `new URL` does not accept; and for `..` segments below a gateway
 * @example
 * console.log(resolveUri("ipfs://bafkrei/7.png")[0]); // https://4everland.io/ipfs/bafkrei/7.png
 */
export function resolveUri(uri: string, options?: ResolveOptions): string[] {
  const text = textOf(uri);
  if (text === undefined || text !== wellFormed(text)) throw invalidText("uri", uri, "a string of whole characters");
  return resolveText(text, readResolveOptions(options));
}

/** Resolves a well-formed text like {@link resolveUri}. */
export function resolveText(text: string, { id, gateways, arweaveGateways }: Resolver): string[] {
  const trimmed = trimUri(text);
  const uri = id === undefined ? trimmed : trimmed.replace(/\{id\}|%7Bid%7D/gi, id);
  const invalid = (expectation: string): Error => invalidText("uri", uri, expectation);
  if (/^[{[]/.test(uri)) return [`data:application/json,${encodeComponent(uri)}`];
  const inline = svgUrl(uri) ?? dataUrl(uri);
  if (inline !== undefined) return [inline];
  if (/\p{Cc}/u.test(uri)) throw invalid("a URI without control characters");
  const content = findContent(uri);
  if (content === undefined) throw invalid("the scheme ipfs, ipns, ar, https, http or data");
  const { path, name, url, idLength = 0 } = content;
  const own = url === undefined ? [] : spellingsOf(name).map((name) => serialiseUrl(url + name.slice(idLength)));
  if (own.includes(undefined)) throw invalid("a valid URL");
  if (path === undefined) return own as string[];
  if (leavesGateway(name)) throw invalid("an id after the scheme, and no .. segments, percent-encoded or not");
  const urlsAt = (bases: readonly Gateway[]): string[] =>
    bases.flatMap(({ base, query }) =>
      spellingsOf(name).flatMap((name) => serialiseUrl(base + path + name, query) ?? []),
    );
  const [given, defaults] = path === ARWEAVE ? [arweaveGateways, ARWEAVE_GATEWAYS] : [gateways, IPFS_GATEWAYS];
  const publicUrls = given.length > 0 ? [] : urlsAt(defaults.map((base) => ({ base })));
  const others = isAtClosedGateway(own[0]) ? [publicUrls, own] : [own, publicUrls];
  return [...new Set([urlsAt(given), ...(others as string[][])].flat())];
}
