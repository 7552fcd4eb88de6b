// The phase of a transfer: the part of its status that a program branches on.

import type { TransferInput, TransferUpdate } from "../types/transfer.js";

/**
 * Phase of a transfer, as {@link phaseOf} returns it and {@link TransferUpdate.phase} has it.
 * @example
 * const phase: TransferPhase = phaseOf({ status: "wait-rb" });
 * console.log(phase); // pending
 */
export type TransferPhase = TransferUpdate["phase"];

/**
 * Returns the phase of a transfer (specification §3.1): `missing` for `null`, which means that no transfer has the
 * hash; `manual` while it waits for a person; `done`; `failed`; and `pending` for every other status, known or unknown.
 * A watch ends at `done` and `failed`.
 * @param transfer record of {@link Client.bridgeTransfer}, or `null`
 * @returns `missing`, `pending`, `manual`, `done` or `failed`
 * @example
 * console.log(phaseOf(await client.bridgeTransfer(hash))); // pending
 * console.log(phaseOf(null)); // missing
 */
export function phaseOf(transfer: TransferInput | null | undefined): TransferPhase {
  switch (transfer?.status) {
    case "done":
      return "done";
    case "manual":
      return "manual";
    case "error":
      return "failed";
    default:
      return transfer ? "pending" : "missing";
  }
}
