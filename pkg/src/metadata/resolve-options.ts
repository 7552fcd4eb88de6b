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

/** The checked options. */
export interface Resolver {
  /** The token id as 64 hexadecimal digits. */
  id: string | undefined;
  /** Base URLs without a slash at the end. */
  gateways: string[];
  arweaveGateways: string[];
}

const MAX_GATEWAYS = 1000;

/** Checks the options. */
export function readResolveOptions(options: ResolveOptions | null | undefined): Resolver {
  const all = readObject("options", options);
  refuseUnknown(all, ["id", "gateways", "arweaveGateways"]);
  const { id, gateways, arweaveGateways } = all;
  return {
    id: id === undefined || id === null ? undefined : readTokenId("id", id).toString(16).padStart(64, "0"),
    gateways: withDefault(readBaseUrls("gateways", gateways), ["https://ipfs.io", "https://dweb.link"]),
    arweaveGateways: withDefault(readBaseUrls("arweaveGateways", arweaveGateways), ["https://arweave.net"]),
  };
}

function withDefault(urls: string[], defaults: string[]): string[] {
  return urls.length > 0 ? urls : defaults;
}

/** Reads an array of base URLs, or a string with commas between them. */
function readBaseUrls(parameter: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const items = isArray(value) ? itemsOf(value, MAX_GATEWAYS) : [value];
  if (!items.every((item) => typeof item === "string")) throw invalidValue(parameter, value, "an array of base URLs");
  return items
    .flatMap((item) => item.split(","))
    .filter(Boolean)
    .map((text) => readBaseUrl(parameter, text));
}

function readBaseUrl(parameter: string, text: string): string {
  const url = /^https?:\/\/[^?#]*$/i.test(text) ? parseUrl(text) : undefined;
  if (url?.username === "" && url.password === "") return withoutSlashes(url.href);
  // A password in a URL must not get into a log.
  const shown = text.replace(/^.*@/s, "***@");
  throw invalidText(parameter, shown, "an https:// or http:// URL without user name, query and fragment");
}

function withoutSlashes(url: string): string {
  return url.endsWith("/") ? withoutSlashes(url.slice(0, -1)) : url;
}
