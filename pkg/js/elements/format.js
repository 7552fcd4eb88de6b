// Numbers and times for people. No digit is ever lost: amounts stay text from the service to the screen.
import { h } from "./dom.js";
import { helpers } from "./helpers.js";
import { untrusted } from "./text.js";

/** "1234567.5" → "1,234,567.5" */
export const group = (text) => {
  const [whole, fraction] = String(text).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};

/** Smallest units as whole units, cut after some places; the exact value is in the title. */
export function amount(value, { decimals = 18, places = 6 } = {}) {
  let exact;
  try {
    exact = helpers.formatUnits(value, decimals);
  } catch {
    return h("span", { class: "amount" }, untrusted(value, 60));
  }
  const [whole, fraction = ""] = exact.split(".");
  const short = fraction.length > places + 4 ? `${group(whole)}.${fraction.slice(0, places)}…` : group(exact);
  return h("span", { class: "amount", title: `${exact} (${value} in the smallest unit)` }, short);
}

const spans = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];
let absolute;
let relative;

export function ago(milliseconds, now = Date.now()) {
  const seconds = (milliseconds - now) / 1000;
  const [unit, length] = spans.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  relative ??= new Intl.RelativeTimeFormat("en");
  return relative.format(Math.trunc(seconds / length), unit);
}

/**
 * A moment, absolute and relative. Takes seconds since 1970 (milliseconds are recognised by their size) or a date text.
 */
export function time(value) {
  const number = typeof value === "number" ? value * (value > 1e11 ? 1 : 1000) : Date.parse(value);
  if (!Number.isFinite(number) || Math.abs(number) > 8.64e15) return untrusted(value ?? "unknown", 60);
  const iso = new Date(number).toISOString();
  absolute ??= new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
  return h("time", { datetime: iso, title: iso }, absolute.format(number), h("span", { class: "ago" }, ago(number)));
}
