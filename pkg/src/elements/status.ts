// Statuses in words. An unknown status is shown unchanged, as neither done nor failed.
import type { TransferInput } from "../types/transfer.js";
import { chainName } from "../words/chains.js";
import { h } from "./dom.js";
import { type IconName, icon } from "./icon.js";
import { plain } from "../words/values.js";
import { untrusted } from "./untrusted.js";
import { STATUS_LABELS } from "../words/labels.js";

const IN_PROGRESS = ["waiting", "clock"] as const;

/** State and icon by the status of a transfer or ethereal. */
const BADGES = new Map<unknown, readonly [state: string, icon: IconName]>([
  ["done", ["done", "check"]],
  ["wait-wh", IN_PROGRESS],
  ["wait-rb", IN_PROGRESS],
  ["wait-cc", IN_PROGRESS],
  ["manual", ["manual", "person"]],
  ["error", ["failed", "cross"]],
  ["active", ["done", "check"]],
  ["unfunded", ["manual", "dots"]],
]);

/**
 * Creates a badge for the status of a transfer or ethereal.
 * @example
 * console.log(badge("wait-rb").textContent); // Waiting for the rollup bridge
 */
export function badge(status: unknown): HTMLElement {
  const [state, symbol] = BADGES.get(status) ?? ["pending", "dots"];
  return h(
    "span",
    { class: `badge ${state}`, part: `status ${state}`, title: `Status ${plain(status).slice(0, 60)}` },
    icon(symbol),
    STATUS_LABELS.get(status) ?? untrusted(status ?? "No status", 40),
  );
}

/**
 * Returns a sentence about the current state of a transfer.
 * @example
 * console.log(sentence({ status: "done", toChain: 10 })); // Delivered: it has arrived on OP Mainnet.
 */
export function sentence({ status, toChain }: TransferInput): string {
  const destination = chainName(toChain).slice(0, 60);
  switch (status) {
    case "done":
      return `Delivered: it has arrived on ${destination}.`;
    case "wait-wh":
      return "Waiting for the messaging relay to carry it to the next chain.";
    case "wait-rb":
      return "Waiting for the rollup bridge to finish its part.";
    case "wait-cc":
      return "Waiting for the child chain to confirm it.";
    case "manual":
      return "Manual confirmation needed: a person must confirm the next step.";
    case "error":
      return `Failed: it has not arrived on ${destination}.`;
    default:
      return `The service reports the status “${plain(status ?? "none").slice(0, 60)}”.`;
  }
}
