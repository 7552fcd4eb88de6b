/**
 * A client for a query service with read-only endpoints: token metadata, bridge transfers, API keys, and mirrored
 * NFT collections ("ethereals"). It is Rust compiled to WebAssembly and needs no initialisation.
 *
 * In the examples, `client` is a `Client` of a service with the sample data, `apiKey` is its key, `address` is
 * the contract of a token on Ethereum, and `hash` and `deliveredHash` are hashes of transfers.
 *
 * @packageDocumentation
 * @mergeModuleWith <project>
 */

export { can } from "./format/can.js";
export { Client } from "./client/client.js";
export type { DisposableIterator } from "./runtime/disposable.js";
export {
  EtherealQueryError,
  type EtherealQueryErrorOf,
  isEtherealQueryError,
} from "./errors/error.js";
export type * from "./types/fetch.js";
export { checksumAddress } from "./format/address.js";
export { formatUnits } from "./format/units.js";
export { ARWEAVE_GATEWAYS, IPFS_GATEWAYS } from "./generated/gateways.js";
export type { EtherealList } from "./lists/list.js";
export { normalizeMetadata } from "./metadata/normalize.js";
export type * from "./metadata/normalized.js";
export type { ResolveOptions } from "./metadata/resolve-options.js";
export { resolveUri } from "./metadata/resolve-uri.js";
export { type ParsedTokenRef, parseTokenRef } from "./metadata/token-ref.js";
export type * from "./generated/errors.js";
export type * from "./generated/events.js";
export type * from "./generated/models.js";
export type * from "./generated/options.js";
export type * from "./generated/requests.js";
export { phaseOf, type TransferPhase } from "./transfers/phase.js";
export { routeOf } from "./transfers/route.js";
export type * from "./types/token.js";
export type * from "./types/transfer.js";
export type * from "./types/options.js";
export type * from "./types/request-headers.js";
export type * from "./values.js";
