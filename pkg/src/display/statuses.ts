// The words for the statuses of transfers and ethereals. The element, the demo page, the command line and
// docs/statuses.md share the sentences about the statuses of transfers.
import type { ETHEREAL_STATUSES, TRANSFER_STATUSES } from "../generated/values.js";
import type { TransferStep } from "../types/transfer.js";
import { chainName } from "../chains/known-chains.js";
import { textStart } from "./text-start.js";
import { durationText } from "./format.js";
import { plain } from "./plain-text.js";

/** A status of a transfer in the specification. */
export type KnownTransferStatus = (typeof TRANSFER_STATUSES)[number];

type State = TransferStep["state"];

/** State and label by the status of a transfer or ethereal. */
const STATUSES: Record<
  KnownTransferStatus | (typeof ETHEREAL_STATUSES)[number],
  { readonly state: State; readonly label: string }
> = {
  done: { state: "done", label: "Delivered" },
  "wait-wh": { state: "waiting", label: "Waiting for the relay" },
  "wait-rb": { state: "waiting", label: "Waiting for the rollup bridge" },
  "wait-cc": { state: "waiting", label: "Waiting for the child chain" },
  manual: { state: "manual", label: "Manual confirmation needed" },
  error: { state: "failed", label: "Failed" },
  active: { state: "done", label: "Active" },
  unfunded: { state: "manual", label: "Unfunded" },
};

/** Sentence by the status of a transfer to a chain. `docs/statuses.md` has the same sentences. */
const SENTENCES: Record<KnownTransferStatus, (chain: string) => string> = {
  done: (chain) => `Delivered: it has arrived on ${chain}.`,
  "wait-wh": () =>
    "On its way: the messaging relay carries it to the next chain, and you need not do anything.",
  "wait-rb": () => "On its way: the rollup bridge passes it on, and you need not do anything.",
  "wait-cc": (chain) => `Almost there: ${chain} confirms it, and you need not do anything.`,
  manual: () => "On hold: a person must confirm the next step.",
  error: (chain) =>
    `Failed: it has not arrived on ${chain}, and you should not send it again before you have an answer.`,
};

/** Maximum length of an unknown status and of a chain name in a sentence. */
const MAX_WORD_LENGTH = 60;

/** Time for a manual confirmation when the operator gives no usual time: one day. */
const DEFAULT_MANUAL_SECONDS = 86_400;

/** A warning for a user who asks for help: impostors answer people who look for help. */
export const SAFETY = "Nobody who helps you needs your seed phrase, your private key or a payment.";

/**
 * Times that transfers usually take in a status, in seconds, as the operator of the service gives them.
 * @example
 * const usualTimes: UsualTimes = { "wait-wh": 1200, manual: 14_400 };
 * Object.assign(document.createElement("eq-transfer-route"), { usualTimes });
 */
export type UsualTimes = Readonly<Partial<Record<string, number>>>;

/** Returns what a table has for a value of a record; `undefined` for a value that the specification does not name. */
export function lookUp<T>(table: Readonly<Record<string, T>>, value: unknown): T | undefined {
  return typeof value === "string" && Object.hasOwn(table, value) ? table[value] : undefined;
}

/** Returns the label of a status; `undefined` for an unknown status. */
export function statusLabel(status: unknown): string | undefined {
  return lookUp(STATUSES, status)?.label;
}

/** Returns the state of a step that corresponds to a status; `pending` for an unknown status. */
export function stateOf(status: unknown): State {
  return lookUp(STATUSES, status)?.state ?? "pending";
}

/**
 * Returns a sentence about the current state of a transfer, for a user.
 * @example
 * console.log(sentence({ status: "done", toChain: 10 })); // Delivered: it has arrived on OP Mainnet.
 */
export function sentence({ status, toChain }: { status?: unknown; toChain?: unknown }): string {
  const toSentence = lookUp(SENTENCES, status);
  if (!toSentence)
    return `The service reports the status “${textStart(plain(status ?? "none"), MAX_WORD_LENGTH)}”.`;
  const hasChain = toChain !== undefined && toChain !== null && toChain !== "";
  return toSentence(
    hasChain ? textStart(chainName(toChain), MAX_WORD_LENGTH) : "the destination chain",
  );
}

/** Returns how long a status usually takes, as a sentence; `undefined` if the operator gives no time. */
export function usualTime(status: unknown, usualTimes: UsualTimes | undefined): string | undefined {
  const seconds = secondsOf(status, usualTimes);
  return seconds === undefined ? undefined : `Usually this takes ${durationText(seconds * 1000)}.`;
}

/**
 * Returns what the user can ask the helper about a transfer that does not move by itself; `undefined` for any other
 * transfer. The specification says neither who confirms a transfer nor where the funds of a failed one are.
 */
export function advice(
  status: unknown,
  helper: string,
  usualTimes?: UsualTimes,
): string | undefined {
  if (status === "error")
    return `Ask ${helper} what happened and where the funds are. Give the transfer id.`;
  if (status !== "manual") return undefined;
  const seconds = secondsOf(status, usualTimes) ?? DEFAULT_MANUAL_SECONDS;
  return `If it is still on hold after ${durationText(seconds * 1000)}, ask ${helper}. Give the transfer id.`;
}

function secondsOf(status: unknown, usualTimes: UsualTimes | undefined): number | undefined {
  const seconds = lookUp(usualTimes ?? {}, status);
  return typeof seconds === "number" && seconds > 0 ? seconds : undefined;
}
