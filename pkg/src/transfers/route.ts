// The route of a transfer. A record lists only completed steps (specification §2.2), and its status says what the
// transfer waits for (§3.1). The other steps follow from both.

import { invalidValue } from "../errors/error.js";
import { isArray, isObject, itemsOf, memberOf, scalarText } from "../errors/unknown-value.js";
import { decimalChainId } from "../chains/chain-id.js";
import { isZeroHash } from "../format/hex.js";
import type { TransferInput, TransferStep } from "../types/transfer.js";
import type { Hash } from "../values.js";

/** Maximum number of recorded steps to read, because an array may have billions of items. */
const MAX_STEPS = 10_000;

/** The fields of the four hashes, in the order of the route, with the roles of their steps. */
const ROLES = [
  ["originTxnHash", "origin"],
  ["whTxnHash", "relay"],
  ["rbTxnHash", "rollup"],
  ["deliveryTxnHash", "delivery"],
] as const;

/** Names of the steps that the record does not name. These names add nothing to the roles of the steps. */
const RELAY = "relay";
const ROLLUP = "rollup bridge";
export const UNNAMED_STEPS: ReadonlySet<string> = new Set([RELAY, ROLLUP]);

/**
 * Returns the route of a transfer in order: the recorded steps, the step that the status names, and the destination.
 * It treats a field of another type, and one that throws, as absent.
 * @param transfer record of {@link Client.bridgeTransfer}
 * @returns the steps in the order of the route, each with its role and state
 * @throws {EtherealQueryError} `invalid_argument` for a value that is not an object
 * @example
 * const steps = routeOf({ status: "wait-wh", fromChain: 1, toChain: 10, originTxnHash: "0x6f" });
 * console.log(steps.map(({ role, state }) => `${role}: ${state}`));
 * // [ 'origin: done', 'relay: waiting', 'delivery: pending' ]
 */
export function routeOf(transfer: TransferInput): TransferStep[] {
  const record: unknown = transfer;
  if (!isObject(record) || isArray(record)) throw invalidValue("transfer", transfer, "an object");
  const steps = completedSteps(record);
  const status = memberOf(record, "status");
  if (status === "done") return steps;
  const current = currentStep(record, status);
  const deliveryIndex = steps.findIndex(({ role }) => role === "delivery");
  const recordedStep = steps.filter(({ role }) => role === current.role).at(-1);
  if (recordedStep) {
    // The record has the submission of the step, and the transfer waits for the completion of the step.
    recordedStep.state = current.state;
  } else {
    // The delivery is always the last step: other steps come before the delivery, even when the record already has it.
    steps.splice(deliveryIndex < 0 ? steps.length : deliveryIndex, 0, current);
  }
  const destination = textField(record, "toChain");
  if (current.role !== "delivery" && deliveryIndex < 0 && destination !== "") {
    steps.push(newStep("delivery", destination, "", "pending"));
  }
  return steps;
}

/** Returns the steps of the record, or one step for each hash when the record has no steps. */
function completedSteps(record: object): TransferStep[] {
  const hashes = ROLES.map(([field]) => hashField(record, field));
  const indexOf = (hash: string): number =>
    hash === "" ? -1 : hashes.findIndex((known) => known.toLowerCase() === hash.toLowerCase());
  const route = itemsOf(memberOf(record, "route"), MAX_STEPS);
  if (route.length === 0) {
    const names = [textField(record, "fromChain"), RELAY, ROLLUP, textField(record, "toChain")];
    const steps: TransferStep[] = [];
    for (const [index, [, role]] of ROLES.entries()) {
      const hash = hashes[index]!;
      // A transaction that is origin and submission at once is one step, as in a recorded route.
      if (indexOf(hash) === index) steps.push(newStep(role, names[index]!, hash, "done"));
    }
    return steps;
  }
  return route.map((item, position) => {
    const hash = hashField(item, "txHash");
    const role = ROLES[indexOf(hash)]?.[1] ?? (position === 0 ? "origin" : "step");
    return newStep(role, textField(item, "step"), hash, hash === "" ? "pending" : "done");
  });
}

/** Returns the step that the status names. For any status other than `wait-wh` and `wait-rb`, this is the delivery. */
function currentStep(record: object, status: unknown): TransferStep {
  if (status === "wait-wh") return newStep("relay", RELAY, "", "waiting");
  if (status === "wait-rb") return newStep("rollup", ROLLUP, "", "waiting");
  const step = newStep("delivery", textField(record, "toChain"), "", deliveryState(status));
  // The delivery is on a chain, even if the record does not have the id of the chain.
  return { ...step, kind: "chain" };
}

function deliveryState(status: unknown): TransferStep["state"] {
  if (status === "manual") return "manual";
  return status === "error" ? "failed" : "waiting";
}

function newStep(
  role: TransferStep["role"],
  step: string,
  hash: string,
  state: TransferStep["state"],
): TransferStep {
  const chainId = decimalChainId(step);
  return {
    kind: chainId === undefined ? "relay" : "chain",
    role,
    state,
    step,
    ...(chainId !== undefined && { chainId }),
    ...(hash !== "" && { txHash: hash as Hash }),
  };
}

/** Returns a field as a text; empty when it is absent or has another type. */
function textField(object: unknown, name: string): string {
  return scalarText(memberOf(object, name)) ?? "";
}

/** Returns a field as a hash; empty when there is none. */
function hashField(object: unknown, name: string): string {
  const hash = textField(object, name);
  return isZeroHash(hash) ? "" : hash;
}
