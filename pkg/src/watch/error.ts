// The errors that end a watch.

import { EtherealQueryError } from "../errors/error.js";
import { isHash } from "../format/hex.js";
import type { ErrorCode, ErrorKind } from "../generated/errors.js";
import { ENDPOINTS } from "../generated/endpoints.js";
import type { BridgeTransfer } from "../generated/models.js";
import { TRANSFER_STATUSES } from "../generated/values.js";
import type { WatchEnd, WatchSettings } from "./decision.js";

/** The ends of a watch for which `watchError` creates the error. A rejected poll already has an error. */
export type FailedEnd = Exclude<WatchEnd, "done" | "rejected"> | "aborted";

/**
 * Creates the error of `end`. `transfer` is the last record, and `cause` the reason of an abort or the last failure.
 */
export function watchError(
  end: FailedEnd,
  { timeoutMs, notFoundGraceMs }: WatchSettings,
  hash: string,
  transfer: BridgeTransfer | null,
  cause: unknown,
): EtherealQueryError {
  const ends: Record<FailedEnd, [ErrorKind, ErrorCode, string]> = {
    failed: ["transfer_failed", "transfer_failed", "failed"],
    manual: ["transfer_failed", "manual_action_required", "waits for manual confirmation"],
    not_found: [
      "not_found",
      "transfer_not_found",
      `was not found within ${notFoundGraceMs} ms (notFoundGraceMs)`,
    ],
    timeout: ["timeout", "wait_timeout", `did not finish within ${timeoutMs} ms (timeoutMs)`],
    aborted: ["aborted", "aborted", "is no longer watched: the caller aborted"],
  };
  const [kind, code, finding] = ends[end];
  // An invalid hash could be the API key.
  const shownHash = isHash(hash) ? hash : "with an invalid hash";
  return new EtherealQueryError({
    kind,
    code,
    message: `Transfer ${shownHash} ${finding}. Last status: ${shownStatus(transfer)}.`,
    retryable: end === "timeout",
    endpoint: ENDPOINTS.bridgeTransfer,
    ...(transfer && { transfer }),
    cause,
  });
}

function shownStatus(transfer: BridgeTransfer | null): string {
  if (!transfer) return "unknown";
  // Another status could be any text, even the API key.
  return TRANSFER_STATUSES.some((status) => status === transfer.status)
    ? `"${transfer.status}"`
    : "not in the specification";
}
