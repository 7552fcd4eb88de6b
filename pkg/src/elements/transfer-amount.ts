// The amount of a transfer. Where nothing tells the decimals of its token, the title counts the units of the contract,
// and the user can choose the decimals.
import { formatUnits } from "../format/units.js";
import type { TransferInput } from "../types/transfer.js";
import { MAX_DECIMALS, NATIVE_DECIMALS, type Unit, isDecimals, unitOf } from "../words/unit.js";
import { type Child, type Fact, amount, group, h, untrusted } from "./shared.js";
import { shorten } from "./hex.js";

/** Decimals of most tokens, as a guess. */
const COMMON_DECIMALS = 18;
/** Decimals with a button of their own: those of stablecoins, of wrapped bitcoins, and of most other tokens. */
const OFFERED_DECIMALS = [6, 8, COMMON_DECIMALS];
const INITIAL_IDS = 12;
const MAX_IDS = 1000;

export interface TransferAmount {
  title: Child;
  /** The control below the title, with which the user chooses the decimals. */
  control?: HTMLElement;
  rows: Fact[];
}

/** The user's choice of the decimals of a token. */
export interface DecimalsChoice {
  /** The decimals that the user has chosen; `undefined` before. */
  chosen: number | undefined;
  /** Whether the field for other decimals is open. */
  isEdited: boolean;
  onEdit: () => void;
  onChoose: (decimals: number | undefined) => void;
}

/**
 * Returns the title of a transfer, its control, and its rows about the amount. `given` is the unit that the page knows.
 */
export function transferAmount(transfer: TransferInput, given: Unit, choice: DecimalsChoice): TransferAmount {
  const { nativeAmount, tokenAmount, tokenIds, tokenContract } = transfer;
  const known = unitOf(transfer);
  const symbol = given.symbol ?? known.symbol;
  const decimals = isDecimals(given.decimals) ? given.decimals : known.decimals;
  if (nativeAmount !== undefined)
    return knownAmount(nativeAmount, decimals ?? NATIVE_DECIMALS, symbol ?? "native currency");
  if (Array.isArray(tokenIds) && tokenIds.length > 0) return tokensAmount(tokenIds, tokenAmount);
  if (tokenAmount === undefined) return { title: transfer.type === "TXN" ? "A transaction" : "A transfer", rows: [] };
  if (!isDigits(tokenAmount)) {
    return { title: [untrusted(tokenAmount, 60), unit("of a token")], rows: [["Amount", untrusted(tokenAmount, 90)]] };
  }
  if (decimals !== undefined) return knownAmount(tokenAmount, decimals, symbol);
  const rows: Fact[] = [["Amount in the smallest unit", h("span", { class: "digits" }, group(tokenAmount))]];
  const control = decimalsControl(tokenAmount, choice);
  if (choice.chosen !== undefined) return { title: tokensTitle(tokenAmount, choice.chosen, symbol), control, rows };
  const name = symbol ?? (tokenContract === undefined ? "a token" : shorten(tokenContract));
  const units = h("span", { class: "amount" }, group(tokenAmount));
  return { title: [units, unit(`units of ${name}`)], control, rows };
}

function knownAmount(value: string, decimals: number, symbol: string | undefined): TransferAmount {
  return { title: tokensTitle(value, decimals, symbol), rows: [["Amount", exactAmount(value, decimals)]] };
}

function tokensTitle(value: string, decimals: number, symbol: string | undefined): Child {
  const whole = amount(value, { decimals });
  return [whole, unit(symbol ?? (whole.textContent === "1" ? "token" : "tokens"))];
}

function unit(text: string): HTMLElement {
  return h("span", { class: "unit" }, " ", untrusted(text, 40));
}

/** Says which decimals the user has chosen, or what the amount is with those of most tokens; and offers others. */
function decimalsControl(value: string, { chosen, isEdited, onEdit, onChoose }: DecimalsChoice): HTMLElement {
  const button = (label: string, name: string, isPressed: boolean, click: () => void): HTMLElement =>
    h("button", { type: "button", "aria-label": name, "aria-pressed": String(isPressed), click }, label);
  const isOther = chosen !== undefined && !OFFERED_DECIMALS.includes(chosen);
  return h(
    "p",
    { class: "decimals" },
    h(
      "span",
      {},
      chosen === undefined
        ? [amount(value), ` tokens, if it has ${COMMON_DECIMALS} decimals`]
        : `with ${chosen} decimals, as you chose`,
    ),
    h(
      "span",
      { role: "group", "aria-label": "Decimals" },
      OFFERED_DECIMALS.map((offered) =>
        button(String(offered), `${offered} decimals`, offered === chosen, () =>
          onChoose(offered === chosen ? undefined : offered),
        ),
      ),
      isEdited
        ? decimalsField(chosen, onChoose)
        : button(isOther ? String(chosen) : "other", "Other decimals", isOther, onEdit),
    ),
  );
}

/** Creates the field for other decimals. */
function decimalsField(chosen: number | undefined, onChoose: DecimalsChoice["onChoose"]): Child {
  const rule = h("span", { role: "alert" });
  const input = h("input", {
    inputmode: "numeric",
    value: chosen ?? "",
    // That of the button before it, so that the focus moves to the field and back.
    "aria-label": "Other decimals",
    focus: () => input.select(),
    change: choose,
    keydown: (event: KeyboardEvent) => {
      if (event.key !== "Escape" && event.key !== "Enter") return;
      // The key must not press the button that comes into the place of the field.
      event.preventDefault();
      if (event.key === "Enter") choose();
      else onChoose(chosen);
    },
  });
  function choose(): void {
    const decimals = /^\d+$/.test(input.value.trim()) ? Number(input.value) : undefined;
    if (isDecimals(decimals)) return onChoose(decimals);
    input.setAttribute("aria-invalid", "true");
    rule.textContent = `Enter a whole number from 0 to ${MAX_DECIMALS}.`;
  }
  return [input, rule];
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
