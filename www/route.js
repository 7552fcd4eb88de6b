// The route of a transfer as an ordered list: one node a step, the line to the next one says whether it was travelled.
import { chainName, explorerUrl } from "./chains.js";
import { h, hex, icon, untrusted } from "./dom.js";

const states = {
  done: ["check", "Done"],
  waiting: ["clock", "Waiting"],
  manual: ["hand", "Waiting for someone"],
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

export function drawRoute(steps, lookedFor = "") {
  return h(
    "ol",
    { class: `route ${steps.length > 5 ? "long" : ""}`, "aria-label": "Route" },
    steps.map((step, at) => node(step, steps[at + 1], lookedFor)),
  );
}

const stateOf = (step) => (Object.hasOwn(states, step.state) ? step.state : "pending");

function node(step, next, lookedFor) {
  const [symbol, word] = states[stateOf(step)];
  const isChain = step.kind === "chain";
  const chainId = step.chainId ?? step.step;
  const role = roles[step.role] ?? roles.step;
  const isMatch = step.txHash !== undefined && step.txHash.toLowerCase() === lookedFor.toLowerCase();
  return h(
    "li",
    {
      class: next ? `${stateOf(step)} to-${stateOf(next)}` : stateOf(step),
      "aria-current": isMatch ? "step" : undefined,
    },
    h("span", { class: "node" }, icon(symbol)),
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
          hex(step.txHash, "transaction hash", isChain ? explorerUrl(chainId, "tx", step.txHash) : undefined),
        ),
      isMatch && h("p", { class: "match" }, "The hash you gave"),
    ),
  );
}
