// The ethereals panel: mirrored collections, filtered and page by page.
import { program, written } from "./code.js";
import { chains, h, loadStyleSheet } from "./dom.js";
import { describe, errorCard } from "./errors.js";
import { createPanel, emptyCard } from "./panel.js";
import { go } from "./router.js";
import { row, table } from "./rows.js";

const panel = createPanel("ethereals");
await loadStyleSheet("tables.css");
const fields = panel.form.elements;
const listOf = (text) => (text ?? "").split(/[\s,]+/).filter(Boolean);
const checked = (name) => [...panel.form.querySelectorAll(`[name=${name}]:checked`)].map((box) => box.value);

export function setUp() {
  panel.section
    .querySelector("#source-chains")
    .append(
      ...chains.map((chain) =>
        h(
          "label",
          { "data-type": chain.type },
          h("input", { type: "checkbox", name: "sourceChains", value: chain.id }),
          h("span", {}, chain.name),
        ),
      ),
    );
  panel.form.addEventListener("change", showChains);
  panel.form.addEventListener("submit", (event) => {
    event.preventDefault();
    go("ethereals", {
      chain: fields.chain.value,
      sourceChains: checked("sourceChains").join(","),
      sourceContracts: listOf(fields.sourceContracts.value).join(","),
      statuses: checked("statuses").join(","),
      pageSize: fields.pageSize.value,
    });
  });
  panel.form.querySelector("[data-clear]").addEventListener("click", () => go("ethereals", {}));
}

/** Only chains of the chosen type are offered; a tick on a hidden one would filter unseen, so it is taken off. */
function showChains() {
  for (const label of panel.section.querySelectorAll("#source-chains label")) {
    label.hidden = label.dataset.type !== fields.chain.value;
    if (label.hidden) label.firstChild.checked = false;
  }
}

function fillIn(query) {
  fields.chain.value = query.chain;
  for (const name of ["sourceChains", "statuses"]) {
    for (const box of panel.form.querySelectorAll(`[name=${name}]`)) box.checked = query[name].includes(box.value);
  }
  fields.sourceContracts.value = query.sourceContracts.join(", ");
  if (![...fields.pageSize.options].some((option) => option.value === String(query.pageSize)))
    fields.pageSize.append(h("option", {}, String(query.pageSize)));
  fields.pageSize.value = String(query.pageSize);
  showChains();
}

export function show(params, force) {
  const query = {
    chain: params.get("chain") ?? "mainnet",
    sourceChains: listOf(params.get("sourceChains")),
    sourceContracts: listOf(params.get("sourceContracts")),
    statuses: listOf(params.get("statuses")),
    pageSize: Number(params.get("pageSize") ?? 25),
  };
  if (panel.isShown(query, force)) return;
  fillIn(query);
  let signal;
  panel.run({
    loading: "Loading ethereals…",
    task: async (client, abort) => {
      signal = abort;
      const pages = client.ethereals(query, { signal }).pages();
      const first = await pages.next();
      return { client, pages, page: first.value ?? { items: [], nextCursor: null } };
    },
    view: ({ client, pages, page }) => view({ client, query, pages, page, signal }),
  });
}

function view({ client, query, pages, page, signal }) {
  const code = program([
    `for await (const item of client.ethereals(${written(brief(query))}))`,
    "  console.log(item.tokenName, item.balance);",
  ]);
  if (page.items.length === 0 && page.nextCursor === null) {
    return [
      "No ethereals match",
      emptyCard("Nothing matches these filters", "Take a filter away, or look on the other chain type."),
      code,
    ];
  }
  const { wrapper, body } = table();
  const count = h("p", { class: "muted" });
  const foot = h("div", { class: "more" });
  let total = 0;

  function add({ items, nextCursor }) {
    body.append(...items.map(row));
    total += items.length;
    count.textContent = nextCursor === null ? `All ${total} shown` : `${total} shown, there are more`;
    foot.replaceChildren(
      ...(nextCursor === null
        ? []
        : [h("button", { type: "button", class: "quiet", click: () => more(nextCursor) }, "Load more")]),
    );
  }

  async function more(cursor) {
    const button = foot.querySelector("button");
    button.disabled = true;
    panel.status.textContent = "Loading more…";
    try {
      const { value } = await pages.next();
      if (signal.aborted) return;
      const at = total;
      add(value ?? { items: [], nextCursor: null });
      panel.status.textContent = `${total - at} more, ${total} in all`;
      body.rows[at]?.querySelector("th").focus({ preventScroll: true });
    } catch (error) {
      if (signal.aborted) return;
      panel.status.textContent = `Failed: ${describe(error).kind}`;
      pages = client.ethereals({ ...query, cursor }, { signal }).pages(); // goes on where it stopped
      foot.replaceChildren(errorCard(error, { retry: () => more(cursor) }));
    }
  }

  add(page);
  return [
    `${total} ethereals shown`,
    h(
      "section",
      { class: "card list", "aria-label": "Results" },
      h("div", { class: "card-head" }, count),
      wrapper,
      foot,
    ),
    code,
  ];
}

/** The query as someone would write it: what is empty or the default is left out. */
function brief({ chain, pageSize, ...lists }) {
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0);
  return { ...(chain !== "mainnet" && { chain }), ...Object.fromEntries(filled), pageSize };
}
