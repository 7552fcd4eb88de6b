// Everything that the package exports, in each of its entries.

export type { Batch, Fulfilled, Rejected, Settled } from "./batch.js";
export type { BatchOptions, SettledTransfer, TokenRef, TransferBatchOptions } from "./batches.js";
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
export * from "./helpers.js";
export type * from "./events.js";
export type { EtherealList } from "./list.js";
export type * from "./models.js";
export type { OpenPage } from "./open-page.js";
export { phaseOf, type TransferPhase } from "./phase.js";
export { routeOf } from "./route.js";
export { stream } from "./stream.js";
export type * from "./token.js";
export type * from "./transfer.js";
export type * from "./types.js";
export type * from "./values.js";
