// The token panel: the metadata of a token.
import { define } from "/pkg/elements/token-card.js";
import { connection } from "./connection.js";
import { formatArguments, snippetCard } from "./snippet.js";
import { documentCard } from "./document-card.js";
import { chainName, chains, h, isRecord, packageHelpers, plain } from "./dom.js";
import { createPanel, showExamples } from "./panel.js";
import { parseToken } from "./parse-input.js";
import { hrefOf, navigate } from "./router.js";

const panel = createPanel("token");
const { address, id, chain, chainId, standard } = panel.form.elements;

/** Prepares the form and the examples. */
export function setUp(examples) {
  define(packageHelpers);
  const options = (type) =>
    chains.filter((item) => item.type === type).map((item) => h("option", { value: item.id }, item.name));
  chain.append(
    h("optgroup", { label: "Mainnet" }, options("mainnet")),
    h("optgroup", { label: "Sepolia" }, options("sepolia")),
    h("option", { value: "other" }, "Other…"),
  );
  chain.addEventListener("change", showChainIdField);
  address.addEventListener("input", () => fillForm(parseToken(address.value)));
  panel.form.addEventListener("submit", (event) => {
    event.preventDefault();
    navigate("token", {
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

function showChainIdField() {
  panel.section.querySelector("#token-other").hidden = chain.value !== "other";
}

function fillForm(values) {
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
    showChainIdField();
  }
}

/** Shows the token in the URL. `force` loads it again. */
export function show(params, force) {
  const values = Object.fromEntries(params);
  if (!panel.needsUpdate(values, force)) return;
  fillForm({ address: "", id: "", ...values });
  if (!values.id) return showIdPrompt(values);
  const query = {
    address: values.address ?? "",
    id: values.id,
    chainId: values.chain ?? "1",
    standard: values.standard === "ERC1155" ? "ERC1155" : "ERC721",
  };
  panel.run({
    loading: "Loading the token…",
    placeholder: () => h("eq-token-card"),
    task: (client, signal) => fetchToken(client, query, signal),
    render: (result, elapsedMs) => render(query, result, elapsedMs),
    errorButton: (error) => error.kind === "not_found" && otherChainsButton(query),
  });
}

const fetchToken = (client, { address: contract, id: token, ...rest }, signal) =>
  client.tokenUri(contract, token, rest, { signal, raw: true, integers: "exact" });

/** Asks for the token, or for the id when there is only an address. */
function showIdPrompt(values) {
  if (!values.address) {
    const hint = connection.isDemo ? ", or pick one of the examples" : "";
    panel.clear("No token selected", `Enter the address and id of a token above, or paste a link to it${hint}.`);
    return;
  }
  const card = panel.clear(
    "Which token id?",
    "You entered a contract address. Enter a token id above, or see the ethereals that mirror this contract.",
  );
  const href = hrefOf("ethereals", { sourceContracts: values.address });
  card.append(h("p", {}, h("a", { class: "quiet", href }, "Ethereals of this contract")));
  id.focus();
}

/** Creates a button that searches for a token on the other known chains. */
function otherChainsButton(query) {
  const search = async () => {
    button.disabled = true;
    button.textContent = "Searching…";
    const otherChains = chains.filter((item) => item.id !== query.chainId);
    const requests = otherChains.flatMap((item) =>
      ["ERC721", "ERC1155"].map(async (kind) => {
        await fetchToken(connection.client, { ...query, chainId: item.id, standard: kind });
        return { chain: item.id, standard: kind };
      }),
    );
    const found = await Promise.any(requests).catch(() => undefined);
    button.textContent = "Not found on any chain that this page knows";
    if (found) navigate("token", { address: query.address, id: query.id, ...found });
  };
  const button = h("button", { type: "button", class: "quiet", click: search }, "Search the other chains");
  return button;
}

function render(query, { text, data }, elapsedMs) {
  const card = h("eq-token-card");
  Object.assign(card, { document: data, token: query, gateways: connection.gateways });
  const { address: contract, id: token, ...rest } = query;
  const name = isRecord(data) && data.name ? plain(data.name).slice(0, 60) : `Token ${token.slice(0, 20)}`;
  return [
    `${name} on ${chainName(query.chainId)} is shown`,
    card,
    documentCard(text, elapsedMs),
    snippetCard(
      [`const token = await client.tokenUri(${formatArguments(contract, token, rest)});`, "console.log(token.name);"],
      {
        needsKey: false,
      },
    ),
  ];
}
