// The token panel: the metadata of a token.
import "/pkg/elements/token-card.js";
import { normalizeMetadata } from "/pkg/index.js";
import { connection } from "./connection.js";
import { formatArguments, snippetCard } from "./snippet.js";
import { chainName, chains, h, isolated } from "./dom.js";
import { createPanel, showExamples } from "./panel.js";
import { hrefOf, navigate } from "./router.js";
import { setTitle } from "./title.js";
import examples from "./tokens.json" with { type: "json" };

const panel = createPanel("token");
const { address, id, chain, chainId, standard } = panel.form.elements;
const fold = panel.form.closest("details");
/** Options of the call: the exact text of the document, and its exact integers. */
const CALL_OPTIONS = { raw: true, integers: "exact" };

/** Prepares the form and the examples. */
export function setUp() {
  const options = (type) =>
    chains
      .filter((item) => item.type === type)
      .map((item) => h("option", { value: item.id }, item.name));
  chain.append(
    h("optgroup", { label: "Mainnet" }, options("mainnet")),
    h("optgroup", { label: "Sepolia" }, options("sepolia")),
    h("option", { value: "other" }, "Other…"),
  );
  chain.addEventListener("change", showChainIdField);
  address.addEventListener("paste", () => setTimeout(fillFromAddress));
  panel.form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await fillFromAddress();
    navigate("token", {
      chain: chain.value === "other" ? chainId.value.trim() : chain.value,
      address: address.value.trim(),
      id: id.value.trim(),
      standard: standard.value,
    });
  });
  showExamples(panel.section, () =>
    examples.map(({ group, label, ...token }) => ({
      group,
      label,
      href: hrefOf("token", valuesOf(token)),
    })),
  );
}

/** Fills the form when the user has put a token or a link into the field for the address. */
async function fillFromAddress() {
  if (/^\s*(0x[0-9a-f]*)?\s*$/i.test(address.value)) return;
  // The call explains an address that cannot be read, even when the module cannot be loaded.
  const module = await import("./parse-input.js").catch(() => undefined);
  fillForm(module?.parseToken(address.value));
}

/** Returns the values of the panel for a token. */
const valuesOf = ({ chainId: onChain, address: contract, id: token, standard: kind }) => ({
  chain: onChain,
  address: contract,
  id: token,
  standard: kind,
});

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

/** Shows the token of the URL's parameters. `force` loads it again. */
export function show(params, force) {
  const paramValues = Object.fromEntries(params);
  if (!panel.needsUpdate(paramValues, force)) return;
  const isExample =
    !paramValues.address && !paramValues.id && connection.isDemo && examples.length > 0;
  const values = isExample ? valuesOf(examples[0]) : paramValues;
  fillForm({ address: "", id: "", ...values });
  if (!values.id) return showIdPrompt(values);
  const query = {
    address: values.address ?? "",
    id: values.id,
    chainId: values.chain ?? "1",
    standard: values.standard === "ERC1155" ? "ERC1155" : "ERC721",
  };
  panel.run({
    usesKey: false,
    loading: "Loading the token…",
    placeholder: () => Object.assign(h("eq-token-card"), { token: {} }),
    task: (client, signal) => fetchToken(client, query, signal),
    render: (result, elapsedMs) => render(query, result, elapsedMs),
    errorButton: async (error, signal) => {
      if (error.kind !== "not_found") return undefined;
      const { otherChainsButton } = await import("./other-chains.js");
      return otherChainsButton(
        query,
        signal,
        (other) => fetchToken(connection.client, other, signal),
        (found) => navigate("token", valuesOf(found)),
      );
    },
  });
}

const fetchToken = (client, { address: contract, id: token, ...rest }, signal) =>
  client.tokenUri(contract, token, rest, { ...CALL_OPTIONS, signal });

/** Asks for the token, or for the id when there is only an address. */
function showIdPrompt(values) {
  if (!values.address) {
    panel.clear(
      "No token selected",
      "Enter the address and id of a token above, or paste a link to it.",
    );
    return;
  }
  const card = panel.clear(
    "Which token id?",
    "If this is a contract: enter a token id above, or see the collections that mirror it.",
    "If this is your wallet: search by a transaction hash, which your wallet shows under Activity.",
  );
  const href = hrefOf("ethereals", { sourceContracts: values.address });
  card.append(h("p", {}, h("a", { class: "quiet", href }, "Collections of this contract")));
  fold.open = true;
  id.focus();
}

/** Creates the disclosure with the document, whose view the page loads when the user opens it. */
function documentFold(text, elapsedMs) {
  const fold = h("details", { class: "card fold-card document" }, h("summary", {}, "The document"));
  const draw = async () => {
    const { documentView } = await import("./document-view.js");
    fold.append(documentView(text, elapsedMs));
  };
  fold.addEventListener("toggle", draw, { once: true });
  return fold;
}

function render(query, { text, data }, elapsedMs) {
  const card = h("eq-token-card");
  Object.assign(card, { document: data, token: query, gateways: connection.gateways });
  const { address: contract, id: token, chainId: onChain, standard: kind } = query;
  const call = [
    contract,
    token,
    { chainId: onChain, ...(kind === "ERC1155" && { standard: kind }) },
  ];
  const name = isolated(normalizeMetadata(data).name ?? `Token ${token}`, 60);
  setTitle("token", `${name} · ${chainName(query.chainId)}`);
  return [
    `${name} on ${chainName(query.chainId)} is shown`,
    card,
    documentFold(text, elapsedMs),
    snippetCard(
      [
        `const token = await client.tokenUri(${formatArguments(...call)});`,
        "console.log(token.name);",
      ],
      {
        needsKey: false,
        variant: {
          label: "Exact text and integers, as on this page",
          lines: [
            "const { text, data } = await client.tokenUri(",
            ...call.map((value) => `  ${formatArguments(value)},`),
            `  ${formatArguments(CALL_OPTIONS)},`,
            ");",
            "console.log(data.name, text.length);",
          ],
        },
      },
    ),
  ];
}
