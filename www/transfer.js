// The transfer panel: one cross-chain transfer, found by any hash on its route.
import { define } from "/pkg/elements/transfer-route.js";
import { fold, program, written } from "./code.js";
import { connection } from "./connection.js";
import { h, jsonText, ofPackage, sentence } from "./dom.js";
import { createPanel, emptyCard, showExamples } from "./panel.js";
import { address as hrefOf, go } from "./router.js";
import { simulatedNow } from "./simulated.js";

const panel = createPanel("transfer");

/** Transfers of the built-in service that move by a clock of its own, `{ hash, title }` each: those that begin now. */
const simulated = () => (connection.simulates ? simulatedNow() : []);

export function setUp(examples) {
  define(ofPackage);
  showExamples(panel.section, () => [
    ...simulated().map(({ hash, title }, at) => ({
      label: title,
      live: true,
      href: hrefOf("transfer", { hash }),
      // The one behind the link has moved on since it was made: a click begins another.
      click: (event) => {
        event.preventDefault();
        go("transfer", { hash: simulated()[at].hash });
      },
    })),
    ...examples.map(({ label, ...values }) => ({ label, href: hrefOf("transfer", values) })),
  ]);
}

export function show(params, force) {
  const query = { hash: params.get("hash") ?? "", chain: params.get("chain") ?? "" };
  if (panel.isShown(query, force)) return;
  if (query.hash === "") {
    const ways = connection.isDemo ? ", or pick one of the examples" : "";
    panel.clear("Nothing to follow yet", `Paste a transaction hash above${ways}.`);
    return;
  }
  panel.run({
    loading: "Looking for the transfer…",
    placeholder: () => h("eq-transfer-route"),
    task: (client, signal) => look(client, query, signal),
    view: (found) => (found ? view(found, query) : notFound(query)),
  });
}

/** A link need not say the chain type: mainnet is asked first. */
async function look(client, { hash, chain }, signal) {
  for (const type of chain ? [chain] : ["mainnet", "sepolia"]) {
    const transfer = await client.bridgeTransfer(hash, { chain: type }, { signal });
    if (transfer) return { transfer, chain: type, client };
  }
  return undefined;
}

const note = () =>
  h(
    "p",
    { class: "simulated" },
    h("b", {}, "Simulated."),
    " This transfer exists only here and moves by a clock of its own, so that you can watch one.",
  );

function notFound({ hash, chain }) {
  const card = emptyCard(
    "No transfer found",
    `No transfer on ${chain || "mainnet or sepolia"} has this hash on its route.`,
    "A transfer appears once its first transaction is confirmed.",
  );
  if (chain)
    card.append(h("p", {}, h("a", { class: "quiet", href: hrefOf("transfer", { hash }) }, "Look on both chain types")));
  return ["No transfer found", card];
}

function view({ transfer, chain, client }, { hash }) {
  const options = chain === "mainnet" ? {} : { chain };
  const isSimulated = connection.isDemo && transfer.simulated === true;
  const route = h("eq-transfer-route", {}, isSimulated && note());
  const pace = isSimulated && { intervalMs: 1000, maxIntervalMs: 2000 };
  Object.assign(route, { transfer, client, hash, watchOptions: { ...options, ...pace } });
  const record = h("div", {}, fold("The record", jsonText(transfer, 2)));
  route.addEventListener("eq-update", ({ detail }) => {
    if (detail.transfer) record.replaceChildren(fold("The record", jsonText(detail.transfer, 2)));
  });
  return [
    `Transfer found. ${sentence(transfer)}`,
    route,
    program(
      [`const transfer = await client.bridgeTransfer(${written(hash, options)});`, "console.log(transfer?.status);"],
      { more: record },
    ),
  ];
}
