// Draws the route of a transfer as a list of steps. The line between two steps has the state of the later step.
import { UNNAMED_STEPS } from "../transfers/route.js";
import type { TransferStep } from "../types/transfer.js";
import {
  type Child,
  type KnownChain,
  ROLE_LABELS,
  STATE_LABELS,
  chainName,
  chainTypeOf,
  findChain,
  h,
  hex,
  icon,
  stepName,
  stepUrl,
  untrusted,
} from "./shared.js";
import { STATE_ICONS } from "./status.js";
import { textStart } from "../display/text-start.js";

/** A longer route is vertical on every screen. */
const MAX_STEPS_IN_ROW = 6;
const MAX_STEPS_SHOWN = 60;
/** Maximum length of the name of a chain or relay. In the route, a button shows a longer name in full. */
const MAX_NAME_LENGTH = 40;

/** Draws the route and marks the step with `hash`, the hash that the user searched for. */
export function routeList(steps: readonly TransferStep[], hash: string | undefined): HTMLElement {
  const shown = steps.slice(0, MAX_STEPS_SHOWN);
  const searchedHash = hash?.toLowerCase();
  const type = chainTypeOf(steps);
  return h(
    "ol",
    {
      class: `route ${steps.length > MAX_STEPS_IN_ROW ? "long" : ""}`,
      part: "route",
      "aria-label": "Route",
    },
    shown.map((step, index) => {
      const isMatch = step.txHash !== undefined && step.txHash.toLowerCase() === searchedHash;
      return routeItem(step, shown[index + 1], isMatch, type);
    }),
  );
}

function routeItem(
  step: TransferStep,
  next: TransferStep | undefined,
  isMatch: boolean,
  type: KnownChain["type"],
): HTMLElement {
  const { state, txHash } = step;
  const isChain = step.kind === "chain";
  const role = ROLE_LABELS[step.role];
  // A chain whose text is not a valid id has no `chainId`. The name of the chain is then made from the text.
  const chainId = step.chainId ?? step.step;
  const name = isChain ? chainName(chainId) : role;
  const hashName = `transaction hash of the step ${textStart(name, MAX_NAME_LENGTH)}`;
  const explorer = stepUrl(isChain ? { ...step, chainId } : step, type);
  return h(
    "li",
    {
      class: `${state} ${isChain ? "" : "relay"} ${next ? `to-${next.state}` : ""}`,
      part: `step ${state}`,
      "aria-current": isMatch && "step",
    },
    h(
      "span",
      { class: "node", "aria-hidden": "true" },
      isChain ? h("b", {}, findChain(chainId)?.mark ?? "#") : icon("relay"),
      h("span", { class: "pip" }, icon(STATE_ICONS[state])),
    ),
    h(
      "div",
      { class: "step" },
      h("p", { class: "eyebrow" }, isChain ? role : relayName(step)),
      h("p", { class: "place" }, untrusted(name, MAX_NAME_LENGTH)),
      h("p", { class: "step-state" }, STATE_LABELS[state]),
      txHash !== undefined && h("p", { class: "hash" }, hex(txHash, hashName, explorer)),
      isMatch && h("p", { class: "match" }, "Your hash"),
    ),
  );
}

function relayName(step: TransferStep): Child {
  if (UNNAMED_STEPS.has(step.step)) return "Between chains";
  return untrusted(stepName(step), MAX_NAME_LENGTH);
}
