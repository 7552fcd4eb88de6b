// The URLs that a token's URI can be read from. The native service resolves URIs by the same rules: both read
// tests/metadata/uris.json.

import { invalidText, textOf } from "../errors/text-argument.js";
import { type ResolveOptions, type Resolver, readResolveOptions } from "./resolve-options.js";
import { startsWith, trimAscii, wellFormed } from "./text.js";
import { encodeComponent, serialiseUrl } from "./url.js";

/**
 * Returns the URLs of a URI, best first, as `new URL` serialises them. An `ipfs:`, `ipns:` or `ar:` URI has one URL for
 * each gateway. Quotes and angle brackets in a URL are percent-encoded. Sends no request.
 * @param uri URI, such as `ipfs://bafkrei/7.png`
 * @param options gateways of `ipfs:` and `ar:` URIs, and the id of the token
 * @returns one URL or more, the best first
 * @throws {EtherealQueryError} `invalid_argument` for any other scheme than these, `http:`, `https:` and `data:`; for a
 * URL that `new URL` does not accept; and for `..` segments below a gateway
 * @example
 * console.log(resolveUri("ipfs://bafkrei/7.png")[0]); // https://ipfs.io/ipfs/bafkrei/7.png
 */
export function resolveUri(uri: string, options?: ResolveOptions): string[] {
  const text = textOf(uri);
  if (text === undefined || text !== wellFormed(text)) throw invalidText("uri", uri, "a string of whole characters");
  return resolveText(text, readResolveOptions(options));
}

/** Resolves a well-formed text like {@link resolveUri}. */
export function resolveText(text: string, { id, gateways, arweaveGateways }: Resolver): string[] {
  const trimmed = trimAscii(text);
  const uri = id === undefined ? trimmed : trimmed.replaceAll("{id}", id);
  const invalid = (expectation: string): Error => invalidText("uri", uri, expectation);
  if (/^[{[]/.test(uri)) return [`data:application/json,${encodeComponent(uri)}`];
  if (/\p{Cc}/u.test(uri)) throw invalid("a URI without control characters");
  const [scheme, path] =
    SCHEMES.find(([scheme]) => startsWith(uri, scheme)) ?? (CONTENT_ID.test(uri) ? ["", IPFS] : []);
  if (scheme === undefined) throw invalid("the scheme ipfs, ipns, ar, https, http or data");
  if (path === undefined) {
    const url = serialiseUrl(uri);
    if (url === undefined) throw invalid("a valid URL");
    const content = contentAtGateway(uri);
    if (content === undefined) return [url];
    checkContent(content, invalid);
    return [url, ...urlsAt(gateways, IPFS + content)];
  }
  const rest = uri.slice(scheme.length);
  // Some contracts write `ipfs://ipfs/…`.
  const content = path !== ARWEAVE && rest.startsWith(path.slice(1)) ? rest.slice(path.length - 1) : rest;
  checkContent(content, invalid);
  return urlsAt(path === ARWEAVE ? arweaveGateways : gateways, path + content);
}

// The paths of content at a gateway: of IPFS content, of IPNS names, and of Arweave transactions.
const IPFS = "/ipfs/";
const IPNS = "/ipns/";
const ARWEAVE = "/";

/** The beginnings of a URI, and the path of its content at a gateway unless it needs none. */
const SCHEMES: readonly (readonly [scheme: string, path?: string])[] = [
  ["ipfs://", IPFS],
  ["/ipfs/", IPFS],
  ["ipns://", IPNS],
  ["/ipns/", IPNS],
  ["ar://", ARWEAVE],
  ["https://"],
  ["http://"],
  ["data:"],
];

/** Matches an IPFS content id at the beginning: version 0 (`Qm…`), or version 1 in base 32 (`b…`). */
const CONTENT_ID = /^(Qm[\dA-Za-z]{44}|b[\dA-Za-z]{49,})($|[/?#])/;

/** Returns the content id, and the text after it, of the URL of an IPFS gateway. */
function contentAtGateway(url: string): string | undefined {
  const index = url.indexOf(IPFS);
  const content = url.slice(index + IPFS.length);
  return index >= 0 && startsWith(url, "http") && CONTENT_ID.test(content) ? content : undefined;
}

/** Throws an error unless every URL of the content is below its gateway. */
function checkContent(content: string, invalid: (expectation: string) => Error): void {
  const decoded = fullyDecoded(content);
  if (decoded === undefined) throw invalid("a path that is percent-encoded at most seven times over");
  if (decoded === "" || decoded.startsWith("/")) throw invalid("an id after the scheme");
  // These four characters end a segment for a URL parser (WHATWG URL §4.4).
  if (decoded.split(/[/\\?#]/).includes("..")) throw invalid("a URI without .. segments, percent-encoded or not");
}

/** Number of times that a path is decoded. The limit bounds the time that a hostile URI takes. */
const MAX_DECODINGS = 8;

/**
 * Decodes percent-encoding until none is left: a gateway may decode a path once, twice or not at all, so
 * `%252e%252e%252f` can mean `../` to it. `undefined` when some is left after {@link MAX_DECODINGS} times. Each byte
 * becomes a character, because only ASCII characters count.
 */
function fullyDecoded(text: string): string | undefined {
  for (let times = 0; times < MAX_DECODINGS; times++) {
    const decoded = text.replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
    if (decoded === text) return decoded;
    text = decoded;
  }
  return undefined;
}

function urlsAt(gateways: readonly string[], path: string): string[] {
  return gateways.flatMap((gateway) => serialiseUrl(gateway + path) ?? []);
}
