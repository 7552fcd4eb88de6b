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
const fields = panel.form.elements;
const formFold = panel.form.closest("details");
/** Options of the call: the exact text of the document, and its exact integers. */
const CALL_OPTIONS = { raw: true, integers: "exact" };

/** Prepares the form and the examples. */
export function setUp() {
  const options = (type) =>
    chains
      .filter((item) => item.type === type)
      .map((item) => h("option", { value: item.id }, item.name));
  fields.chain.append(
    h("optgroup", { label: "Mainnet" }, options("mainnet")),
    h("optgroup", { label: "Sepolia" }, options("sepolia")),
    h("option", { value: "other" }, "Other…"),
  );
  fields.chain.addEventListener("change", showChainIdField);
  // The event `paste` comes before the field has the pasted text.
  fields.address.addEventListener("paste", () => setTimeout(fillFromAddress));
  panel.form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await fillFromAddress();
    navigate("token", {
      chain: fields.chain.value === "other" ? fields.chainId.value.trim() : fields.chain.value,
      address: fields.address.value.trim(),
      id: fields.id.value.trim(),
      standard: fields.standard.value,
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
  const isPlainAddress = /^\s*(0x[0-9a-f]*)?\s*$/i.test(fields.address.value);
  if (isPlainAddress) return;
  // If the module cannot be loaded, the form keeps its values. The call then reports an invalid address.
  const module = await import("./parse-input.js").catch(() => undefined);
  fillForm(module?.parseToken(fields.address.value));
}

/** The values for the parameters that a URL does not have. */
const DEFAULT_VALUES = { address: "", id: "", chain: "1", standard: "ERC721" };

/** Returns the values of the URL and the form for a token. */
const valuesOf = ({ chainId, address, id, standard }) => ({
  chain: chainId,
  address,
  id,
  standard,
});

function showChainIdField() {
  panel.section.querySelector("#token-other").hidden = fields.chain.value !== "other";
}

function fillForm(values) {
  if (!values) return;
  if (values.address !== undefined) fields.address.value = values.address;
  if (values.id !== undefined) fields.id.value = values.id;
  if (values.standard) fields.standard.value = values.standard === "ERC1155" ? "ERC1155" : "ERC721";
  if (values.chain) {
    fields.chain.value = values.chain;
    // A list without an option for this chain does not take the value.
    if (fields.chain.value !== values.chain) {
      fields.chain.value = "other";
      fields.chainId.value = values.chain;
    }
    showChainIdField();
  }
}

/** Shows the token of the URL's parameters. `force` loads it again. */
export function show(params, force) {
  const paramValues = Object.fromEntries(params);
  if (!panel.needsUpdate(paramValues, force)) return;
  // Without a token in the URL, the panel shows the first example.
  const isExample =
    !paramValues.address && !paramValues.id && connection.isDemo && examples.length > 0;
  const values = { ...DEFAULT_VALUES, ...(isExample ? valuesOf(examples[0]) : paramValues) };
  fillForm(values);
  if (!values.id) return showIdPrompt(values);
  const query = {
    address: values.address,
    id: values.id,
    chainId: values.chain,
    standard: values.standard === "ERC1155" ? "ERC1155" : "ERC721",
  };
  panel.run({
    usesKey: false,
    loading: "Loading the token…",
    // A card with a token and without a document is in the loading state.
    placeholder: () => Object.assign(h("eq-token-card"), { token: {} }),
    task: (client, signal) => fetchToken(client, query, signal),
    render: (result, elapsedMs) => render(query, result, elapsedMs),
    errorButton: async (error, signal) => {
      if (error.kind !== "not_found") return undefined;
      const { otherChainsButton } = await import("./other-chains.js");
      return otherChainsButton(
        query,
        signal,
        (otherQuery) => fetchToken(connection.client, otherQuery, signal),
        (foundQuery) => navigate("token", valuesOf(foundQuery)),
      );
    },
  });
}

const fetchToken = (client, { address, id, ...chainAndStandard }, signal) =>
  client.tokenUri(address, id, chainAndStandard, { ...CALL_OPTIONS, signal });

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
  formFold.open = true;
  fields.id.focus();
}

/** Creates the disclosure with the document. The page loads the module of the document view when the user opens it. */
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
  const { address, id, chainId, standard } = query;
  const callArguments = [
    address,
    id,
    { chainId, ...(standard === "ERC1155" && { standard }) }, // ERC-721 is the default.
  ];
  const name = isolated(normalizeMetadata(data).name ?? `Token ${id}`, 60);
  setTitle("token", `${name} · ${chainName(chainId)}`);
  return [
    `${name} on ${chainName(chainId)} is shown`,
    card,
    documentFold(text, elapsedMs),
    snippetCard(
      [
        `const token = await client.tokenUri(${formatArguments(...callArguments)});`,
        "console.log(token.name);",
      ],
      {
        needsKey: false,
        variant: {
          label: "Exact text and integers, as on this page",
          lines: [
            "const { text, data } = await client.tokenUri(",
            ...callArguments.map((value) => `  ${formatArguments(value)},`),
            `  ${formatArguments(CALL_OPTIONS)},`,
            ");",
            "console.log(data.name, text.length);",
          ],
        },
      },
    ),
  ];
}
