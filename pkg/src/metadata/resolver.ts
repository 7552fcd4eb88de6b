// Checks the options of `resolveUri` and `normalizeMetadata`. A page with only the token card does not load the error
// class of the package, so this module reports an invalid option to its caller instead of throwing.

import { isArray, itemsOf, textOf } from "../errors/unknown-value.js";
import { TOKEN_ID_RULE, parseTokenId } from "./token-id.js";
import { parseUrl } from "./url.js";

/** The checked options. An empty list of gateways stands for the public gateways. */
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

/** Receives an option that breaks its rule. `name` is the place of the value, such as `gateways[0]`. */
type Report = (parameter: keyof Resolver, value: unknown, rule: string, name: string) => void;

const MAX_GATEWAYS = 1000;

/** The options with unchecked values. */
type UncheckedOptions = { [Name in keyof Resolver]?: unknown };

/** Reads the options. Leaves out each invalid value, and calls `report` with the value. */
export function createResolver(options: UncheckedOptions, report: Report): Resolver {
  return {
    id: readId(options.id ?? undefined, report),
    gateways: readGateways("gateways", options.gateways ?? [], report),
    arweaveGateways: readGateways("arweaveGateways", options.arweaveGateways ?? [], report),
  };
}

function readId(value: unknown, report: Report): string | undefined {
  if (value === undefined) return undefined;
  const id = parseTokenId(textOf(value) ?? "");
  if (id === undefined) report("id", value, TOKEN_ID_RULE, "id");
  return id?.toString(16).padStart(64, "0");
}

function readGateways(parameter: keyof Resolver, value: unknown, report: Report): Gateway[] {
  if (!isArray(value)) report(parameter, value, "an array of base URLs", parameter);
  return itemsOf(value, MAX_GATEWAYS).flatMap((item, index) => {
    const gateway = parseGateway(item);
    if (gateway) return gateway;
    const rule = "an https:// or http:// URL without user name and fragment";
    report(parameter, item, rule, `${parameter}[${index}]`);
    return [];
  });
}

/** Parses the base URL of a gateway; `undefined` for any other value. */
function parseGateway(value: unknown): Gateway | undefined {
  const text = typeof value === "string" ? value : "";
  // The base URL, `/ipfs`, `/ipns` or `/ipfs/{cid}/{path}` as in the options of other tools, and a query:
  // `https://a.example`, `https://a.example/ipfs/`, `https://a.example/ipfs/{cid}/{path}?key=secret`.
  // A comma before the query, a `#` and any other `{` are invalid.
  const [, base = "", query] =
    /^\s*(https?:\/\/[^?#{,]+?)(?:\/ip[fn]s(?:\/\{cid\}(?:\/?\{path\})?)?)?\/*(?:\?([^#{]*?))?\s*$/i.exec(
      text,
    ) ?? [];
  const url = parseUrl(base);
  return url && url.username + url.password === ""
    ? { base: url.href.replace(/\/$/, ""), query }
    : undefined;
}
