// Numbers. An amount is a string from the service to the page, so that it keeps all its digits.
import { group } from "../words/format.js";
import { formatUnits } from "../format/units.js";
import { h } from "./dom.js";
import { untrusted } from "./untrusted.js";

/**
 * Returns an element with an amount in whole units. `value` is in the smallest unit; `decimals` is 18 by default. It
 * cuts a long fraction after `places` digits that follow its leading zeros, 6 by default; the title has the exact
 * value.
 * @example
 * console.log(amount("1500000000000000000").textContent); // 1.5
 */
export function amount(
  value: string | bigint,
  { decimals = 18, places = 6 }: { decimals?: number; places?: number } = {},
): HTMLElement {
  let exact: string;
  try {
    exact = formatUnits(value, decimals);
  } catch {
    return h("span", { class: "amount" }, untrusted(value, 60));
  }
  const [whole = "", fraction = ""] = exact.split(".");
  // Without the leading zeros, a small amount would look like zero.
  const end = fraction.search(/[1-9]/) + places;
  // Up to four more digits are shown in full, because a cut would hardly shorten them.
  const short = fraction.length > end + 4 ? `${group(whole)}.${fraction.slice(0, end)}…` : group(exact);
  return h("span", { class: "amount", title: `${exact} (${value} in the smallest unit)` }, short);
}
