// The table of ethereals. On narrow screens the style sheet stacks each row as a card; the roles keep it a table for
// readers.
import { account, amount, badge, chainName, h, time, untrusted } from "./dom.js";

const columns = ["Collection", "Status", "Balance", "Source", "Ethereal", "Last sync"];
const home = { mainnet: "45513", sepolia: "11145513" };

export function table() {
  const body = h("tbody", { role: "rowgroup" });
  const head = h(
    "thead",
    { role: "rowgroup" },
    h(
      "tr",
      { role: "row" },
      columns.map((name) => h("th", { role: "columnheader", scope: "col" }, name)),
    ),
  );
  return {
    body,
    wrapper: h(
      "table",
      { class: "rows", role: "table" },
      h("caption", { class: "visually-hidden" }, "Ethereals"),
      head,
      body,
    ),
  };
}

export function row(item) {
  const cells = [
    badge(item.status),
    item.balance === undefined ? "–" : amount(item.balance),
    h(
      "span",
      { class: "stack" },
      h("span", {}, untrusted(chainName(item.sourceChain), 40)),
      account(item.sourceContract, "source contract", item.sourceChain),
    ),
    account(item.ethereal, "ethereal address", home[item.chainType]),
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
      deposits(item),
    ),
    cells.map((cell, index) => h("td", { role: "cell", "data-label": columns[index + 1] }, cell)),
  );
}

/** The deposit history. Its objects have no documented shape: known names are drawn, anything else is shown as JSON. */
function deposits({ deposits: list }) {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const line = (deposit) => {
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
    h("summary", {}, `${list.length} ${list.length === 1 ? "deposit" : "deposits"}`),
  );
  details.addEventListener(
    "toggle",
    () => details.open && details.childElementCount === 1 && details.append(h("ul", {}, list.slice(0, 50).map(line))),
  );
  return details;
}
