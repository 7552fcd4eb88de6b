// Statuses in words. A status nobody has heard of is shown as it is and treated as neither done nor failed.
import { chainName } from "./chains.js";
import { h, icon } from "./dom.js";
import { plain, untrusted } from "./text.js";

const known = {
  done: ["done", "check", "Done"],
  "wait-wh": ["waiting", "clock", "On its way"],
  "wait-rb": ["waiting", "clock", "On its way"],
  "wait-cc": ["waiting", "clock", "On its way"],
  manual: ["manual", "person", "Needs someone"],
  error: ["failed", "cross", "Failed"],
  active: ["done", "check", "Active"],
  unfunded: ["manual", "person", "Unfunded"],
};

export function badge(status) {
  const [state, symbol, label] = (Object.hasOwn(known, status) && known[status]) || ["pending", "dots", undefined];
  return h(
    "span",
    { class: `badge ${state}`, part: `status ${state}`, title: `Status ${plain(status).slice(0, 60)}` },
    icon(symbol),
    label ?? untrusted(status ?? "No status", 40),
  );
}

/** What is happening now, in one sentence. */
export function sentence({ status, toChain }) {
  const target = chainName(toChain).slice(0, 60);
  const sentences = {
    done: `Complete: it has arrived on ${target}.`,
    "wait-wh": "Waiting for the messaging relay to carry it to the next chain.",
    "wait-rb": "Waiting for the rollup bridge to finish its part.",
    "wait-cc": "Waiting for the child chain to confirm it.",
    manual: "On hold until someone confirms the next step by hand.",
    error: `Failed: it has not arrived on ${target}.`,
  };
  return Object.hasOwn(sentences, status)
    ? sentences[status]
    : `The service reports the status “${plain(status ?? "none").slice(0, 60)}”.`;
}
