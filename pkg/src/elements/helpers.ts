// The functions of the package that the elements call. `define` passes them in, so the elements contain no WebAssembly
// and work with every entry of the package.
import type { ResolveOptions } from "../helpers.js";
import type { TransferInput, TransferStep } from "../types.js";
import { isRecord } from "./json.js";

/**
 * The functions of the package that the elements need: pass the exports of `ethereal-query`, or those of
 * `ethereal-query/external` after `init`.
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

/** The functions that `define` received. Until then, each of them throws an error that says to call `define`. */
export let helpers: Helpers = {
  routeOf: throwMissing("routeOf"),
  formatUnits: throwMissing("formatUnits"),
  checksumAddress: throwMissing("checksumAddress"),
  resolveUri: throwMissing("resolveUri"),
};

const NAMES = Object.keys(helpers);

/** @throws TypeError that names the helper that is missing */
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
