// Shows an amount. An amount is a string, because a JavaScript number would round a large amount.
import { group } from "../display/format.js";
import { formatUnits } from "../format/units.js";
import { h } from "./dom.js";
import { untrusted } from "./untrusted.js";

/**
 * Returns an element with an amount in whole units. `value` is in the smallest unit; `decimals` is 18 by default. A
 * long fraction is cut after its leading zeros and `places` more digits, 6 by default. The title has the exact value.
 * With `fixed`, every fraction has that number of digits, so that the amounts in a column line up.
 * @example
 * console.log(amount("1500000000000000000").textContent); // 1.5
 */
export function amount(
  value: string | bigint,
  { decimals = 18, places = 6, fixed }: { decimals?: number; places?: number; fixed?: number } = {},
): HTMLElement {
  let exact: string;
  try {
    exact = formatUnits(value, decimals);
  } catch {
    return h("span", { class: "amount" }, untrusted(value, 60));
  }
  const [whole = "", fraction = ""] = exact.split(".");
  const title = `${exact} (${value} in the smallest unit)`;
  if (fixed !== undefined)
    return h("span", { class: "amount", title }, fixedText(whole, fraction, fixed));
  // Leading zeros do not count as shown digits: otherwise a small amount would look like zero.
  const leadingZeros = fraction.length - fraction.replace(/^0+/, "").length;
  const end = leadingZeros + places;
  // Up to four more digits are shown in full, because a cut would hardly shorten them.
  const isCut = fraction.length > end + 4;
  const text = isCut ? `${group(whole)}.${fraction.slice(0, end)}…` : group(exact);
  return h("span", { class: "amount", title }, text);
}

/** Cuts a fraction to a number of digits. An amount that would look like zero becomes, with two digits, `< 0.01`. */
function fixedText(whole: string, fraction: string, places: number): string {
  const digits = fraction.slice(0, places).padEnd(places, "0");
  const looksZero = whole === "0" && /^0*$/.test(digits) && /[1-9]/.test(fraction);
  return looksZero ? `< 0.${"1".padStart(places, "0")}` : `${group(whole)}.${digits}`;
}
