// Dates and times.
import { h } from "./dom.js";
import { untrusted } from "./untrusted.js";

const MAX_DATE_MS = 8.64e15;
/** A larger number is in milliseconds. */
const MAX_SECONDS = 1e11;

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

// Created on first use.
let absoluteFormat: Intl.DateTimeFormat | undefined;
let relativeFormat: Intl.RelativeTimeFormat | undefined;

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

/** The milliseconds since 1970 of a time in a record; `undefined` for a value that is not a time. */
export function parseTime(value: unknown): number | undefined {
  const ms = typeof value === "number" ? value * (value > MAX_SECONDS ? 1 : 1000) : Date.parse(String(value));
  return Math.abs(ms) <= MAX_DATE_MS ? ms : undefined;
}

/** How long ago a moment is, or how far ahead, in words. */
export function relativeTime(ms: number): string {
  const seconds = (ms - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (["second", 1] as const);
  relativeFormat ??= new Intl.RelativeTimeFormat("en");
  return relativeFormat.format(Math.trunc(seconds / length), unit);
}
