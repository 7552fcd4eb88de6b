// Finds the URLs that serve the content of a token's URI. The native service resolves URIs by the same rules. The tests
// of both implementations read tests/metadata/uris.json.

import { ARWEAVE_GATEWAYS, IPFS_GATEWAYS } from "../generated/gateways.js";
import { ARWEAVE, findContent, isAtClosedGateway, leavesGateway, spellingsOf } from "./content.js";
import { dataUrl, svgUrl } from "./data-url.js";
import type { Gateway, Resolver } from "./resolver.js";
import { trimUri } from "./text.js";
import { encodeComponent, serialiseUrl } from "./url.js";

/**
 * Resolves a well-formed text like `resolveUri`. For a URI that breaks a rule, this function throws the error that
 * `invalid` creates, because the token card does not load the error class.
 */
export function resolveText(
  text: string,
  { id, gateways, arweaveGateways }: Resolver,
  invalid: (uri: string, rule: string) => Error,
): string[] {
  const trimmed = trimUri(text);
  const uri = id === undefined ? trimmed : trimmed.replace(/\{id\}|%7Bid%7D/gi, id);
  // The text of a JSON document instead of its URI.
  if (/^[{[]/.test(uri)) return [`data:application/json,${encodeComponent(uri)}`];
  const inline = svgUrl(uri) ?? dataUrl(uri);
  if (inline !== undefined) return [inline];
  if (/\p{Cc}/u.test(uri)) throw invalid(uri, "a URI without control characters");
  const content = findContent(uri);
  if (content === undefined) throw invalid(uri, "the scheme ipfs, ipns, ar, https, http or data");
  const { path, name, url, idLength = 0 } = content;
  const spellings = spellingsOf(name);
  // The URLs at the host that the URI names. If the host has the id, as in `https://CID.ipfs.dweb.link`, only the rest of
  // the name follows.
  const hostUrls =
    url === undefined
      ? []
      : spellings.map((spelling) => serialiseUrl(url + spelling.slice(idLength)));
  if (hostUrls.includes(undefined)) throw invalid(uri, "a valid URL");
  if (path === undefined) return hostUrls as string[];
  if (leavesGateway(name))
    throw invalid(uri, "an id after the scheme, and no .. segments, percent-encoded or not");
  const urlsAt = (bases: readonly Gateway[]): string[] =>
    bases.flatMap(({ base, query }) =>
      spellings.flatMap((spelling) => serialiseUrl(base + path + spelling, query) ?? []),
    );
  const [callerGateways, publicGateways] =
    path === ARWEAVE ? [arweaveGateways, ARWEAVE_GATEWAYS] : [gateways, IPFS_GATEWAYS];
  const publicUrls =
    callerGateways.length > 0 ? [] : urlsAt(publicGateways.map((base) => ({ base })));
  // The URLs of a closed gateway come last.
  const otherUrls = isAtClosedGateway(hostUrls[0])
    ? [...publicUrls, ...hostUrls]
    : [...hostUrls, ...publicUrls];
  return [...new Set([...urlsAt(callerGateways), ...(otherUrls as string[])])];
}
