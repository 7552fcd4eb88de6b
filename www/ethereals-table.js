// Creates the table of ethereals. On narrow screens the style sheet shows each row as a card. The explicit ARIA roles
// keep the table a table for screen readers. `untrusted(value, limit)` shows `limit` characters and a button for
// the rest.
import { formatUnits } from "/pkg/index.js";
import {
  account,
  amount,
  badge,
  chainName,
  copyButton,
  explorerUrl,
  h,
  hex,
  time,
  untrusted,
} from "./dom.js";

/** Whether a value is a decimal integer that is short enough to show: the 78 digits of a 256-bit integer fit. */
const isAmount = (value) => /^\d{1,90}$/.test(value ?? "");

/** The time of the last sync. In the specification, `lastSyncData` is its date. */
const lastSync = (item) => item.lastSyncTimestamp ?? item.lastSyncData;

/** The columns with their headings. `sortKey` makes a column sortable; `class` is the class of its cells. */
const COLUMNS = [
  { name: "Collection", sortKey: ({ tokenName }) => tokenName ?? "" },
  { name: "Status", sortKey: ({ status }) => status },
  {
    name: "Balance (native)",
    class: "number",
    // An unknown balance sorts below 0.
    sortKey: ({ balance }) => (isAmount(balance) ? BigInt(balance) : -1n),
  },
  { name: "Source contract", sortKey: ({ sourceChain }) => chainName(sourceChain) },
  { name: "Mirror contract" },
  {
    name: "Last sync",
    // `time` creates the element that the row shows, from seconds, milliseconds or a date; `dateTime` is always a date.
    // A row that shows no time gets NaN from `Date.parse`, and sorts as 0.
    sortKey: (item) => Date.parse(time(lastSync(item)).dateTime) || 0,
  },
];
/** The id of the chain that has the ethereals, by chain type. */
const HOME_CHAINS = { mainnet: "45513", sepolia: "11145513" };
const MAX_DEPOSITS_SHOWN = 50;

/** Returns the open row of deposits below the row of a collection; undefined if the deposits are closed. */
function openDepositRow(row) {
  const next = row.nextElementSibling;
  return next?.classList.contains("deposits") ? next : undefined;
}

/** Compares two texts, or two numbers. */
function compare(left, right) {
  if (typeof left === "string") return left.localeCompare(right);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * Creates a table of ethereals. A click on a heading sorts the loaded rows, and then calls `onSort` with the name of
 * the column. `add(items)` appends rows and returns the first new row.
 */
export function createTable(onSort) {
  const body = h("tbody", { role: "rowgroup" });
  const itemByRow = new Map();
  const heading = ({ name, class: className, sortKey }) => {
    const cell = h("th", { role: "columnheader", scope: "col", class: className });
    const sort = () => {
      const sign = cell.ariaSort === "ascending" ? -1 : 1;
      for (const other of cell.parentNode.children) other.ariaSort = null;
      cell.ariaSort = sign === 1 ? "ascending" : "descending";
      const keyOf = (row) => sortKey(itemByRow.get(row));
      const rows = [...itemByRow.keys()];
      rows.sort((left, right) => sign * compare(keyOf(left), keyOf(right)));
      // Each row of deposits is the next sibling of its row until a row moves.
      const depositRows = new Map(rows.map((row) => [row, openDepositRow(row)]));
      for (const row of rows) {
        const depositRow = depositRows.get(row);
        body.append(row);
        if (depositRow) body.append(depositRow);
      }
      onSort(name);
    };
    const label = sortKey
      ? h("button", { type: "button", class: "sort", click: sort }, name)
      : name;
    cell.append(label);
    return cell;
  };
  const head = h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, COLUMNS.map(heading)));
  return {
    add(items) {
      const rows = [];
      for (const item of items) {
        const row = createRow(item);
        itemByRow.set(row, item);
        rows.push(row);
      }
      body.append(...rows);
      // The table is not sorted any more.
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
  const [, ...cellColumns] = COLUMNS; // The first column is the row header.
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
    lastSync(item) === undefined ? h("span", { class: "muted" }, "Never") : time(lastSync(item)),
  ];
  return h(
    "tr",
    { role: "row", "data-id": item._id },
    h(
      "th",
      // After "Load more", ethereals.js moves the focus to the header of the first new row.
      { role: "rowheader", scope: "row", tabindex: "-1" },
      untrusted(item.tokenName ?? "No name", 80),
      item.tokenSymbol !== undefined &&
        h("small", { class: "muted" }, untrusted(item.tokenSymbol, 24)),
      depositButton(item),
    ),
    cells.map((cell, index) => {
      const { name, class: className } = cellColumns[index];
      return h("td", { role: "cell", class: className, "data-label": name }, cell);
    }),
  );
}

/** The balance with a fixed number of decimals. The title of the amount and the copy button have all digits. */
function balanceOf({ balance }) {
  if (!isAmount(balance)) return balance === undefined ? "–" : untrusted(balance, 60);
  return [amount(balance, { fixed: 4 }), copyButton(formatUnits(balance), "the balance")];
}

/** Creates the button that adds and removes a row with the deposits of an ethereal, below the row of the ethereal. */
function depositButton({ deposits, ethereal, chainType }) {
  if (!Array.isArray(deposits) || deposits.length === 0) return undefined;
  const label = `${deposits.length} ${deposits.length === 1 ? "deposit" : "deposits"}`;
  const button = h(
    "button",
    { type: "button", class: "link deposits-button", "aria-expanded": "false", click },
    label,
  );
  function click() {
    const row = button.closest("tr");
    const openRow = openDepositRow(row);
    button.ariaExpanded = String(!openRow);
    if (openRow) {
      openRow.remove();
      return;
    }
    const items = deposits
      .slice(0, MAX_DEPOSITS_SHOWN)
      .map((deposit) => depositItem(deposit, HOME_CHAINS[chainType]));
    const list = h("ul", { "aria-label": `Deposits to ${String(ethereal).slice(0, 12)}` }, items);
    const cell = h(
      "td",
      { role: "cell", colspan: COLUMNS.length },
      h("p", { class: "eyebrow" }, "Deposits in native currency"),
      list,
    );
    row.after(h("tr", { role: "row", class: "deposits" }, cell));
  }
  return button;
}

/** Creates the item of a deposit. The specification does not describe deposits: an unknown object is shown as JSON. */
function depositItem(deposit, chainId) {
  if (!isAmount(deposit?.amount) || deposit.timestamp === undefined)
    return h("li", {}, untrusted(deposit, 160));
  const { amount: value, from, txHash, timestamp } = deposit;
  const hash =
    txHash !== undefined &&
    hex(txHash, "the hash of the deposit", explorerUrl(chainId, "tx", txHash));
  return h(
    "li",
    {},
    h("span", {}, amount(value)),
    h("span", {}, from !== undefined && ["from ", account(from, "sender", chainId)]),
    h("span", {}, hash),
    h("span", {}, time(timestamp)),
  );
}
