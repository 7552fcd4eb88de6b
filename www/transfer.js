// The transfer panel: the transfer with a hash on its route.
import { define } from "/pkg/elements/transfer-route.js";
import { simulatedTransfersAt } from "/pkg/embedded/simulation.js";
import { collapsedBlock, formatArguments, snippetCard } from "./snippet.js";
import { connection } from "./connection.js";
import { h, jsonText, packageHelpers, sentence } from "./dom.js";
import { createErrorCard, createPanel, exampleNote, showExamples } from "./panel.js";
import { hrefOf, navigate } from "./router.js";

const panel = createPanel("transfer");
let examples = [];

/** Returns the simulated transfers that begin now; none for another service. */
const simulatedTransfers = () => (connection.hasSimulatedTransfers ? simulatedTransfersAt(Date.now()) : []);

/** Prepares the examples. */
export function setUp(givenExamples) {
  examples = givenExamples;
  define(packageHelpers);
  showExamples(panel.section, () => [
    ...simulatedTransfers().map(({ hash, title }, index) => ({
      group: "Live",
      label: title,
      href: hrefOf("transfer", { hash }),
      // The transfer of the link began when the link was drawn. A click shows one that begins now.
      click: (event) => {
        event.preventDefault();
        navigate("transfer", { hash: simulatedTransfers()[index].hash });
      },
    })),
    ...examples.map(({ group, label, ...values }) => ({ group, label, href: hrefOf("transfer", values) })),
  ]);
}

/** Shows the transfer in the URL. `force` loads it again. */
export function show(params, force) {
  const given = { hash: params.get("hash") ?? "", chain: params.get("chain") ?? "" };
  if (!panel.needsUpdate(given, force)) return;
  const isExample = given.hash === "" && connection.isDemo && examples.length > 0;
  const query = isExample ? firstExample() : given;
  if (query.hash === "") {
    panel.clear("No transfer selected", "Enter a transaction hash above.");
    return;
  }
  panel.run({
    loading: "Loading the transfer…",
    placeholder: () => h("eq-transfer-route"),
    task: async (client, signal) => {
      const found = await findTransfer(client, query, signal);
      return { client, found, card: !found && (await notFoundCard(client, query, signal)) };
    },
    render: ({ client, found, card }) => {
      if (!found) return ["No transfer found", card];
      const [status, ...cards] = render(found, query, client);
      return [status, isExample && exampleNote("Paste a transaction hash above to see yours."), ...cards].filter(Boolean);
    },
  });
}

/** A simulated transfer that waits for the relay; without one, the first example. */
const firstExample = () => ({ chain: "", ...(simulatedTransfers()[1] ?? examples[0]) });

/** The chain types to search. A link may name one. */
const chainTypes = ({ chain }) => (chain ? [chain] : ["mainnet", "sepolia"]);
/** The options of a call. The client's default is mainnet. */
const callOptions = (chain) => (chain === "mainnet" ? {} : { chain });

async function findTransfer(client, query, signal) {
  for (const chain of chainTypes(query)) {
    const transfer = await client.bridgeTransfer(query.hash, callOptions(chain), { signal });
    if (transfer) return { transfer, chain };
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

async function notFoundCard(client, query, signal) {
  const { unknownTransferCard } = await import("./unknown-transfer.js");
  const { hash } = query;
  const wanted = { hash, chains: chainTypes(query), allHref: hrefOf("transfer", { hash }) };
  return unknownTransferCard(client, wanted, signal, {
    onFound: (found) => showFound(found, query, client),
    onError: (error) => showError(error, query, client),
  });
}

/** Shows a transfer that has appeared, and watches it. */
function showFound(found, query, client) {
  const [status, route, ...cards] = render(found, query, client);
  const hadFocus = panel.result.contains(document.activeElement);
  panel.show(status, route, ...cards);
  route.watch();
  if (hadFocus) panel.result.focus();
}

async function showError(error, { hash, chain }, client) {
  connection.report(client, error, true);
  const retry = () => show(new URLSearchParams({ hash, chain }), true);
  panel.show("Watching ended", await createErrorCard(error, { retry }));
}

function render({ transfer, chain }, { hash }, client) {
  const options = callOptions(chain);
  const isSimulated = connection.isDemo && transfer.simulated === true;
  const route = h("eq-transfer-route", {}, isSimulated && simulatedNote());
  const intervals = isSimulated && { intervalMs: 1000, maxIntervalMs: 2000 };
  Object.assign(route, { transfer, client, hash, watchOptions: { ...options, ...intervals } });
  const record = h("div", {}, collapsedBlock("The record", jsonText(transfer, 2)));
  route.addEventListener("eq-update", ({ detail }) => {
    if (detail.transfer) record.replaceChildren(collapsedBlock("The record", jsonText(detail.transfer, 2)));
  });
  route.addEventListener("eq-end", ({ detail }) => detail.error && connection.report(client, detail.error, true));
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
