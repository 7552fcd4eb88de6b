// The transfer panel: finds a transfer by a transaction hash, shows its route, and watches the transfer.
import { phaseOf } from "/pkg/index.js";
import "/pkg/elements/transfer-route.js";
import { formatArguments, recordCard, siteUrl, snippetCard } from "./snippet.js";
import { connection } from "./connection.js";
import { h, sentence } from "./dom.js";
import { createPanel, showExamples } from "./panel.js";
import { hrefOf, readRoute, replaceValue } from "./router.js";
import { setTitle } from "./title.js";
import examples from "./transfers.json" with { type: "json" };

const HOUR_MS = 3_600_000;

const panel = createPanel("transfer");

/** Prepares the examples. */
export function setUp() {
  showExamples(panel.section, () =>
    examples
      .filter(({ live }) => live === undefined || connection.hasSimulatedTransfers)
      .map(({ group, label, ...values }) => ({ group, label, href: hrefOf("transfer", values) })),
  );
  addEventListener("beforeprint", showTimeOfPrint);
}

/** Writes the time with its zone on the printed page, because a transfer may change later. */
function showTimeOfPrint() {
  const time = panel.section.querySelector(".printed time");
  const format = { dateStyle: "long", timeStyle: "long" };
  if (time) time.textContent = `Printed on ${new Date().toLocaleString(undefined, format)}`;
}

/** Shows the transfer that the parameters of the URL name. `force` loads the transfer again. */
export function show(params, force) {
  const hash = params.get("hash") ?? "";
  const chain = params.get("chain") ?? "";
  /** The index of a simulated transfer. */
  const live = params.get("live") ?? "";
  if (!panel.needsUpdate({ hash, chain, live }, force)) return;
  const isExample = hash === "" && live === "" && connection.isDemo && examples.length > 0;
  if (hash === "" && live === "" && !isExample) {
    panel.clear("No transfer selected", "Enter a transaction hash above.");
    return;
  }
  panel.run({
    loading: "Loading the transfer…",
    placeholder: () => Object.assign(h("eq-transfer-route"), { hash }),
    task: async (client, signal) => {
      const query = hash ? { hash, chain } : await exampleQuery(live);
      const transfer = await client.bridgeTransfer(
        query.hash,
        { chain: chainOf(query) },
        { signal },
      );
      return { client, query, transfer };
    },
    render: ({ client, query, transfer }) =>
      transfer
        ? render(transfer, query, client)
        : ["No transfer found", unknownTransfer(query, client)],
  });
}

/**
 * Returns the query for an example: the simulated transfer with the index `live`, which begins now. Without simulated
 * transfers, returns the first example with a hash.
 */
async function exampleQuery(live) {
  if (!connection.hasSimulatedTransfers) return examples.find(({ hash }) => hash);
  const { simulatedTransfersAt } = await import("/pkg/embedded/simulation.js");
  const simulatedTransfers = simulatedTransfersAt(Date.now());
  const index = live || 1; // The second transfer has the longest route.
  return simulatedTransfers[index] ?? simulatedTransfers[0];
}

/** Returns the chain type of a call. Without a chain type in the link, the call searches both. */
const chainOf = ({ chain }) => chain || "auto";

const simulatedNote = () =>
  h(
    "p",
    { class: "simulated" },
    h("b", {}, "Simulated."),
    " This transfer exists only on this page. It changes over time, so that you can watch it.",
  );

/**
 * Creates the element for a hash that the service does not know. After a click, the element watches until the transfer
 * appears.
 */
function unknownTransfer(query, client) {
  const { hash } = query;
  const chain = chainOf(query);
  const allHref = hrefOf("transfer", { hash });
  const route = h(
    "eq-transfer-route",
    {},
    chain !== "auto" && h("a", { class: "quiet", href: allHref }, "Search both chain types"),
  );
  const place = chain === "auto" ? "mainnet or sepolia" : chain;
  const unknown = `No transfer on ${place} has this hash. One appears once its first transaction is confirmed.`;
  const watchOptions = {
    chain,
    maxIntervalMs: 15_000,
    notFoundGraceMs: HOUR_MS,
    timeoutMs: HOUR_MS,
  };
  Object.assign(route, {
    transfer: null,
    client,
    hash,
    watchOptions,
    words: { unknown },
    ...connection.serviceWords,
  });
  route.addEventListener("eq-update", ({ detail: { transfer } }) => {
    if (!transfer) return;
    const hadFocus = route === document.activeElement;
    const [status, updatedRoute, ...cards] = render(transfer, query, client);
    panel.show(status, updatedRoute, ...cards);
    updatedRoute.watch();
    if (hadFocus) panel.result.focus();
  });
  return route;
}

/** The buttons that share a transfer. Their script is loaded with the first click. */
function shareButtons(route, values) {
  const button = (action, label) => {
    const element = h("button", { type: "button", class: "quiet small", click }, label);
    async function click() {
      const { share } = await import("./share.js");
      await share(element, action, route, {
        ...values,
        decimals: route.chosenDecimals?.toString(),
      });
    }
    return element;
  };
  return [button("link", "Copy link"), button("picture", "Copy as picture")];
}

/**
 * Creates the check box that asks the browser to notify the visitor when the transfer ends. Returns undefined if the
 * browser has no notifications or the transfer has ended.
 */
function notifyBox(route) {
  if (!("Notification" in window) || ["done", "failed"].includes(phaseOf(route.transfer)))
    return undefined;
  const box = h("input", { type: "checkbox" });
  const label = h("label", { class: "variant" }, box, " Notify me when it ends");
  box.addEventListener("change", async () => {
    if (!box.checked) return;
    if ((await Notification.requestPermission()) === "granted") return route.watch();
    box.checked = false;
    label.lastChild.textContent = " The browser blocks notifications of this page";
  });
  route.addEventListener("eq-end", ({ detail }) => {
    if (detail.reason !== "ended") return;
    if (box.checked) notify(route);
    label.remove();
  });
  return label;
}

/** Returns a list with the link to the answers about a transfer that has not arrived; empty for status `done`. */
function helpLink(status) {
  if (status === "done") return [];
  const href = siteUrl("docs", `statuses.html#${encodeURIComponent(status)}`);
  return [h("a", { href }, "Is my money safe, how long does it take, whom do I ask?")];
}

function notify({ headline, hash }) {
  try {
    new Notification(headline, { icon: "icon.svg", tag: hash });
  } catch {
    // On phones, only a service worker can show a notification. The title of the page has the same text.
  }
}

function render(transfer, query, client) {
  const { hash } = query;
  const options = { chain: chainOf(query) };
  const isSimulated = connection.isDemo && transfer.simulated === true;
  const route = h("eq-transfer-route", {}, isSimulated && simulatedNote());
  const intervals = isSimulated && { intervalMs: 1000, maxIntervalMs: 2000 };
  const watchOptions = { ...options, ...intervals };
  const { params } = readRoute();
  const chosenDecimals = params.has("decimals") ? Number(params.get("decimals")) : undefined;
  Object.assign(route, {
    transfer,
    client,
    hash,
    watchOptions,
    chosenDecimals,
    ...connection.serviceWords,
  });
  const help = h("p", { class: "help" });
  const showHelp = () => help.replaceChildren(...helpLink(route.transfer.status));
  showHelp();
  const link = new URL(hrefOf("transfer", { hash, chain: query.chain }), document.baseURI).href;
  route.append(
    help,
    h("p", { class: "printed" }, link, h("br"), h("time")),
    h(
      "div",
      { class: "share" },
      shareButtons(route, { hash, chain: query.chain }),
      notifyBox(route),
    ),
  );
  const showTitle = () => setTitle("transfer", route.headline, phaseOf(route.transfer));
  showTitle();
  const createCodeCard = (...lines) =>
    snippetCard([`const hash = ${formatArguments(hash)};`, ...lines]);
  const argumentsWith = (callOptions) => {
    const text = formatArguments(callOptions);
    return text === "" ? "hash" : `hash, ${text}`;
  };
  let jsonCard = recordCard(transfer);
  const codeCard = createCodeCard(
    `const transfer = await client.bridgeTransfer(${argumentsWith(options)});`,
    "console.log(transfer?.status);",
  );
  const showWatchCode = () =>
    codeCard.replaceWith(
      createCodeCard(
        `for await (const { transfer } of client.watchTransfer(${argumentsWith(watchOptions)}))`,
        "  console.log(transfer?.status);",
      ),
    );
  // An update comes only from a watch.
  route.addEventListener("eq-update", showWatchCode, { once: true });
  route.addEventListener("eq-update", ({ detail }) => {
    showTitle();
    showHelp();
    if (!detail.transfer) return;
    const nextCard = recordCard(detail.transfer);
    nextCard.open = jsonCard.open;
    jsonCard.replaceWith(nextCard);
    jsonCard = nextCard;
  });
  route.addEventListener("eq-decimals", ({ detail }) => {
    // The URL of an example has no hash, and gets no decimals.
    if (readRoute().params.has("hash")) replaceValue("decimals", detail?.toString());
    showTitle();
  });
  route.addEventListener("eq-end", ({ detail }) => {
    if (detail.error) connection.report(client, detail.error, true);
  });
  const watchIfShown = () => {
    if (route.isConnected) void route.watch();
  };
  // A simulated transfer changes at once, so the watch begins when the panel has added the element to the page.
  if (isSimulated) queueMicrotask(watchIfShown);
  return [`Transfer found. ${sentence(transfer)}`, route, jsonCard, codeCard];
}
