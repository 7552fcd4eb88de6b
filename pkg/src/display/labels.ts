// The labels for types, phases and steps, which the elements, the demo page and the command line share.
import type { TRANSFER_TYPES } from "../generated/values.js";
import type { TransferStep, TransferUpdate } from "../types/transfer.js";

/** Label by the type of a transfer in the specification. */
export const TYPE_LABELS: Record<(typeof TRANSFER_TYPES)[number], string> = {
  NATIVE: "Native currency",
  ERC20: "ERC-20 token",
  ERC721: "NFT (ERC-721)",
  ERC1155: "NFT (ERC-1155)",
  TXN: "Transaction",
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
