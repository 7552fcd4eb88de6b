// Shows the amount of a transfer. When the decimals of the token are unknown, the title has the amount in the smallest
// unit, and the user can choose the decimals.
import { formatUnits } from "../format/units.js";
import type { TransferRecord } from "../display/transfer-record.js";
import { MAX_DECIMALS, NATIVE_DECIMALS, type Unit, readDecimals, unitOf } from "../display/unit.js";
import { type Child, amount, group, h, untrusted } from "./shared.js";
import { shorten } from "./hex.js";

/** Decimals of most tokens, as a guess. */
const COMMON_DECIMALS = 18;
/** Decimals that have a button: for stablecoins, for wrapped bitcoins, and for most other tokens. */
const OFFERED_DECIMALS = [6, 8, COMMON_DECIMALS];
/** The title shortens a number of units with more digits. The whole number is then below the title. */
const MAX_TITLE_DIGITS = 11;
/** Digits of the shortened number. */
const SHORT_DIGITS = 4;
/** A little more than the 78 digits of a 256-bit integer. */
const MAX_DIGITS = 90;
// How many characters of an untrusted text the title shows at first. A button shows the rest.
const TITLE_AMOUNT_LENGTH = 60;
const TITLE_UNIT_LENGTH = 40;
const TITLE_ID_LENGTH = 24;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const INITIAL_IDS = 12;
const MORE_IDS = 1000;

export interface TransferAmount {
  title: Child;
  /** The control below the title, with which the user chooses the decimals. */
  control?: Child;
  /** The exact amount. */
  exact: Child;
}

/** What the user types into the field for other decimals. */
export interface DecimalsDraft {
  text: string;
  isRefused: boolean;
}

/** The user's choice of the decimals of a token. */
export interface DecimalsChoice {
  /** The decimals that the user has chosen; `undefined` before a choice. */
  chosen: number | undefined;
  /** The content of the field for other decimals; `undefined` while it is closed. */
  draft: DecimalsDraft | undefined;
  /** Opens the field, or draws it again. */
  onEdit: (draft: DecimalsDraft) => void;
  onChoose: (decimals: number | undefined) => void;
}

/** Returns the title of a transfer, its control, and its exact amount. `pageUnit` is the unit that the page knows. */
export function transferAmount(
  record: TransferRecord,
  pageUnit: Unit,
  choice: DecimalsChoice,
): TransferAmount {
  const { nativeAmount, tokenAmount, tokenIds, tokenContract } = record;
  const recordUnit = unitOf(record);
  const symbol = pageUnit.symbol ?? recordUnit.symbol;
  // The page may set no decimals, or an invalid number: `readDecimals` refuses the texts "undefined" and "-1".
  const decimals = readDecimals(String(pageUnit.decimals)) ?? recordUnit.decimals;
  if (nativeAmount !== undefined) {
    return knownAmount(nativeAmount, decimals ?? NATIVE_DECIMALS, symbol ?? "native currency");
  }
  if (tokenIds.length > 0) return nftAmount(tokenIds, tokenAmount);
  if (tokenAmount === undefined)
    return { title: record.type === "TXN" ? "A transaction" : "A transfer", exact: "" };
  if (!isDigits(tokenAmount)) {
    return {
      title: [untrusted(tokenAmount, TITLE_AMOUNT_LENGTH), unit("of a token")],
      exact: untrusted(tokenAmount, MAX_DIGITS),
    };
  }
  if (decimals !== undefined) return knownAmount(tokenAmount, decimals, symbol);
  const exact = h("span", { class: "digits" }, group(tokenAmount), " in the smallest unit");
  const control = decimalsControl(tokenAmount, choice);
  if (choice.chosen !== undefined)
    return { title: tokensTitle(tokenAmount, choice.chosen, symbol), control, exact };
  const name = symbol ?? (tokenContract === undefined ? "a token" : shorten(tokenContract));
  const isShortened = tokenAmount.length > MAX_TITLE_DIGITS;
  const units = h(
    "span",
    { class: "amount" },
    isShortened ? shortDigits(tokenAmount) : group(tokenAmount),
  );
  const wholeNumber =
    isShortened && h("p", { class: "exact digits" }, `exactly ${group(tokenAmount)} units`);
  return { title: [units, unit(`units of ${name}`)], control: [wholeNumber, control], exact };
}

/** Returns a long number with its first digits and a power of ten, such as `5.706 × 10²⁰`. */
function shortDigits(digits: string): string {
  const exponent = String(digits.length - 1);
  const power = Array.from(exponent, (digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return `${digits[0]}.${digits.slice(1, SHORT_DIGITS)} × 10${power}`;
}

function knownAmount(value: string, decimals: number, symbol: string | undefined): TransferAmount {
  return { title: tokensTitle(value, decimals, symbol), exact: exactAmount(value, decimals) };
}

function tokensTitle(value: string, decimals: number, symbol: string | undefined): Child {
  const shownAmount = amount(value, { decimals });
  return [shownAmount, unit(symbol ?? (shownAmount.textContent === "1" ? "token" : "tokens"))];
}

/** Creates the small text after an amount. */
function unit(text: string): HTMLElement {
  return h("span", { class: "unit" }, " ", untrusted(text, TITLE_UNIT_LENGTH));
}

/**
 * Creates the control below the title. Its text has the decimals that the user has chosen; before a choice, it has the
 * amount with the decimals of most tokens. Its buttons offer other decimals.
 */
function decimalsControl(value: string, choice: DecimalsChoice): HTMLElement {
  const { chosen, draft, onEdit, onChoose } = choice;
  const button = (
    label: string,
    name: string,
    isPressed: boolean,
    click: () => void,
  ): HTMLElement =>
    h(
      "button",
      { type: "button", "aria-label": name, "aria-pressed": String(isPressed), click },
      label,
    );
  const isOtherChosen = chosen !== undefined && !OFFERED_DECIMALS.includes(chosen);
  const otherLabel = isOtherChosen ? String(chosen) : "other";
  const openField = (): void => onEdit({ text: chosen?.toString() ?? "", isRefused: false });
  const otherButton = button(otherLabel, "Other decimals", isOtherChosen, openField);
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
      OFFERED_DECIMALS.map((offered) => {
        const isChosen = offered === chosen;
        // A click on the chosen decimals takes the choice back.
        const click = (): void => onChoose(isChosen ? undefined : offered);
        return button(String(offered), `${offered} decimals`, isChosen, click);
      }),
      draft ? decimalsField(draft, choice) : otherButton,
    ),
  );
}

/**
 * Creates the field for other decimals. `draft` keeps what the user types, because an update of the transfer replaces
 * the field.
 */
function decimalsField(draft: DecimalsDraft, { chosen, onEdit, onChoose }: DecimalsChoice): Child {
  const input = h("input", {
    inputmode: "numeric",
    value: draft.text,
    // The same label as the button that opens the field: after each drawing, `RecordElement` focuses the control with
    // the label that had the focus before.
    "aria-label": "Other decimals",
    "aria-invalid": draft.isRefused && "true",
    focus: () => input.select(),
    input: () => {
      draft.text = input.value;
    },
    // `RecordElement` stops the `change` that a browser dispatches when a redraw removes the field after Enter.
    change: choose,
    keydown: (event: KeyboardEvent) => {
      if (event.key !== "Escape" && event.key !== "Enter") return;
      // The key must not press the button that replaces the field.
      event.preventDefault();
      if (event.key === "Enter") choose();
      else onChoose(chosen); // Closes the field without a change of the decimals.
    },
  });
  function choose(): void {
    const decimals = readDecimals(input.value.trim());
    if (decimals !== undefined) return onChoose(decimals);
    draft.isRefused = true;
    onEdit(draft);
  }
  const rule = draft.isRefused && `Enter a whole number from 0 to ${MAX_DECIMALS}.`;
  return [input, h("span", { role: "alert" }, rule)];
}

/** Returns the amount of NFTs: the id of a single token, or the number of ids. */
function nftAmount(ids: readonly string[], quantity: string | undefined): TransferAmount {
  const title =
    ids.length === 1
      ? ["Token ", untrusted(ids[0], TITLE_ID_LENGTH)]
      : `${group(ids.length)} tokens`;
  return {
    title,
    exact:
      quantity !== undefined &&
      untrusted(isDigits(quantity) ? group(quantity) : quantity, MAX_DIGITS),
  };
}

/** Returns whether a text is an integer of at most `MAX_DIGITS` digits. */
function isDigits(text: string): boolean {
  return text.length <= MAX_DIGITS && /^\d+$/.test(text);
}

function exactAmount(value: string, decimals: number): HTMLElement {
  if (!isDigits(value)) return untrusted(value, MAX_DIGITS);
  return h(
    "span",
    { class: "digits", title: `${value} in the smallest unit` },
    group(formatUnits(value, decimals)),
    h("span", { class: "muted" }, ` (${decimals} decimals)`),
  );
}

/** Lists the ids of tokens: some of them, with a button that shows more. */
export function idList(ids: readonly string[]): Child {
  const list = h("ul", { class: "ids digits", part: "ids" });
  const button = h("button", { type: "button", class: "link", click: () => show(MORE_IDS) });
  let shown = 0;
  function show(count: number): void {
    list.append(
      ...ids.slice(shown, shown + count).map((id) => h("li", {}, untrusted(id, MAX_DIGITS))),
    );
    shown = Math.min(shown + count, ids.length);
    button.textContent = `Show more (${group(ids.length - shown)})`;
    if (shown === ids.length) button.remove();
  }
  show(INITIAL_IDS);
  return [list, shown < ids.length && button];
}
