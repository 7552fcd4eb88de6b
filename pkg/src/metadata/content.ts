// Finds the content on IPFS or Arweave that a URI names. Documents write such URIs in many forms.

import { ARWEAVE_HOSTS, CLOSED_IPFS_HOSTS } from "../generated/gateways.js";
import { asciiLower } from "./text.js";
import { escapeLonePercents, unescapeBytes } from "./url.js";

// The paths of content at a gateway: of IPFS content, of IPNS names, and of Arweave transactions.
export const IPFS = "/ipfs/";
export const IPNS = "/ipns/";
export const ARWEAVE = "/";

/** The content that a URI names: content that gateways have, or any other URL. */
export interface Content {
  /** Path of the content at a gateway; absent for any other URL. */
  path?: typeof IPFS | typeof IPNS | typeof ARWEAVE;
  /** Id of the content, with the path and the query below it. */
  name: string;
  /** Beginning of the URL in the document, up to `name`; absent for a URI without a host. */
  url?: string;
  /** Length of the id in `name`, if the host of `url` also has the id, as in `https://CID.ipfs.dweb.link/7.png`. */
  idLength?: number;
}

/**
 * Matches an IPFS content id: version 0 (`Qm…`), or version 1 in base 32 (`b…`), base 58 (`z…`) or base 16 (`f01…`).
 * With SHA-256, version 0 has 46 characters, and version 1 at least 49 (36 bytes in base 58).
 */
const CONTENT_ID = /^(Qm[\dA-Za-z]{44}|[Bbz][\dA-Za-z]{48,}|[Ff]01[\dA-Fa-f]{60,})($|[/?#])/;
/** Matches an IPNS name that is a key, or the name of a host with a dot. */
const IPNS_NAME = /^(k[\da-z]{49,}|[\w-]+(\.[\w-]+)+)($|[/?#])/;

/** Returns whether a serialised URL is at a closed gateway; a subdomain or a user name may precede its host. */
export function isAtClosedGateway(url = ""): boolean {
  return new RegExp(`^https?://([^/]*[.@])?(${CLOSED_IPFS_HOSTS})[:/]`).test(url);
}

/** Returns what a URI names; `undefined` for a URI of another scheme. */
export function findContent(uri: string): Content | undefined {
  // Some documents leave out the scheme of a gateway, as in `ipfs.io/ipfs/…`.
  const withScheme = uri.replace(/^[\w-]+(\.[\w-]+)+\/ipfs\//i, "https://$&");
  // Some documents have the URL of a gateway after `ipfs://` or after another gateway.
  const url = /^(?:ipfs:\/*|https?:\/\/[^?#]+\/ipfs\/)?(https?:\/\/[^]*)$/i.exec(withScheme)?.[1];
  if (url !== undefined) return atSubdomain(url) ?? atPath(url) ?? { url, name: "" };
  const [arweave] = /^(ar|arweave):\/*/i.exec(uri) ?? [];
  if (arweave !== undefined) return { path: ARWEAVE, name: uri.slice(arweave.length) };
  // First alternative: schemes, as in `ipfs://…`, `/ipfs/…`, `ipfs:/…` or `ipfs://ipns/…`. `kind` is the last scheme,
  // here `ipns`. Second alternative: no scheme, as in `CID` or `/CID`.
  const [start, kind = ""] = /^\/?(?:(ip[fn]s)[:/]\/*)+|^\/?/i.exec(uri)!;
  const name = uri.slice(start.length);
  const path = pathOf(kind);
  // After exactly `ipfs://` or `/ipfs/`, the name counts as content even if it does not look like an id.
  const isIpfsUri = /^(ipfs:\/\/|\/ipfs\/)($|[^/])/i.test(uri);
  const isContent = path === IPNS || CONTENT_ID.test(name) || isIpfsUri;
  return isContent ? { path, name } : undefined;
}

/** Returns the content of a URL such as `https://CID.ipfs.dweb.link/7.png`. */
function atSubdomain(text: string): Content | undefined {
  const [, url = "", label = "", kind = "", below = ""] =
    /^(https?:\/\/([^/?#@:]+)\.(ip[fn]s)\.[^/?#@]+)([^]*)$/i.exec(text) ?? [];
  const path = pathOf(kind);
  let id = asciiLower(label);
  // A name with dots is one label in a host: `-` stands for a dot, and `--` for `-`. `a--b-org` is `a-b.org`.
  if (path === IPNS && !id.includes("."))
    id = id.replace(/--?/g, (dashes) => (dashes === "-" ? "." : "-"));
  // With SHA-256, no id has fewer than 46 characters (see CONTENT_ID). A shorter label is a word.
  const pattern = path === IPNS ? IPNS_NAME : /^[bk][\da-z]{45,}$/;
  return pattern.test(id) ? { path, name: id + below, url, idLength: id.length } : undefined;
}

/** Returns the content of a URL such as `https://ipfs.io/ipfs/CID/7.png` or `https://arweave.net/ID`. */
function atPath(text: string): Content | undefined {
  // The id of an Arweave transaction has 43 characters. `raw/` or `tx/` may precede the id.
  const transaction = `^(https?://(?:[\\w-]+\\.)*(?:${ARWEAVE_HOSTS})/)((?:raw/|tx/)?[\\w-]{43}(?:[/?#][^]*)?)$`;
  const [, arweaveUrl, id = ""] = new RegExp(transaction, "i").exec(text) ?? [];
  if (arweaveUrl !== undefined) return { path: ARWEAVE, url: arweaveUrl, name: id };
  // Some documents repeat `ipfs/` after the path of the gateway.
  const [, url = "", kind = "", name = ""] =
    /^(https?:\/\/[^?#]*?\/(ip[fn]s)\/)(?:ipfs:?\/+)?([^]+)$/i.exec(text) ?? [];
  const path = pathOf(kind);
  // Only `https://HOST/ipns/` begins an IPNS path. Further below, `ipns` is a word in the path of a page.
  const isAtRoot = /^https?:\/\/[^/]*\/[^/]*\/$/i.test(url);
  const isId = path === IPNS ? isAtRoot && IPNS_NAME.test(name) : CONTENT_ID.test(name);
  return isId ? { path, url, name } : undefined;
}

/** Returns the path of IPNS names for the word `ipns`, and the path of IPFS content for any other word. */
function pathOf(kind: string): typeof IPFS | typeof IPNS {
  return asciiLower(kind) === "ipns" ? IPNS : IPFS;
}

/**
 * Returns the spellings of a name, the best first. A `#` below an id may be part of a file name, as in `Tree #7.png`,
 * or begin a fragment, as in `index.html#/x`. The first spelling escapes the `#`, so that a gateway receives the whole
 * file name. The second keeps the `#`: a browser does not send the fragment to the gateway (RFC 3986 §3.5). A `%` that
 * does not begin an escape is part of the name.
 */
export function spellingsOf(name: string): string[] {
  const text = escapeLonePercents(name);
  // Escapes each `#` after the first `/` and before the query.
  const escaped = text.replace(/^[^/?#]*\/[^?]*/, (path) => path.replaceAll("#", "%23"));
  return escaped === text ? [text] : [escaped, text];
}

/** Returns whether the URL of a name could leave the path of its gateway, or has no id. */
export function leavesGateway(name: string): boolean {
  const decoded = fullyDecoded(escapeLonePercents(name));
  // These four characters end a segment for a URL parser (WHATWG URL §4.4).
  return !decoded || decoded.startsWith("/") || decoded.split(/[/\\?#]/).includes("..");
}

/** Number of times that a path is decoded. The limit bounds the time that a hostile URI takes. */
const MAX_DECODINGS = 8;

/**
 * Decodes percent-encoding until none is left: a gateway may decode a path once, twice or not at all, so that
 * `%252e%252e%252f` may become `../`. `undefined` when a text still changes after {@link MAX_DECODINGS} times.
 */
function fullyDecoded(text: string): string | undefined {
  for (let times = 0; times < MAX_DECODINGS; times++) {
    const decoded = unescapeBytes(text);
    if (decoded === text) return decoded;
    text = decoded;
  }
  return undefined;
}
