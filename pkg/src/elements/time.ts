// Dates and times.
import { h } from "./dom.js";
import { parseTime, relativeTime } from "../words/format.js";
import { untrusted } from "./untrusted.js";

// Created on first use.
let absoluteFormat: Intl.DateTimeFormat | undefined;

/**
 * Creates a `<time>` with a date, absolute and relative to now. A number is in Unix seconds or milliseconds; a string
 * is a date.
 * @example
 * console.log(time(1740953590).getAttribute("datetime")); // 2025-03-02T22:13:10.000Z
 */
export function time(value: number | string | undefined): HTMLElement {
  const ms = parseTime(value);
  if (ms === undefined) return untrusted(value ?? "unknown", 60);
  const iso = new Date(ms).toISOString();
  absoluteFormat ??= new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
  return h(
    "time",
    { datetime: iso, title: iso },
    absoluteFormat.format(ms),
    h("span", { class: "ago" }, relativeTime(ms)),
  );
}
