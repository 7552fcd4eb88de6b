// Statuses in words. An unknown status is shown unchanged, as neither done nor failed.
import type { TransferInput, TransferStep } from "../types/transfer.js";
import { chainName } from "../words/chains.js";
import { h } from "./dom.js";
import { type IconName, icon } from "./icon.js";
import { plain } from "../words/values.js";
import { untrusted } from "./untrusted.js";
import { type KnownTransferStatus, lookUp, stateOf, statusLabel } from "../words/labels.js";

/** Icon by the state of a step. */
export const STATE_ICONS: Record<TransferStep["state"], IconName> = {
  done: "check",
  waiting: "clock",
  manual: "person",
  failed: "cross",
  pending: "dots",
};

/** Sentence by the status of a transfer to a chain. */
const SENTENCES: Record<KnownTransferStatus, (chain: string) => string> = {
  done: (chain) => `Delivered: it has arrived on ${chain}.`,
  "wait-wh": () => "Waiting for the messaging relay to carry it to the next chain.",
  "wait-rb": () => "Waiting for the rollup bridge to finish its part.",
  "wait-cc": () => "Waiting for the child chain to confirm it.",
  manual: () => "Manual confirmation needed: a person must confirm the next step.",
  error: (chain) => `Failed: it has not arrived on ${chain}.`,
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
    { class: `badge ${state}`, part: `status ${state}`, title: `Status ${plain(status).slice(0, 60)}` },
    // An unfunded ethereal waits for funds, not for a person.
    icon(status === "unfunded" ? "dots" : STATE_ICONS[state]),
    statusLabel(status) ?? untrusted(status ?? "No status", 40),
  );
}

/**
 * Returns a sentence about the current state of a transfer.
 * @example
 * console.log(sentence({ status: "done", toChain: 10 })); // Delivered: it has arrived on OP Mainnet.
 */
export function sentence({ status, toChain }: TransferInput): string {
  const toSentence = lookUp(SENTENCES, status);
  if (toSentence) return toSentence(chainName(toChain).slice(0, 60));
  return `The service reports the status “${plain(status ?? "none").slice(0, 60)}”.`;
}
