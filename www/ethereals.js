// The ethereals panel: a list of ethereals with filters, page by page.
import { formatArguments, snippetCard } from "./snippet.js";
import { chains, group, h } from "./dom.js";
import { connection } from "./connection.js";
import { createErrorCard, createPanel, emptyCard } from "./panel.js";
import { navigate } from "./router.js";
import { createTable } from "./ethereals-table.js";

const PAGE_SIZES = ["10", "25", "50", "100"];

const fold = filters();
// `createPanel` looks for the form in the section.
document.getElementById("ethereals-title").after(fold);
const panel = createPanel("ethereals");
const fields = panel.form.elements;
const splitList = (text) => (text ?? "").split(/[\s,]+/).filter(Boolean);
const checkedValues = (name) =>
  [...panel.form.querySelectorAll(`[name=${name}]:checked`)].map((box) => box.value);

/** Creates the disclosure with the form. */
function filters() {
  const option = (type, name, value, label, props) =>
    h("label", props, h("input", { type, name, value }), h("span", {}, label));
  const choices = (className, legend, ...options) =>
    h("fieldset", { class: `field ${className}` }, h("legend", {}, legend), h("div", {}, options));
  const field = (className, id, label, input) =>
    h("p", { class: `field ${className}` }, h("label", { for: id }, label), input);
  const contractsProps = {
    id: "ethereals-contracts",
    name: "sourceContracts",
    placeholder: "0x…, 0x…",
    spellcheck: "false",
    autocapitalize: "off",
  };
  const form = h(
    "form",
    { class: "filters", novalidate: true, autocomplete: "off" },
    choices(
      "choice",
      "Chain type",
      option("radio", "chain", "mainnet", "Mainnet"),
      option("radio", "chain", "sepolia", "Sepolia"),
    ),
    choices(
      "chips",
      "Status",
      option("checkbox", "statuses", "active", "Active"),
      option("checkbox", "statuses", "unfunded", "Unfunded"),
    ),
    field(
      "",
      "ethereals-size",
      "Rows per page",
      h(
        "select",
        { id: "ethereals-size", name: "pageSize" },
        PAGE_SIZES.map((size) => h("option", {}, size)),
      ),
    ),
    choices(
      "chips wide",
      "Source chains",
      ...chains.map(({ id, name, type }) =>
        option("checkbox", "sourceChains", id, name, { "data-type": type }),
      ),
    ),
    field("wide", contractsProps.id, "Source contracts", h("input", contractsProps)),
    h(
      "p",
      { class: "field go" },
      h(
        "button",
        { type: "button", class: "quiet", click: () => navigate("ethereals", {}) },
        "Clear",
      ),
      " ",
      h("button", { class: "primary" }, "Apply"),
    ),
  );
  return h(
    "details",
    { class: "by-hand" },
    h("summary", {}, "Filter the collections", h("span", { class: "muted" })),
    form,
  );
}

/** Prepares the form. */
export function setUp() {
  panel.form.addEventListener("change", showChains);
  panel.form.addEventListener("submit", (event) => {
    event.preventDefault();
    fold.open = false;
    navigate("ethereals", {
      chain: fields.chain.value,
      sourceChains: checkedValues("sourceChains").join(","),
      sourceContracts: splitList(fields.sourceContracts.value).join(","),
      statuses: checkedValues("statuses").join(","),
      pageSize: fields.pageSize.value,
    });
  });
}

/**
 * Shows the chains of the selected chain type. Clears the hidden check boxes, because a hidden filter must not apply.
 */
function showChains() {
  for (const label of panel.form.querySelectorAll("[data-type]")) {
    label.hidden = label.dataset.type !== fields.chain.value;
    if (label.hidden) label.firstChild.checked = false;
  }
}

function fillForm(query) {
  fields.chain.value = query.chain;
  for (const name of ["sourceChains", "statuses"]) {
    for (const box of panel.form.querySelectorAll(`[name=${name}]`))
      box.checked = query[name].includes(box.value);
  }
  fields.sourceContracts.value = query.sourceContracts.join(", ");
  if (![...fields.pageSize.options].some((option) => option.value === String(query.pageSize)))
    fields.pageSize.append(h("option", {}, String(query.pageSize)));
  fields.pageSize.value = String(query.pageSize);
  // The summary names the filters that apply, so that the closed form hides none. The selector matches the labels of
  // the selected buttons and boxes, except mainnet, the default.
  const chosen = [...panel.form.querySelectorAll(":checked:not([value=mainnet], option) + span")];
  const words = [...chosen.map(({ textContent }) => textContent), ...query.sourceContracts];
  fold.querySelector("summary span").textContent = words.length > 0 ? `: ${words.join(", ")}` : "";
  showChains();
}

/** Shows the list for the parameters of the URL. `force` loads it again. */
export function show(params, force) {
  const query = {
    chain: params.get("chain") ?? "mainnet",
    sourceChains: splitList(params.get("sourceChains")),
    sourceContracts: splitList(params.get("sourceContracts")),
    statuses: splitList(params.get("statuses")),
    pageSize: Number(params.get("pageSize") ?? 25),
  };
  if (!panel.needsUpdate(query, force)) return;
  fillForm(query);
  panel.run({
    loading: "Loading collections…",
    task: async (client, signal) => {
      const pages = client.ethereals(withoutDefaults(query), { signal }).pages();
      const first = await pages.next();
      const page = first.value ?? { items: [], nextCursor: null };
      return { client, query, pages, page, signal };
    },
    render,
  });
}

function render({ client, query, pages, page, signal }) {
  const snippet = snippetCard([
    `for await (const { items } of client.ethereals(${formatArguments(withoutDefaults(query))}).pages())`,
    "  for (const { tokenName, balance } of items) console.log(tokenName, balance);",
  ]);
  if (page.items.length === 0 && page.nextCursor === null) {
    return [
      "No collections match",
      emptyCard(
        "No collections match these filters",
        "Remove a filter, or select the other chain type.",
      ),
      snippet,
    ];
  }
  let total = 0;
  let isLast = false;
  const count = h("p", { class: "muted" });
  /** Shows the number of rows. `column` is the name of the column that sorts the rows, or an empty text. */
  const showCount = (column) => {
    const order = column && `, sorted by ${column.toLowerCase()}`;
    count.textContent = isLast
      ? `All ${group(total)}${order}`
      : `The first ${group(total)}${order}; the service has more`;
  };
  const { wrapper, add } = createTable(showCount);
  const footer = h("div", { class: "more" });

  function addPage({ items, nextCursor }) {
    const firstRow = add(items);
    total += items.length;
    isLast = nextCursor === null;
    showCount("");
    footer.replaceChildren();
    if (!isLast) {
      const click = () => loadMore(nextCursor);
      footer.append(h("button", { type: "button", class: "quiet", click }, "Load more"));
    }
    return firstRow;
  }

  async function loadMore(cursor) {
    for (const button of footer.querySelectorAll("button")) button.disabled = true;
    panel.status.textContent = "Loading more…";
    try {
      const { value } = await pages.next();
      if (signal.aborted) return;
      const before = total;
      const firstRow = addPage(value ?? { items: [], nextCursor: null });
      panel.status.textContent = `${total - before} more, ${total} in all`;
      firstRow?.querySelector("th").focus({ preventScroll: true });
    } catch (error) {
      if (signal.aborted) return;
      connection.report(client, error, true);
      // The new iterator continues at the page that failed.
      pages = client.ethereals({ ...withoutDefaults(query), cursor }, { signal }).pages();
      const card = await createErrorCard(error, { retry: () => loadMore(cursor) });
      if (signal.aborted) return;
      panel.status.textContent = "Loading failed";
      footer.replaceChildren(card);
    }
  }

  addPage(page);
  return [
    `${total} collections shown`,
    h(
      "section",
      { class: "card list", "aria-label": "Results" },
      h("div", { class: "card-head" }, count),
      wrapper,
      footer,
    ),
    snippet,
  ];
}

/** Returns the query as a programmer writes it: without empty filters and the default chain type. */
function withoutDefaults({ chain, pageSize, ...lists }) {
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return { ...(chain !== "mainnet" && { chain }), ...Object.fromEntries(filled), pageSize };
}
