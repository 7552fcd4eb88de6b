// The table of ethereals. On narrow screens the style sheet shows each row as a card; with the explicit roles, screen
// readers still find a table.
import { formatUnits } from "/pkg/index.js";
import { account, amount, badge, chainName, copyButton, h, time, untrusted } from "./dom.js";

const isAmount = (value) => /^\d{1,90}$/.test(value ?? "");

/** The columns with their headings. `sortKey` makes a column sortable; `class` is that of its cells. */
const COLUMNS = [
  { name: "Collection", sortKey: ({ tokenName }) => tokenName ?? "" },
  { name: "Status", sortKey: ({ status }) => status },
  { name: "Balance (native)", class: "number", sortKey: ({ balance }) => (isAmount(balance) ? BigInt(balance) : -1n) },
  { name: "Source contract", sortKey: ({ sourceChain }) => chainName(sourceChain) },
  { name: "Mirror contract" },
  { name: "Last sync", sortKey: (item) => new Date(item.lastSyncTimestamp ?? item.lastSyncData ?? 0).getTime() || 0 },
];
/** Chain ids of the chain with the ethereals, by chain type. */
const HOME_CHAINS = { mainnet: "45513", sepolia: "11145513" };

/**
 * Creates a table of ethereals. A click on a heading sorts the rows of the table, which are those that the page has
 * loaded; `onSort(name)` then gets the name of the column. `add(items)` adds rows after the others and returns the first.
 */
export function createTable(onSort) {
  const body = h("tbody", { role: "rowgroup" });
  const items = new Map();
  const compare = (left, right) =>
    typeof left === "string" ? left.localeCompare(right) : left < right ? -1 : left > right ? 1 : 0;
  const heading = ({ name, class: className, sortKey }) => {
    const sort = () => {
      const sign = cell.ariaSort === "ascending" ? -1 : 1;
      for (const other of cell.parentNode.children) other.ariaSort = null;
      cell.ariaSort = sign === 1 ? "ascending" : "descending";
      const rows = [...body.rows];
      rows.sort((one, two) => sign * compare(sortKey(items.get(one)), sortKey(items.get(two))));
      body.append(...rows);
      onSort(name);
    };
    const label = sortKey ? h("button", { type: "button", class: "sort", click: sort }, name) : name;
    const cell = h("th", { role: "columnheader", scope: "col", class: className }, label);
    return cell;
  };
  const head = h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, COLUMNS.map(heading)));
  return {
    add(list) {
      const rows = list.map((item) => {
        const row = createRow(item);
        items.set(row, item);
        return row;
      });
      body.append(...rows);
      for (const cell of head.rows[0].cells) cell.ariaSort = null;
      return rows[0];
    },
    wrapper: h(
      "table",
      { class: "rows", role: "table" },
      h("caption", { class: "visually-hidden" }, "Collections"),
      head,
      body,
    ),
  };
}

function createRow(item) {
  const cells = [
    badge(item.status),
    balanceOf(item),
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
    cells.map((cell, index) => {
      const { name, class: className } = COLUMNS[index + 1];
      return h("td", { role: "cell", class: className, "data-label": name }, cell);
    }),
  );
}

/** The balance with as many decimals as the others of the column. Its title and its button have all digits. */
function balanceOf({ balance }) {
  if (!isAmount(balance)) return balance === undefined ? "–" : untrusted(balance, 60);
  return [amount(balance, { fixed: 4 }), copyButton(formatUnits(balance), "the balance")];
}

/**
 * Lists the deposits of an ethereal. The specification does not describe them, so an unknown object is shown as JSON.
 */
function depositList({ deposits }) {
  if (!Array.isArray(deposits) || deposits.length === 0) return undefined;
  const listItem = (deposit) => {
    const isKnown = isAmount(deposit?.amount) && deposit.timestamp !== undefined;
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
