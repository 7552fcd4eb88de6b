// Statuses in words. A status this page has never heard of is shown as it is and treated as neither done nor failed.
import { chainName } from "./chains.js";
import { h, icon, untrusted } from "./dom.js";

const known = {
  done: ["done", "check", "Done"],
  "wait-wh": ["waiting", "clock", "Waiting"],
  "wait-rb": ["waiting", "clock", "Waiting"],
  "wait-cc": ["waiting", "clock", "Waiting"],
  manual: ["manual", "hand", "Needs someone"],
  error: ["failed", "cross", "Failed"],
  active: ["done", "check", "Active"],
  unfunded: ["manual", "hand", "Unfunded"],
};

export function badge(status) {
  const [state, symbol, label] = known[status] ?? ["pending", "dots", undefined];
  return h(
    "span",
    { class: `badge ${state}`, title: `Status ${String(status).slice(0, 60)}` },
    icon(symbol),
    label ?? untrusted(status, 40),
  );
}

/** What is happening now, in one sentence. */
export function sentence(transfer) {
  const target = chainName(transfer.toChain);
  const sentences = {
    done: `Complete: it has arrived on ${target}.`,
    "wait-wh": "Waiting for the messaging relay to carry it to the next chain.",
    "wait-rb": "Waiting for the rollup bridge to finish its part.",
    "wait-cc": "Waiting for the child chain to confirm it.",
    manual: "On hold until someone confirms the next step by hand.",
    error: `Failed: it has not arrived on ${target}.`,
  };
  return sentences[transfer.status] ?? `The service reports the status “${String(transfer.status).slice(0, 60)}”.`;
}
