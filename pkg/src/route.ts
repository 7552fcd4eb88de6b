// The route of a transfer. The client's module has this helper, because a watch calls it too.

import { client } from "./client-instance.js";
import type { TransferInput, TransferStep } from "./transfer.js";

/**
 * Returns the route of a transfer in order: the recorded steps, the step that the status names, and the destination.
 * @example
 * const steps = routeOf({ status: "wait-wh", fromChain: 1, toChain: 10, originTxnHash: "0x6f" });
 * console.log(steps.map(({ role, state }) => `${role}: ${state}`));
 * // [ 'origin: done', 'relay: waiting', 'delivery: pending' ]
 */
export function routeOf(transfer: TransferInput): TransferStep[] {
  return client().call((rust) => rust.routeOf(transfer) as TransferStep[]);
}
