// The URLs that a token's URI can be read from. The native service resolves URIs by the same rules: both read
// tests/metadata/uris.json.

import { ARWEAVE_GATEWAYS, IPFS_GATEWAYS } from "../generated/gateways.js";
import { ARWEAVE, findContent, isAtClosedGateway, leavesGateway, spellingsOf } from "./content.js";
import { dataUrl, svgUrl } from "./data-url.js";
import type { Gateway, Resolver } from "./resolver.js";
import { trimUri } from "./text.js";
import { encodeComponent, serialiseUrl } from "./url.js";

/**
 * Resolves a well-formed text like `resolveUri`, and throws the error that `invalid` creates for a URI that breaks a
 * rule: the token card has no error class.
 */
export function resolveText(
  text: string,
  { id, gateways, arweaveGateways }: Resolver,
  invalid: (uri: string, rule: string) => Error,
): string[] {
  const trimmed = trimUri(text);
  const uri = id === undefined ? trimmed : trimmed.replace(/\{id\}|%7Bid%7D/gi, id);
  if (/^[{[]/.test(uri)) return [`data:application/json,${encodeComponent(uri)}`];
  const inline = svgUrl(uri) ?? dataUrl(uri);
  if (inline !== undefined) return [inline];
  if (/\p{Cc}/u.test(uri)) throw invalid(uri, "a URI without control characters");
  const content = findContent(uri);
  if (content === undefined) throw invalid(uri, "the scheme ipfs, ipns, ar, https, http or data");
  const { path, name, url, idLength = 0 } = content;
  const own =
    url === undefined
      ? []
      : spellingsOf(name).map((name) => serialiseUrl(url + name.slice(idLength)));
  if (own.includes(undefined)) throw invalid(uri, "a valid URL");
  if (path === undefined) return own as string[];
  if (leavesGateway(name))
    throw invalid(uri, "an id after the scheme, and no .. segments, percent-encoded or not");
  const urlsAt = (bases: readonly Gateway[]): string[] =>
    bases.flatMap(({ base, query }) =>
      spellingsOf(name).flatMap((name) => serialiseUrl(base + path + name, query) ?? []),
    );
  const [ownGateways, publicGateways] =
    path === ARWEAVE ? [arweaveGateways, ARWEAVE_GATEWAYS] : [gateways, IPFS_GATEWAYS];
  const publicUrls = ownGateways.length > 0 ? [] : urlsAt(publicGateways.map((base) => ({ base })));
  const others = isAtClosedGateway(own[0]) ? [publicUrls, own] : [own, publicUrls];
  return [...new Set([urlsAt(ownGateways), ...(others as string[][])].flat())];
}
