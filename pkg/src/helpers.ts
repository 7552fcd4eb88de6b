// The pure helpers, computed in Rust.

import { helpers } from "./helpers-instance.js";
import type { Address } from "./values.js";

/** Decimals of most currencies of EVM chains. */
const DEFAULT_DECIMALS = 18;

/** Options of {@link resolveUri}. */
export interface ResolveOptions {
  /** The token's id: every `{id}` in the URI becomes 64 hexadecimal digits (EIP-1155). */
  id?: string | number | bigint | undefined;
  /** IPFS gateways to use, best first. Default: `https://ipfs.io` and `https://dweb.link`. */
  gateways?: readonly string[] | undefined;
  /** Arweave gateways to use, best first. Default: `https://arweave.net`. */
  arweaveGateways?: readonly string[] | undefined;
}

/**
 * The URLs behind a URI, best first: `ipfs:`, `ipns:`, `ar:` through gateways; `http:`, `https:`, `data:` as they are. With
 * an `id`, every `{id}` becomes 64 hexadecimal digits (EIP-1155). No request is made.
 * @throws {EtherealQueryError} `invalid_argument` for any other scheme, and for `..` segments below a gateway
 * @example
 * resolveUri("ipfs://bafk…/7.png"); // ["https://ipfs.io/ipfs/bafk…/7.png", "https://dweb.link/ipfs/bafk…/7.png"]
 */
export function resolveUri(uri: string, options?: ResolveOptions): string[] {
  return helpers().call((rust) => rust.resolveUri(uri, options));
}

/**
 * An amount in whole units, exact. `decimals` is 18 when absent.
 * @example formatUnits("1099756711100000000"); // "1.0997567111"
 */
export function formatUnits(value: string | bigint | number, decimals: number = DEFAULT_DECIMALS): string {
  return helpers().call((rust) => rust.formatUnits(value, decimals));
}

/**
 * An amount in smallest units. More digits after the point than `decimals` are refused, never rounded.
 * @example parseUnits("1.0997567111"); // 1099756711100000000n
 */
export function parseUnits(text: string, decimals: number = DEFAULT_DECIMALS): bigint {
  return BigInt(helpers().call((rust) => rust.parseUnits(text, decimals)));
}

/**
 * An address in the mixed case of EIP-55.
 * @example checksumAddress("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"); // "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
 */
export function checksumAddress(address: string): Address {
  return helpers().call((rust) => rust.checksumAddress(address)) as Address;
}

// The other two are one comparison each: calling Rust would cost more.

/** Whether two addresses are the same account; what is no address equals nothing. */
export function sameAddress(a: unknown, b: unknown): boolean {
  return isAddress(a) && isAddress(b) && a.toLowerCase() === b.toLowerCase();
}

function isAddress(value: unknown): value is string {
  return typeof value === "string" && /^0x[\da-f]{40}$/i.test(value);
}

/**
 * Whether a project's key may do something: `true` grants a whole area, a list what it names. Without a permission:
 * whether it grants anything in the area.
 * @example can(project, "deliveries", "read"); // true
 */
export function can(
  project: { readonly auth?: Readonly<Record<string, unknown>> | undefined },
  area: string,
  permission?: string,
): boolean {
  try {
    const granted = (project as typeof project | null | undefined)?.auth?.[area];
    // Only a list of names or `true` grants anything (specification §2.3).
    const names: unknown[] = Array.isArray(granted) ? Object.values(granted) : [];
    const isGranted = (name: unknown): boolean => typeof name === "string" && name === (permission ?? name);
    return granted === true || names.some(isGranted);
  } catch {
    // What cannot be read grants nothing.
    return false;
  }
}
