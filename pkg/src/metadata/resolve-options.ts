// The options of `resolveUri` and `normalizeMetadata`.

import { invalidArgument, invalidValue, readObject } from "../errors/error.js";
import { MAX_SHOWN_LENGTH } from "../arguments/options.js";
import { quoted } from "../errors/text-argument.js";
import { RESOLVE_OPTIONS } from "../generated/option-names.js";
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
  /** IPFS gateways, best first. Default: {@link IPFS_GATEWAYS}. */
  gateways?: readonly string[] | undefined;
  /** Arweave gateways, best first. Default: {@link ARWEAVE_GATEWAYS}. */
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
  const { id, gateways, arweaveGateways } = all;
  for (const [name, value] of Object.entries(all)) {
    if (value === undefined || value === null || RESOLVE_OPTIONS.includes(name)) continue;
    const shown = name.length > MAX_SHOWN_LENGTH ? `of ${name.length} characters` : quoted(name);
    throw invalidArgument("options", `Unknown option ${shown}. Known options: ${RESOLVE_OPTIONS.join(", ")}.`);
  }
  return {
    id: id === undefined || id === null ? undefined : readTokenId("id", id).toString(16).padStart(64, "0"),
    gateways: readGateways("gateways", gateways ?? []),
    arweaveGateways: readGateways("arweaveGateways", arweaveGateways ?? []),
  };
}

/**
 * Reads base URLs. The notation of other tools, with `/ipfs/` or `/ipfs/{cid}/{path}` after the URL, is accepted.
 * Messages show no URL, because a password or the key of a gateway in it must not get into a log.
 */
function readGateways(parameter: string, value: unknown): Gateway[] {
  if (!isArray(value)) throw invalidValue(parameter, value, "an array of base URLs");
  return itemsOf(value, MAX_GATEWAYS).map((item, index) => {
    const [, base = "", query] =
      /^\s*(https?:\/\/[^?#{,]+?)(?:\/ip[fn]s(?:\/\{cid\}(?:\/?\{path\})?)?)?\/*(?:\?([^#{]*?))?\s*$/i.exec(
        typeof item === "string" ? item : "",
      ) ?? [];
    const url = parseUrl(base);
    if (url?.username === "" && url.password === "") return { base: url.href.replace(/\/$/, ""), query };
    const rule = "an https:// or http:// URL without user name and fragment";
    throw invalidValue(parameter, item, rule, `${parameter}[${index}]`);
  });
}
