// The transfer panel: one cross-chain transfer, found by any hash on its route.
import { checksumAddress, routeOf } from "/pkg/index.js";
import { chainName, explorerUrl } from "./chains.js";
import { callCode, fold } from "./code.js";
import { connection } from "./connection.js";
import { h, hex, untrusted } from "./dom.js";
import { jsonText, time } from "./format.js";
import { emptyCard, createPanel, showExamples } from "./panel.js";
import { parseHash } from "./paste.js";
import { drawRoute } from "./route.js";
import { address as hrefOf, go } from "./router.js";
import { sent } from "./sent.js";
import { badge, sentence } from "./status.js";

const panel = createPanel("transfer");
const { hash, chain } = panel.form.elements;

export function setUp(examples) {
  panel.form.addEventListener("submit", (event) => {
    event.preventDefault();
    go("transfer", { hash: parseHash(hash.value), chain: chain.value });
  });
  showExamples(
    panel.section,
    examples.map(({ label, ...values }) => ({ label, href: hrefOf("transfer", values) })),
  );
}

export function show(params, force) {
  const query = { hash: params.get("hash") ?? "", chain: params.get("chain") ?? "mainnet" };
  if (panel.isShown(query, force)) return;
  hash.value = query.hash;
  chain.value = query.chain === "sepolia" ? "sepolia" : "mainnet";
  if (query.hash === "") {
    panel.clear(
      "Nothing to follow yet",
      connection.isDemo
        ? "Paste a transaction hash above, or pick one of the examples."
        : "Paste a transaction hash above.",
    );
    return;
  }
  panel.run({
    loading: "Looking for the transfer…",
    task: (client, signal) => client.bridgeTransfer(query.hash, { chain: query.chain }, { signal }),
    view: (transfer) => (transfer ? view(transfer, query) : notFound(query)),
  });
}

function notFound(query) {
  const other = query.chain === "mainnet" ? "sepolia" : "mainnet";
  const card = emptyCard(
    "No transfer found",
    `No transfer on ${query.chain} has this hash on its route. A transfer appears once its first transaction is confirmed.`,
  );
  card.append(
    h(
      "p",
      {},
      h(
        "button",
        { type: "button", class: "quiet", click: () => go("transfer", { ...query, chain: other }) },
        `Look on ${other}`,
      ),
    ),
  );
  return ["No transfer found", card];
}

function view(transfer, query) {
  const steps = routeOf(transfer);
  const done = steps.filter((step) => step.state === "done").length;
  const what = sent(transfer);
  return [
    `Transfer found. ${sentence(transfer)}`,
    h(
      "article",
      { class: "card transfer" },
      h(
        "header",
        {},
        h(
          "div",
          {},
          h("h3", {}, what.title),
          h(
            "p",
            { class: "path" },
            untrusted(chainName(transfer.fromChain), 60),
            " → ",
            untrusted(chainName(transfer.toChain), 60),
          ),
        ),
        badge(transfer.status),
      ),
      h(
        "p",
        { class: "now" },
        sentence(transfer),
        h("span", { class: "muted" }, ` ${done} of ${steps.length} steps done.`),
      ),
      drawRoute(steps, query.hash),
    ),
    h(
      "section",
      { class: "card", "aria-labelledby": "transfer-details" },
      h("h3", { id: "transfer-details" }, "Details"),
      details(transfer, what),
      fold("The record", jsonText(transfer, 2)),
      fold("The call", callCode("bridgeTransfer", query.hash, query.chain === "mainnet" ? {} : { chain: query.chain })),
    ),
  ];
}

function details(transfer, what) {
  const account = (value, chainId, label) =>
    /^0x[0-9a-f]{40}$/i.test(value)
      ? hex(checksumAddress(value), label, explorerUrl(chainId, "address", value))
      : untrusted(value, 80);
  const rows = [
    ["Started", transfer.originTimestamp !== undefined && time(transfer.originTimestamp)],
    ["From", transfer.fromAddress && account(transfer.fromAddress, transfer.fromChain, "sender")],
    ["To", transfer.toAddress && account(transfer.toAddress, transfer.toChain, "receiver")],
    ["Type", untrusted(transfer.type ?? "not given", 40)],
    ...what.rows,
    ["Token contract", transfer.tokenContract && account(transfer.tokenContract, undefined, "token contract")],
    ["Transfer id", untrusted(transfer._id, 80)],
  ];
  return h(
    "dl",
    { class: "facts" },
    rows.filter(([, value]) => value).map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, value))),
  );
}
