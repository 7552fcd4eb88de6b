// The phase of a transfer: the part of its status that a program branches on.

import { phaseOfStatus } from "./models.js";
import type { TransferInput, TransferUpdate } from "./types.js";

/** Where a transfer stands, see {@link TransferUpdate.phase}. */
export type TransferPhase = TransferUpdate["phase"];

/**
 * Returns the phase of a transfer (specification §3.1): `missing` for `null`, which means that no transfer has the hash;
 * `manual` while it waits for a person; `done`; `failed`; and `pending` for every other status, also for one that the
 * specification does not name. `done` and `failed` are final.
 *
 * @example
 * phaseOf({ status: "wait-rb" }); // "pending"
 * phaseOf(await client.bridgeTransfer(hash)); // "missing" when no transfer has the hash
 */
export function phaseOf(transfer: TransferInput | null | undefined): TransferPhase {
  return transfer ? phaseOfStatus(transfer.status) : "missing";
}
