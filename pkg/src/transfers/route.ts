// Computes the route of a transfer. A record lists only the completed steps (specification §2.2). The status of the
// record says what the transfer waits for (§3.1), and so names the next step.

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
 * A field of another type, or a field that throws, counts as absent.
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
    // The record has a transaction of the step, but the transfer still waits for the step to complete.
    recordedStep.state = current.state;
  } else {
    // The delivery is always the last step, even when the record already has the delivery.
    const currentIndex = deliveryIndex < 0 ? steps.length : deliveryIndex;
    steps.splice(currentIndex, 0, current);
  }
  const destination = textField(record, "toChain");
  if (current.role !== "delivery" && deliveryIndex < 0 && destination !== "") {
    steps.push(newStep("delivery", destination, "", "pending"));
  }
  return steps;
}

/** Returns the steps of the record, or one step for each hash when the record has no steps. */
function completedSteps(record: object): TransferStep[] {
  const names = {
    origin: textField(record, "fromChain"),
    relay: RELAY,
    rollup: ROLLUP,
    delivery: textField(record, "toChain"),
  };
  const transactions = ROLES.map(([field, role]) => ({ role, hash: hashField(record, field) }));
  /** Returns the first role of the transaction with a hash. */
  const roleOf = (hash: string): keyof typeof names | undefined => {
    if (hash === "") return undefined;
    const isSame = (other: string): boolean => other.toLowerCase() === hash.toLowerCase();
    return transactions.find((transaction) => isSame(transaction.hash))?.role;
  };
  const route = itemsOf(memberOf(record, "route"), MAX_STEPS);
  if (route.length === 0) {
    // A hash in two fields is one step, with the first role, as in a recorded route.
    const steps = transactions.filter(({ role, hash }) => roleOf(hash) === role);
    return steps.map(({ role, hash }) => newStep(role, names[role], hash, "done"));
  }
  return route.map((item, position) => {
    const hash = hashField(item, "txHash");
    const defaultRole = position === 0 ? "origin" : "step";
    const role = roleOf(hash) ?? defaultRole;
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
