// Everything that the package exports, in each of its entries.

export { can } from "./can.js";
export { Client } from "./client.js";
export type { DisposableIterator } from "./disposable.js";
export {
  type Attempt,
  type ErrorFields,
  EtherealQueryError,
  type EtherealQueryErrorOf,
  type GaveUp,
  isEtherealQueryError,
} from "./error.js";
export type * from "./events.js";
export { checksumAddress } from "./format/address.js";
export { formatUnits } from "./format/units.js";
export type { EtherealList } from "./list.js";
export { normalizeMetadata } from "./metadata/normalize.js";
export type * from "./metadata/normalized.js";
export type { ResolveOptions } from "./metadata/resolve-options.js";
export { resolveUri } from "./metadata/resolve-uri.js";
export { type ParsedTokenRef, parseTokenRef } from "./metadata/token-ref.js";
export type * from "./models.js";
export { phaseOf, type TransferPhase } from "./phase.js";
export { routeOf } from "./route.js";
export type * from "./token.js";
export type * from "./transfer.js";
export type * from "./types.js";
export type * from "./values.js";
