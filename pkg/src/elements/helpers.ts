// The functions of the package that the elements call. `define` receives them, so that the elements contain no
// WebAssembly and work with every entry of the package.
import type { ResolveOptions } from "../helpers.js";
import type { TransferInput, TransferStep } from "../transfer.js";
import { isRecord } from "./json.js";

/**
 * The functions of the package that the elements need: the exports of `ethereal-query`, or of `ethereal-query/external`
 * after `init`.
 * @example
 * const helpers: Helpers = { routeOf, formatUnits, checksumAddress, resolveUri };
 * define(helpers);
 */
export interface Helpers {
  /** `routeOf` of the package. */
  routeOf: (transfer: TransferInput) => TransferStep[];
  /** `formatUnits` of the package. */
  formatUnits: (value: string | bigint | number, decimals?: number) => string;
  /** `checksumAddress` of the package. */
  checksumAddress: (address: string) => string;
  /** `resolveUri` of the package. */
  resolveUri: (uri: string, options?: ResolveOptions) => string[];
}

/**
 * The functions that `define` received. Before that, each function throws an error.
 * @example
 * define({ routeOf, formatUnits, checksumAddress, resolveUri });
 * console.log(helpers.formatUnits("1500000", 6)); // 1.5
 */
export let helpers: Helpers = {
  routeOf: throwMissing("routeOf"),
  formatUnits: throwMissing("formatUnits"),
  checksumAddress: throwMissing("checksumAddress"),
  resolveUri: throwMissing("resolveUri"),
};

const NAMES = Object.keys(helpers);

/** @throws TypeError that names a missing helper */
export function setHelpers(given: Helpers): void {
  const record: unknown = given;
  const missing = NAMES.find((name) => !isRecord(record) || typeof record[name] !== "function");
  if (missing !== undefined) {
    throw new TypeError(
      `Missing ${missing}. Expected the functions ${NAMES.join(", ")} of "ethereal-query" in define().`,
    );
  }
  helpers = given;
}

function throwMissing(name: string): () => never {
  return () => {
    throw new TypeError(`Missing ${name}. Call define() of "ethereal-query/elements" first.`);
  };
}
