// The token panel: what a token's URI points to.
import { checksumAddress } from "/pkg/index.js";
import { chainName, chains, explorerUrl } from "./chains.js";
import { block, callCode, fold } from "./code.js";
import { connection } from "./connection.js";
import { copyButton, h, hex, link, untrusted } from "./dom.js";
import { indent } from "./format.js";
import { createPanel, showExamples } from "./panel.js";
import { parseToken } from "./paste.js";
import { picture } from "./picture.js";
import { address as hrefOf, go } from "./router.js";
import { isRecord, traits } from "./traits.js";

const panel = createPanel("token");
const { address, id, chain, chainId, standard } = panel.form.elements;

export function setUp(examples) {
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
  showExamples(
    panel.section,
    examples.map(({ label, ...values }) => ({
      label,
      href: hrefOf("token", {
        chain: values.chainId,
        address: values.address,
        id: values.id,
        standard: values.standard,
      }),
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
  fillIn(values);
  if (!values.address && !values.id) {
    panel.clear(
      "Nothing to show yet",
      connection.isDemo
        ? "Paste an address and an id above, or pick one of the examples."
        : "Paste an address and an id above.",
    );
    return;
  }
  const query = {
    address: values.address ?? "",
    id: values.id ?? "",
    chainId: values.chain ?? "1",
    standard: values.standard === "ERC1155" ? "ERC1155" : "ERC721",
  };
  panel.run({
    loading: "Loading the token…",
    task: (client, signal) =>
      client.tokenUri(
        query.address,
        query.id,
        { chainId: query.chainId, standard: query.standard },
        { signal, raw: true, integers: "exact" },
      ),
    view: (answer) => view(query, answer),
  });
}

function view(query, { text, data }) {
  const name = isRecord(data) && data.name !== undefined ? String(data.name) : undefined;
  const title = h("h3", { class: name ? "" : "muted" }, name ? untrusted(name, 120) : "No name in the document");
  return [
    `Token ${query.id} on ${chainName(query.chainId)} is shown`,
    h(
      "article",
      { class: "card token" },
      picture(isRecord(data) ? data : {}, query.id),
      h(
        "div",
        { class: "token-about" },
        h("p", { class: "eyebrow" }, `${query.standard.replace("ERC", "ERC-")} · ${chainName(query.chainId)}`),
        title,
        isRecord(data) &&
          data.description !== undefined &&
          h("p", { class: "description" }, untrusted(data.description, 400)),
        facts(query, isRecord(data) ? data : {}),
        isRecord(data) && traits(data),
      ),
    ),
    documentCard(query, text),
  ];
}

function facts(query, data) {
  const rows = [
    [
      "Contract",
      hex(checksumAddress(query.address), "contract address", explorerUrl(query.chainId, "address", query.address)),
    ],
    ["Token id", h("span", { class: "digits" }, query.id)],
    ...["external_url", "animation_url"]
      .filter((name) => data[name])
      .map((name) => [name === "external_url" ? "Website" : "Animation", outside(data[name])]),
  ];
  return h(
    "dl",
    { class: "facts" },
    rows.map(([term, value]) => h("div", {}, h("dt", {}, term), h("dd", {}, value))),
  );
}

/** An address named by the document: a link when it is https, plain text otherwise. */
const outside = (address) => link(address, untrusted(address, 80)) ?? untrusted(address, 80);

function documentCard(query, text) {
  const body = h("div", {}, block(text, "The document, exactly as sent"));
  const choose = (event) =>
    body.replaceChildren(block(event.target.value === "exact" ? text : indent(text), "The document"));
  const option = (value, label, checked) =>
    h(
      "label",
      {},
      h("input", { type: "radio", name: "document-view", value, checked, change: choose }),
      h("span", {}, label),
    );
  const size = new TextEncoder().encode(text).length;
  return h(
    "section",
    { class: "card document", "aria-labelledby": "document-title" },
    h(
      "div",
      { class: "card-head" },
      h(
        "div",
        {},
        h("h3", { id: "document-title" }, "Document"),
        h("p", { class: "muted" }, `${size.toLocaleString("en")} bytes, every digit as sent`),
      ),
      h(
        "fieldset",
        { class: "choice small" },
        h("legend", { class: "visually-hidden" }, "Document view"),
        h("div", {}, option("exact", "As sent", true), option("indented", "Indented")),
      ),
      copyButton(text, "the document"),
    ),
    body,
    fold(
      "The call",
      callCode(
        "tokenUri",
        query.address,
        query.id,
        { chainId: query.chainId, standard: query.standard },
        { raw: true },
      ),
    ),
  );
}
