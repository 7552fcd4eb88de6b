// The amount of a transfer. Native currency has 18 decimals. A record does not have the decimals of a token, so a token
// amount is in the smallest unit until the page or the user sets them.
import type { TransferInput } from "../transfer.js";
import { type Child, type Fact, amount, group, h, helpers, untrusted } from "./shared.js";

const NATIVE_DECIMALS = 18;
const MAX_DECIMALS = 77;
const INITIAL_IDS = 12;
const MAX_IDS = 1000;

export interface TransferAmount {
  title: Child;
  rows: Fact[];
}

/**
 * Returns the title of a transfer, and its rows about the amount. `decimals` are those of the token, if they are known.
 */
export function transferAmount(transfer: TransferInput, decimals: number | undefined): TransferAmount {
  const { nativeAmount, tokenAmount, tokenIds } = transfer;
  if (nativeAmount !== undefined) {
    return {
      title: [amount(nativeAmount), h("span", { class: "unit" }, " native currency")],
      rows: [["Amount", exactAmount(nativeAmount, NATIVE_DECIMALS)]],
    };
  }
  if (Array.isArray(tokenIds) && tokenIds.length > 0) return tokensAmount(tokenIds, tokenAmount);
  if (tokenAmount === undefined) return { title: transfer.type === "TXN" ? "A transaction" : "A transfer", rows: [] };
  if (isDigits(tokenAmount) && isDecimals(decimals)) {
    return {
      title: [amount(tokenAmount, { decimals }), h("span", { class: "unit" }, " of a token")],
      rows: [["Amount", exactAmount(tokenAmount, decimals)]],
    };
  }
  return {
    title: [
      h("span", { class: "amount", title: String(tokenAmount).slice(0, 90) }, breakable(tokenAmount)),
      h("span", { class: "unit" }, " smallest units of a token"),
    ],
    rows: [["Amount", isDigits(tokenAmount) ? decimalsInput(tokenAmount) : untrusted(tokenAmount, 90)]],
  };
}

function tokensAmount(ids: readonly string[], quantity: unknown): TransferAmount {
  const isOne = ids.length === 1;
  return {
    title: isOne ? ["Token ", untrusted(ids[0], 24)] : `${group(ids.length)} tokens`,
    rows: [
      [isOne ? "Token id" : "Token ids", idList(ids)],
      ["Quantity", quantity !== undefined && untrusted(isDigits(quantity) ? group(quantity) : quantity, 90)],
    ],
  };
}

function isDigits(value: unknown): value is string {
  return typeof value === "string" && /^\d{1,90}$/.test(value);
}

function isDecimals(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= MAX_DECIMALS;
}

/** Returns an integer in groups of three digits. A narrow screen breaks the line only between groups. */
function breakable(value: unknown): Child {
  if (!isDigits(value)) return untrusted(value, 60);
  return group(value)
    .split(/(?<=,)/)
    .flatMap((digits) => [digits, h("wbr")]);
}

function exactAmount(value: unknown, decimals: number): HTMLElement {
  if (!isDigits(value)) return untrusted(value, 90);
  return h(
    "span",
    { class: "digits", title: `${value} in the smallest unit` },
    group(helpers.formatUnits(value, decimals)),
    h("span", { class: "muted" }, ` (${decimals} decimals)`),
  );
}

/** Creates an amount in the smallest unit, with a field for the decimals. */
function decimalsInput(value: string): HTMLElement {
  const output = h("output", { class: "digits" });
  const input = h("input", {
    type: "number",
    min: 0,
    max: MAX_DECIMALS,
    inputmode: "numeric",
    placeholder: "unknown",
    input: update,
  });
  function update(): void {
    const decimals = input.value === "" ? undefined : Number(input.value);
    output.value = isDecimals(decimals)
      ? group(helpers.formatUnits(value, decimals))
      : `${group(value)} smallest units`;
  }
  update();
  return h("span", { class: "with-decimals" }, output, h("label", {}, "Decimals ", input));
}

function idList(ids: readonly string[]): Child {
  const item = (id: string): HTMLElement => h("li", {}, untrusted(id, 90));
  const list = h("ul", { class: "ids digits", part: "ids" }, ids.slice(0, INITIAL_IDS).map(item));
  const rest = ids.slice(INITIAL_IDS, MAX_IDS);
  if (rest.length === 0) return list;
  const button = h("button", { type: "button", class: "link", click: showRest }, `Show ${rest.length} more`);
  function showRest(): void {
    list.append(...rest.map(item));
    button.remove();
  }
  return [list, button];
}
