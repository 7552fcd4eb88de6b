// The options of `resolveUri` and `normalizeMetadata`.

import { invalidValue, readObject } from "../errors/error.js";
import { refuseUnknown } from "../arguments/options.js";
import { invalidText } from "../errors/text-argument.js";
import { isArray, itemsOf } from "../errors/unknown-value.js";
import { readTokenId } from "./token-id.js";
import { parseUrl } from "./url.js";

/**
 * Options of {@link resolveUri} and {@link normalizeMetadata}.
 * @example
 * const options: ResolveOptions = { id: 255, gateways: ["https://gateway.example"] };
 * console.log(resolveUri("ipfs://bafkrei/{id}.json", options).length); // 1
 */
export interface ResolveOptions {
  /** Token id that replaces each `{id}` in the URI, as 64 hexadecimal digits (EIP-1155). */
  id?: string | number | bigint | undefined;
  /** IPFS gateways, best first. Default: `https://ipfs.io` and `https://dweb.link`. */
  gateways?: readonly string[] | undefined;
  /** Arweave gateways, best first. Default: `https://arweave.net`. */
  arweaveGateways?: readonly string[] | undefined;
}

/** The checked options. Without gateways, the public ones count. */
export interface Resolver {
  /** The token id as 64 hexadecimal digits. */
  id: string | undefined;
  gateways: Gateway[];
  arweaveGateways: Gateway[];
}

export interface Gateway {
  /** Base URL without a slash at the end. */
  base: string;
  /** Query of each URL, such as the key of the gateway. */
  query?: string | undefined;
}

const MAX_GATEWAYS = 1000;

/** Checks the options. */
export function readResolveOptions(options: ResolveOptions | null | undefined): Resolver {
  const all = readObject("options", options);
  refuseUnknown(all, ["id", "gateways", "arweaveGateways"]);
  const { id, gateways, arweaveGateways } = all;
  return {
    id: id === undefined || id === null ? undefined : readTokenId("id", id).toString(16).padStart(64, "0"),
    gateways: readGateways("gateways", gateways),
    arweaveGateways: readGateways("arweaveGateways", arweaveGateways),
  };
}

/** Reads an array of gateways, or a string with commas between them. */
function readGateways(parameter: string, value: unknown): Gateway[] {
  if (value === undefined || value === null) return [];
  const items = isArray(value) ? itemsOf(value, MAX_GATEWAYS) : [value];
  if (!items.every((item) => typeof item === "string")) throw invalidValue(parameter, value, "an array of base URLs");
  return items
    .flatMap((item) => item.split(","))
    .filter(Boolean)
    .map((text) => readGateway(parameter, text));
}

/** Reads a base URL, also in the notation of other tools, which write `/ipfs/` or `/ipfs/{cid}/{path}` after it. */
function readGateway(parameter: string, text: string): Gateway {
  const [, base = "", query] =
    /^(https?:\/\/[^?#{]+?)(?:\/ip[fn]s(?:\/\{cid\}(?:\/?\{path\})?)?)?\/*(?:\?([^#{]*))?$/i.exec(text.trim()) ?? [];
  const url = parseUrl(base);
  if (url?.username === "" && url.password === "") return { base: url.href.replace(/\/$/, ""), query };
  // A password or a key in a URL must not get into a log.
  const shown = text.replace(/^.*@/s, "***@").replace(/\?.*/s, "?***");
  throw invalidText(
    parameter,
    shown,
    "an https:// or http:// URL such as https://ipfs.io, without user name and fragment",
  );
}
