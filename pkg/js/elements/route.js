// The route of a transfer as an ordered list: one node a step, the line to the next one says whether it was travelled.
import { chainName, explorerUrl, findChain, h, hex, icon, untrusted } from "./parts.js";

const states = {
  done: ["check", "Done"],
  waiting: ["clock", "In progress"],
  manual: ["person", "Waiting for someone"],
  failed: ["cross", "Failed"],
  pending: ["dots", "Not yet"],
};

const roles = {
  origin: "Origin",
  relay: "Messaging relay",
  rollup: "Rollup bridge",
  delivery: "Delivery",
  step: "Step",
};

/** Names routeOf gives to steps the record does not name yet; they say no more than the role. */
const unnamed = new Set(["relay", "rollup bridge"]);

/** More steps than these are drawn below each other on any screen. */
const mostBeside = 6;
const mostShown = 60;

export function drawRoute(steps, lookedFor = "") {
  const shown = steps.slice(0, mostShown);
  return h(
    "ol",
    { class: `route ${steps.length > mostBeside ? "long" : ""}`, part: "route", "aria-label": "Route" },
    shown.map((step, at) => node(step, shown[at + 1], lookedFor)),
  );
}

const stateOf = (step) => (Object.hasOwn(states, step.state) ? step.state : "pending");

function node(step, next, lookedFor) {
  const state = stateOf(step);
  const [symbol, word] = states[state];
  const isChain = step.kind === "chain";
  const chainId = step.chainId ?? step.step;
  const role = roles[step.role] ?? roles.step;
  const isMatch = step.txHash !== undefined && step.txHash.toLowerCase() === String(lookedFor).toLowerCase();
  return h(
    "li",
    {
      class: `${state} ${isChain ? "" : "relay"} ${next ? `to-${stateOf(next)}` : ""}`,
      part: `step ${state}`,
      "aria-current": isMatch && "step",
    },
    h(
      "span",
      { class: "node", "aria-hidden": "true" },
      mark(step, isChain, chainId),
      h("span", { class: "pip" }, icon(symbol)),
    ),
    h(
      "div",
      { class: "step" },
      h("p", { class: "eyebrow" }, isChain ? role : "Between chains"),
      h(
        "p",
        { class: "place" },
        isChain
          ? untrusted(chainName(chainId), 40)
          : [role, !unnamed.has(step.step) && h("small", { class: "muted" }, " ", untrusted(step.step, 40))],
      ),
      h("p", { class: "state" }, word),
      step.txHash !== undefined &&
        h(
          "p",
          { class: "hash" },
          hex(
            step.txHash,
            `transaction hash of the step ${isChain ? chainName(chainId).slice(0, 40) : role}`,
            isChain && explorerUrl(chainId, "tx", step.txHash),
          ),
        ),
      isMatch && h("p", { class: "match" }, "The hash you gave"),
    ),
  );
}

/** What stands in the node: a known chain's letters, a symbol otherwise. */
const mark = (step, isChain, chainId) => (isChain ? h("b", {}, findChain(chainId)?.mark ?? "#") : icon("relay"));
