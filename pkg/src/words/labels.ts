// The words for statuses, phases and steps. The elements, the demo page and the command line use the same ones.
import type { ETHEREAL_STATUSES, TRANSFER_STATUSES } from "../generated/values.js";
import type { TransferStep, TransferUpdate } from "../types/transfer.js";

/** A status of a transfer in the specification. */
export type KnownTransferStatus = (typeof TRANSFER_STATUSES)[number];
/** A status of a transfer or ethereal in the specification. */
type KnownStatus = KnownTransferStatus | (typeof ETHEREAL_STATUSES)[number];

/** Returns what a table has for a value of a record; `undefined` for a value that the specification does not name. */
export function lookUp<T>(table: Readonly<Record<string, T>>, value: unknown): T | undefined {
  return typeof value === "string" && Object.hasOwn(table, value) ? table[value] : undefined;
}

type State = TransferStep["state"];

/** State and label by the status of a transfer or ethereal. */
const STATUSES: Record<KnownStatus, readonly [state: State, label: string]> = {
  done: ["done", "Delivered"],
  "wait-wh": ["waiting", "Waiting for the relay"],
  "wait-rb": ["waiting", "Waiting for the rollup bridge"],
  "wait-cc": ["waiting", "Waiting for the child chain"],
  manual: ["manual", "Manual confirmation needed"],
  error: ["failed", "Failed"],
  active: ["done", "Active"],
  unfunded: ["manual", "Unfunded"],
};

/** Returns the label of a status; `undefined` for an unknown one. */
export function statusLabel(status: unknown): string | undefined {
  return lookUp(STATUSES, status)?.[1];
}

/** Returns the state of a step whose colour a status has. */
export function stateOf(status: unknown): State {
  return lookUp(STATUSES, status)?.[0] ?? "pending";
}

/**
 * What the user can do, by the status of a transfer that does not move by itself. The specification says neither who
 * confirms a transfer nor where the funds of a failed one are.
 */
export const STATUS_ADVICE: Partial<Record<KnownTransferStatus, string>> = {
  manual:
    "You need not do anything. The record does not say who confirms it: if it stays so, contact the operator of the service with this id:",
  error: "The record does not say why, or where the funds are. Contact the operator of the service with this id:",
};

/** Label by the phase of a watched transfer. */
export const PHASE_LABELS: Record<TransferUpdate["phase"], string> = {
  missing: "Not found yet",
  pending: "On its way",
  manual: "Manual confirmation needed",
  done: "Delivered",
  failed: "Failed",
};

/**
 * Label by the state of a step.
 * @example
 * console.log(STATE_LABELS.waiting); // In progress
 */
export const STATE_LABELS: Record<TransferStep["state"], string> = {
  done: "Done",
  waiting: "In progress",
  manual: "Manual confirmation needed",
  failed: "Failed",
  pending: "Not started",
};

/**
 * Character by the state of a step.
 * @example
 * console.log(STATE_MARKS.done, STATE_LABELS.done); // ✓ Done
 */
export const STATE_MARKS: Record<TransferStep["state"], string> = {
  done: "✓",
  waiting: "…",
  manual: "!",
  failed: "✗",
  pending: "·",
};

/**
 * Label by the role of a step.
 * @example
 * console.log(ROLE_LABELS.rollup); // Rollup bridge
 */
export const ROLE_LABELS: Record<TransferStep["role"], string> = {
  origin: "Origin",
  relay: "Messaging relay",
  rollup: "Rollup bridge",
  delivery: "Delivery",
  step: "Step",
};
