// The token panel: what a token's URI points to.
import { define } from "/pkg/elements/token-card.js";
import { connection } from "./connection.js";
import { program, written } from "./code.js";
import { documentCard } from "./document.js";
import { chainName, chains, h, isRecord, ofPackage, plain } from "./dom.js";
import { createPanel, showExamples } from "./panel.js";
import { parseToken } from "./paste.js";
import { address as hrefOf, go } from "./router.js";

const panel = createPanel("token");
const { address, id, chain, chainId, standard } = panel.form.elements;

export function setUp(examples) {
  define(ofPackage);
  const options = (type) =>
    chains.filter((item) => item.type === type).map((item) => h("option", { value: item.id }, item.name));
  chain.append(
    h("optgroup", { label: "Mainnet" }, options("mainnet")),
    h("optgroup", { label: "Sepolia" }, options("sepolia")),
    h("option", { value: "other" }, "Other…"),
  );
  chain.addEventListener("change", showOther);
  address.addEventListener("input", () => fillIn(parseToken(address.value)));
  panel.form.addEventListener("submit", (event) => {
    event.preventDefault();
    go("token", {
      chain: chain.value === "other" ? chainId.value.trim() : chain.value,
      address: address.value.trim(),
      id: id.value.trim(),
      standard: standard.value,
    });
  });
  showExamples(panel.section, () =>
    examples.map(({ label, chainId: onChain, ...values }) => ({
      label,
      href: hrefOf("token", { chain: onChain, ...values }),
    })),
  );
}

function showOther() {
  panel.section.querySelector("#token-other").hidden = chain.value !== "other";
}

function fillIn(values) {
  if (!values) return;
  if (values.address !== undefined) address.value = values.address;
  if (values.id !== undefined) id.value = values.id;
  if (values.standard) standard.value = values.standard === "ERC1155" ? "ERC1155" : "ERC721";
  if (values.chain) {
    chain.value = values.chain;
    if (chain.value !== values.chain) {
      chain.value = "other";
      chainId.value = values.chain;
    }
    showOther();
  }
}

export function show(params, force) {
  const values = Object.fromEntries(params);
  if (panel.isShown(values, force)) return;
  fillIn({ address: "", id: "", ...values });
  if (!values.id) return askForId(values);
  const query = {
    address: values.address ?? "",
    id: values.id,
    chainId: values.chain ?? "1",
    standard: values.standard === "ERC1155" ? "ERC1155" : "ERC721",
  };
  panel.run({
    loading: "Loading the token…",
    placeholder: () => h("eq-token-card"),
    task: (client, signal) => load(client, query, signal),
    view: (answer, elapsed) => view(query, answer, elapsed),
    failed: (error) => error.kind === "not_found" && elsewhere(query),
  });
}

const load = (client, { address: contract, id: token, ...rest }, signal) =>
  client.tokenUri(contract, token, rest, { signal, raw: true, integers: "exact" });

/** Nothing is asked yet: either there is nothing at all, or an address that needs its id. */
function askForId(values) {
  if (!values.address) {
    const ways = connection.isDemo ? ", or pick one of the examples" : "";
    panel.clear("Nothing to show yet", `Paste a token above: its address and id, or a link to it${ways}.`);
    return;
  }
  const card = panel.clear(
    "Which token?",
    "This is an address. Give the id of a token of this contract above, or look for mirrors of it.",
  );
  const href = hrefOf("ethereals", { sourceContracts: values.address });
  card.append(h("p", {}, h("a", { class: "quiet", href }, "Ethereals of this contract")));
  id.focus();
}

/** A way on when a token is not on the chain that was assumed: one click asks the other known chains. */
function elsewhere(query) {
  const look = async () => {
    button.disabled = true;
    button.textContent = "Looking…";
    const others = chains.filter((item) => item.id !== query.chainId);
    const asked = others.flatMap((item) =>
      ["ERC721", "ERC1155"].map(async (kind) => {
        await load(connection.client, { ...query, chainId: item.id, standard: kind });
        return { chain: item.id, standard: kind };
      }),
    );
    const found = await Promise.any(asked).catch(() => undefined);
    button.textContent = "It is on no chain this page knows";
    if (found) go("token", { address: query.address, id: query.id, ...found });
  };
  const button = h("button", { type: "button", class: "quiet", click: look }, "Look on the other chains");
  return button;
}

function view(query, { text, data }, elapsed) {
  const card = h("eq-token-card");
  Object.assign(card, { document: data, token: query, gateways: connection.gateways });
  const { address: contract, id: token, ...rest } = query;
  const name = isRecord(data) && data.name ? plain(data.name).slice(0, 60) : `Token ${token.slice(0, 20)}`;
  return [
    `${name} on ${chainName(query.chainId)} is shown`,
    card,
    documentCard(text, elapsed),
    program([`const token = await client.tokenUri(${written(contract, token, rest)});`, "console.log(token.name);"], {
      keyed: false,
    }),
  ];
}
