// Numbers. Amounts stay strings from the service to the page, so no digit is lost.
import { h } from "./dom.js";
import { helpers } from "./helpers.js";
import { untrusted } from "./untrusted.js";

/** Groups the digits of a decimal number by three: `1234567.5` becomes `1,234,567.5`. */
export function group(text: string | number | bigint): string {
  const [whole = "", fraction] = String(text).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/**
 * An amount of smallest units, in whole units. `decimals` is 18 by default. A fraction longer than `places` (6 by default)
 * is cut off; the title holds the exact value.
 */
export function amount(
  value: string | bigint,
  { decimals = 18, places = 6 }: { decimals?: number; places?: number } = {},
): HTMLElement {
  let exact: string;
  try {
    exact = helpers.formatUnits(value, decimals);
  } catch {
    return h("span", { class: "amount" }, untrusted(value, 60));
  }
  const [whole = "", fraction = ""] = exact.split(".");
  // Four more digits are shown before any are cut off.
  const short = fraction.length > places + 4 ? `${group(whole)}.${fraction.slice(0, places)}…` : group(exact);
  return h("span", { class: "amount", title: `${exact} (${value} in the smallest unit)` }, short);
}
