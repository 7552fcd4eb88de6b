// Numbers, times and JSON for people. No digit is ever lost: amounts stay text from the service to the screen.
import { formatUnits } from "/pkg/index.js";
import { h } from "./dom.js";

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
    exact = formatUnits(value, decimals);
  } catch {
    return h("span", { class: "amount" }, h("bdi", {}, String(value)));
  }
  const [whole, fraction = ""] = exact.split(".");
  const short = fraction.length > places ? `${group(whole)}.${fraction.slice(0, places)}…` : group(exact);
  return h("span", { class: "amount", title: `${exact} (${value} in the smallest unit)` }, short);
}

const absolute = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat("en");
const spans = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

export function ago(milliseconds, now = Date.now()) {
  const seconds = (milliseconds - now) / 1000;
  const [unit, length] = spans.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return relative.format(Math.trunc(seconds / length), unit);
}

/** A moment, absolute and relative. Takes seconds since 1970 (milliseconds are recognised by their size) or a date text. */
export function time(value) {
  const number = typeof value === "number" ? value * (value > 1e11 ? 1 : 1000) : Date.parse(value);
  if (!Number.isFinite(number) || Math.abs(number) > 8.64e15)
    return h("span", {}, h("bdi", {}, String(value ?? "unknown")));
  const iso = new Date(number).toISOString();
  return h("time", { datetime: iso, title: iso }, absolute.format(number), h("span", { class: "ago" }, ago(number)));
}

/** Re-indents JSON text without parsing it: strings and numbers are copied character by character. */
export function indent(text) {
  let out = "";
  let depth = 0;
  const line = () => `\n${"  ".repeat(Math.min(depth, 40))}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s"{}[\],:]+/g)) {
    if (token === "{" || token === "[") {
      depth += 1;
      out += token + line();
    } else if (token === "}" || token === "]") {
      depth -= 1;
      out += line() + token;
    } else if (token === ",") out += token + line();
    else if (token === ":") out += ": ";
    else out += /^[{[]/.test(token) ? token.replace(/\s+/g, "") : token;
  }
  return out;
}

/** A value as JSON text; bigints, which JSON.stringify refuses, are written as their digits in quotes. */
export const jsonText = (value, space) =>
  String(JSON.stringify(value, (_, item) => (typeof item === "bigint" ? String(item) : item), space));
