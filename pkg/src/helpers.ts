// Pure helpers. Rust computes them.

import { helpers } from "./helpers-instance.js";
import type { Address } from "./values.js";

/** Decimals of the native currency of most EVM chains. */
const DEFAULT_DECIMALS = 18;

/**
 * Options of {@link resolveUri}, and of `normalizeMetadata` in `ethereal-query/metadata`.
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

/**
 * Returns the URLs of a URI, best first. An `ipfs:`, `ipns:` or `ar:` URI has one URL for each gateway; an `http:`,
 * `https:` or `data:` URI is returned as it is. Sends no request.
 * @throws {EtherealQueryError} `invalid_argument` for any other scheme, and for `..` segments below a gateway
 * @example
 * console.log(resolveUri("ipfs://bafkrei/7.png")[0]); // https://ipfs.io/ipfs/bafkrei/7.png
 */
export function resolveUri(uri: string, options?: ResolveOptions): string[] {
  return helpers().call((rust) => rust.resolveUri(uri, options));
}

/**
 * Converts an amount from the smallest unit to whole units, without rounding. Default of `decimals`: 18.
 * @throws {EtherealQueryError} `invalid_argument` for an invalid amount or number of decimals
 * @example
 * console.log(formatUnits("1099756711100000000")); // 1.0997567111
 */
export function formatUnits(value: string | bigint | number, decimals: number = DEFAULT_DECIMALS): string {
  return helpers().call((rust) => rust.formatUnits(value, decimals));
}

/**
 * Converts an amount from whole units to the smallest unit, without rounding. Default of `decimals`: 18.
 * @throws {EtherealQueryError} `invalid_argument` for an invalid amount, and for more digits after the point than
 * `decimals`
 * @example
 * console.log(parseUnits("1.5", 6)); // 1500000n
 */
export function parseUnits(text: string, decimals: number = DEFAULT_DECIMALS): bigint {
  return BigInt(helpers().call((rust) => rust.parseUnits(text, decimals)));
}

/**
 * Returns an address with the upper and lower case letters of its checksum (EIP-55).
 * @throws {EtherealQueryError} `invalid_argument` for an invalid address
 * @example
 * const address = checksumAddress("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed");
 * console.log(address); // 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
 */
export function checksumAddress(address: string): Address {
  return helpers().call((rust) => rust.checksumAddress(address)) as Address;
}

// The last two are in TypeScript: each is a comparison, and a call of Rust costs more.

/**
 * Returns whether two values are the same address; upper and lower case are equal. A value that is not an address
 * equals nothing.
 * @example
 * console.log(sameAddress(address, address.toUpperCase().replace("0X", "0x"))); // true
 */
export function sameAddress(a: unknown, b: unknown): boolean {
  return isAddress(a) && isAddress(b) && a.toLowerCase() === b.toLowerCase();
}

function isAddress(value: unknown): value is string {
  return typeof value === "string" && /^0x[\da-f]{40}$/i.test(value);
}

/**
 * Returns whether the key of a project has a permission. In an area, `true` grants every permission, and a list grants
 * those that it names. Without `permission`, returns whether the key has any permission in the area.
 * @example
 * const project = await client.project();
 * console.log(can(project, "deliveries", "read"), can(project, "deliveries", "write")); // true false
 */
export function can(
  project: { readonly auth?: Readonly<Record<string, unknown>> | undefined },
  area: string,
  permission?: string,
): boolean {
  try {
    const auth = (project as typeof project | null | undefined)?.auth;
    const granted = typeof area === "string" ? auth?.[area] : undefined;
    // Any value other than `true` and a list grants nothing (specification §2.3).
    const names: unknown[] = Array.isArray(granted) ? Object.values(granted) : [];
    const isGranted = (name: unknown): boolean => typeof name === "string" && name === (permission ?? name);
    return granted === true || names.some(isGranted);
  } catch {
    // A property throws.
    return false;
  }
}
