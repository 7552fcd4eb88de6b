// The amount of a transfer. Native currency has 18 decimals. A record does not have the decimals of a token, so the
// element assumes them until the page or the user sets them.
import { formatUnits } from "../format/units.js";
import type { TransferInput } from "../types/transfer.js";
import { type Child, type Fact, amount, group, h, untrusted } from "./shared.js";

const NATIVE_DECIMALS = 18;
/** Decimals of most tokens. */
export const ASSUMED_DECIMALS = 18;
const MAX_DECIMALS = 77;
const INITIAL_IDS = 12;
const MAX_IDS = 1000;

export interface TransferAmount {
  title: Child;
  /** The control below the title: the decimals that the title assumes. */
  control?: HTMLElement;
  rows: Fact[];
}

/** The decimals of a token. */
export interface TokenDecimals {
  /** The decimals that the page set; absent while it does not know them. */
  known: number | undefined;
  /** The decimals that the title assumes otherwise. */
  assumed: number;
  /** Whether the user edits the assumed decimals. */
  isEdited: boolean;
  /** Called when the user wants to edit them. */
  onEdit: () => void;
  /** Called when the user has edited them; `undefined` if the value is no number of decimals. */
  onChange: (decimals: number | undefined) => void;
}

/** Returns the title of a transfer, its control, and its rows about the amount. */
export function transferAmount(transfer: TransferInput, decimals: TokenDecimals): TransferAmount {
  const { nativeAmount, tokenAmount, tokenIds } = transfer;
  if (nativeAmount !== undefined) {
    return {
      title: [amount(nativeAmount), unit("native currency")],
      rows: [["Amount", exactAmount(nativeAmount, NATIVE_DECIMALS)]],
    };
  }
  if (Array.isArray(tokenIds) && tokenIds.length > 0) return tokensAmount(tokenIds, tokenAmount);
  if (tokenAmount === undefined) return { title: transfer.type === "TXN" ? "A transaction" : "A transfer", rows: [] };
  if (!isDigits(tokenAmount)) {
    return { title: [untrusted(tokenAmount, 60), unit("of a token")], rows: [["Amount", untrusted(tokenAmount, 90)]] };
  }
  if (isDecimals(decimals.known)) {
    return {
      title: tokensTitle(tokenAmount, decimals.known),
      rows: [["Amount", exactAmount(tokenAmount, decimals.known)]],
    };
  }
  return assumedAmount(tokenAmount, decimals);
}

function unit(text: string): HTMLElement {
  return h("span", { class: "unit" }, ` ${text}`);
}

function tokensTitle(value: string, decimals: number): Child {
  const whole = amount(value, { decimals });
  return [whole, unit(whole.textContent === "1" ? "token" : "tokens")];
}

/** Returns a title with the assumed decimals, and the control that changes them. */
function assumedAmount(value: string, { assumed, isEdited, onEdit, onChange }: TokenDecimals): TransferAmount {
  // Both controls have one key, so that the focus moves from the button to the field and back.
  const field = (): HTMLInputElement => {
    const input = h("input", {
      type: "number",
      min: 0,
      max: MAX_DECIMALS,
      value: assumed,
      "aria-label": "Decimals",
      "data-key": "decimals",
      change: () => onChange(isDecimals(input.valueAsNumber) ? input.valueAsNumber : undefined),
      keydown: (event: KeyboardEvent) => {
        // Without a change, Enter causes no event of its own.
        if (event.key !== "Escape" && (event.key !== "Enter" || input.valueAsNumber !== assumed)) return;
        // The key must not press the button that comes into the place of the field.
        event.preventDefault();
        onChange(undefined);
      },
    });
    return input;
  };
  const button = (): HTMLElement =>
    h(
      "button",
      { type: "button", class: "link", "aria-label": "Change the decimals", "data-key": "decimals", click: onEdit },
      "(change)",
    );
  return {
    title: tokensTitle(value, assumed),
    control: h(
      "p",
      { class: "decimals" },
      "assuming ",
      isEdited ? [field(), " decimals"] : [`${assumed} decimals `, button()],
    ),
    rows: [["Amount in the smallest unit", h("span", { class: "digits" }, group(value))]],
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

function exactAmount(value: unknown, decimals: number): HTMLElement {
  if (!isDigits(value)) return untrusted(value, 90);
  return h(
    "span",
    { class: "digits", title: `${value} in the smallest unit` },
    group(formatUnits(value, decimals)),
    h("span", { class: "muted" }, ` (${decimals} decimals)`),
  );
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
