// The table of ethereals. On narrow screens the style sheet shows each row as a card; with the explicit roles, screen
// readers still find a table.
import { account, amount, badge, chainName, h, time, untrusted } from "./dom.js";

const COLUMNS = [
  "Collection",
  "Status",
  "Balance (native currency)",
  "Source contract",
  "Mirror contract",
  "Last sync",
];
/** Chain ids of the chain with the ethereals, by chain type. */
const HOME_CHAINS = { mainnet: "45513", sepolia: "11145513" };

export function createTable() {
  const body = h("tbody", { role: "rowgroup" });
  const head = h(
    "thead",
    { role: "rowgroup" },
    h(
      "tr",
      { role: "row" },
      COLUMNS.map((name) => h("th", { role: "columnheader", scope: "col" }, name)),
    ),
  );
  return {
    body,
    wrapper: h(
      "table",
      { class: "rows", role: "table" },
      h("caption", { class: "visually-hidden" }, "Collections"),
      head,
      body,
    ),
  };
}

export function createRow(item) {
  const cells = [
    badge(item.status),
    item.balance === undefined ? "–" : amount(item.balance),
    h(
      "span",
      { class: "stack" },
      h("span", {}, untrusted(chainName(item.sourceChain), 40)),
      account(item.sourceContract, "source contract", item.sourceChain),
    ),
    account(item.ethereal, "mirror contract", HOME_CHAINS[item.chainType]),
    item.lastSyncTimestamp === undefined && item.lastSyncData === undefined
      ? h("span", { class: "muted" }, "Never")
      : time(item.lastSyncTimestamp ?? item.lastSyncData),
  ];
  return h(
    "tr",
    { role: "row", "data-id": item._id },
    h(
      "th",
      { role: "rowheader", scope: "row", tabindex: "-1" },
      untrusted(item.tokenName ?? "No name", 80),
      item.tokenSymbol !== undefined && h("small", { class: "muted" }, untrusted(item.tokenSymbol, 24)),
      depositList(item),
    ),
    cells.map((cell, index) => h("td", { role: "cell", "data-label": COLUMNS[index + 1] }, cell)),
  );
}

/**
 * Lists the deposits of an ethereal. The specification does not describe them, so an unknown object is shown as JSON.
 */
function depositList({ deposits }) {
  if (!Array.isArray(deposits) || deposits.length === 0) return undefined;
  const listItem = (deposit) => {
    const isKnown = /^\d{1,90}$/.test(deposit?.amount ?? "") && deposit.timestamp !== undefined;
    return h(
      "li",
      {},
      isKnown
        ? [amount(deposit.amount), h("span", { class: "muted" }, " · "), time(deposit.timestamp)]
        : untrusted(deposit, 160),
    );
  };
  const details = h(
    "details",
    { class: "deposits" },
    h("summary", {}, `${deposits.length} ${deposits.length === 1 ? "deposit" : "deposits"}`),
  );
  details.addEventListener(
    "toggle",
    () =>
      details.open &&
      details.childElementCount === 1 &&
      details.append(h("ul", {}, deposits.slice(0, 50).map(listItem))),
  );
  return details;
}
