// Draws the badge of a status. The badge shows an unknown status unchanged, as neither done nor failed.
import type { TransferStep } from "../types/transfer.js";
import { h } from "./dom.js";
import { type IconName, icon } from "./icon.js";
import { isolated, plain } from "../display/plain-text.js";
import { untrusted } from "./untrusted.js";
import { stateOf, statusLabel } from "../display/statuses.js";

/** Icon by the state of a step. */
export const STATE_ICONS: Record<TransferStep["state"], IconName> = {
  done: "check",
  waiting: "clock",
  manual: "person",
  failed: "cross",
  pending: "dots",
};

/**
 * Creates a badge for the status of a transfer or ethereal.
 * @example
 * console.log(badge("wait-rb").textContent); // Waiting for the rollup bridge
 */
export function badge(status: unknown): HTMLElement {
  const state = stateOf(status);
  return h(
    "span",
    {
      class: `badge ${state}`,
      part: `status ${state}`,
      title: `Status ${isolated(plain(status ?? "none"), 60)}`,
    },
    // An unfunded ethereal waits for funds, not for a person.
    icon(status === "unfunded" ? "dots" : STATE_ICONS[state]),
    statusLabel(status) ?? untrusted(status ?? "No status", 40),
  );
}
