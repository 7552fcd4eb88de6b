// The route of a transfer. It is a helper, but part of the client's module: watching needs it as well.

import { client } from "./client-instance.js";
import type { TransferInput, TransferStep } from "./types.js";

/**
 * A transfer's route in order: the steps recorded, the one its status says it waits for, the destination.
 * @example routeOf(transfer).map((step) => step.state); // ["done", "waiting", "pending"]
 */
export function routeOf(transfer: TransferInput): TransferStep[] {
  return client().call((rust) => rust.routeOf(transfer) as TransferStep[]);
}
