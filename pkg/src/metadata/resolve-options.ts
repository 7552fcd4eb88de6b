// The options of `resolveUri` and `normalizeMetadata`.

import { refuseUnknown } from "../arguments/checked-options.js";
import { invalidValue, readObject } from "../errors/error.js";
import { invalidText } from "../errors/text-argument.js";
import { RESOLVE_OPTIONS } from "../generated/option-names.js";
import { type Resolver, createResolver } from "./resolver.js";

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

/** Checks the options, and returns them as the resolver needs them. */
export function readResolveOptions(options: ResolveOptions | null | undefined): Resolver {
  const resolveOptions = readObject("options", options);
  refuseUnknown(resolveOptions, RESOLVE_OPTIONS);
  return createResolver(resolveOptions, (parameter, value, rule, name) => {
    // `invalidText` shows a short text. `invalidValue` hides every text: a gateway may contain a password or a key.
    throw parameter === "id"
      ? invalidText(parameter, value, rule)
      : invalidValue(parameter, value, rule, name);
  });
}
