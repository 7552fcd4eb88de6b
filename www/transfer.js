// The transfer panel: the transfer with a hash on its route.
import { define } from "/pkg/elements/transfer-route.js";
import { simulatedTransfersAt } from "/pkg/embedded/simulation.js";
import { collapsedBlock, formatArguments, snippetCard } from "./snippet.js";
import { connection } from "./connection.js";
import { h, jsonText, packageHelpers, sentence } from "./dom.js";
import { createPanel, emptyCard, showExamples } from "./panel.js";
import { hrefOf, navigate } from "./router.js";

const panel = createPanel("transfer");

/** Returns the simulated transfers that begin now; none for another service. */
const simulatedTransfers = () => (connection.hasSimulatedTransfers ? simulatedTransfersAt(Date.now()) : []);

/** Prepares the examples. */
export function setUp(examples) {
  define(packageHelpers);
  showExamples(panel.section, () => [
    ...simulatedTransfers().map(({ hash, title }, index) => ({
      label: `Simulated: ${title}`,
      live: true,
      href: hrefOf("transfer", { hash }),
      // The transfer of the link began when the link was drawn. A click shows one that begins now.
      click: (event) => {
        event.preventDefault();
        navigate("transfer", { hash: simulatedTransfers()[index].hash });
      },
    })),
    ...examples.map(({ label, ...values }) => ({ label, href: hrefOf("transfer", values) })),
  ]);
}

/** Shows the transfer in the URL. `force` loads it again. */
export function show(params, force) {
  const query = { hash: params.get("hash") ?? "", chain: params.get("chain") ?? "" };
  if (!panel.needsUpdate(query, force)) return;
  if (query.hash === "") {
    const hint = connection.isDemo ? ", or pick one of the examples" : "";
    panel.clear("No transfer selected", `Enter a transaction hash above${hint}.`);
    return;
  }
  panel.run({
    loading: "Loading the transfer…",
    placeholder: () => h("eq-transfer-route"),
    task: (client, signal) => findTransfer(client, query, signal),
    render: (found) => (found ? render(found, query) : renderNotFound(query)),
  });
}

/** Searches mainnet, then sepolia, when the link names no chain type. */
async function findTransfer(client, { hash, chain }, signal) {
  for (const type of chain ? [chain] : ["mainnet", "sepolia"]) {
    const transfer = await client.bridgeTransfer(hash, { chain: type }, { signal });
    if (transfer) return { transfer, chain: type, client };
  }
  return undefined;
}

const simulatedNote = () =>
  h(
    "p",
    { class: "simulated" },
    h("b", {}, "Simulated."),
    " This transfer exists only on this page. It changes over time, so that you can watch it.",
  );

function renderNotFound({ hash, chain }) {
  const card = emptyCard(
    "No transfer found",
    `No transfer on ${chain || "mainnet or sepolia"} has this hash on its route.`,
    "A transfer appears once its first transaction is confirmed.",
  );
  if (chain)
    card.append(h("p", {}, h("a", { class: "quiet", href: hrefOf("transfer", { hash }) }, "Search both chain types")));
  return ["No transfer found", card];
}

function render({ transfer, chain, client }, { hash }) {
  const options = chain === "mainnet" ? {} : { chain };
  const isSimulated = connection.isDemo && transfer.simulated === true;
  const route = h("eq-transfer-route", {}, isSimulated && simulatedNote());
  const intervals = isSimulated && { intervalMs: 1000, maxIntervalMs: 2000 };
  Object.assign(route, { transfer, client, hash, watchOptions: { ...options, ...intervals } });
  const record = h("div", {}, collapsedBlock("The record", jsonText(transfer, 2)));
  route.addEventListener("eq-update", ({ detail }) => {
    if (detail.transfer) record.replaceChildren(collapsedBlock("The record", jsonText(detail.transfer, 2)));
  });
  return [
    `Transfer found. ${sentence(transfer)}`,
    route,
    snippetCard(
      [
        `const transfer = await client.bridgeTransfer(${formatArguments(hash, options)});`,
        "console.log(transfer?.status);",
      ],
      { footer: record },
    ),
  ];
}
