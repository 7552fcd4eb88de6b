// Numbers and times as texts.

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
let relativeFormat: Intl.RelativeTimeFormat | undefined;

/**
 * Groups the digits of a decimal number by three.
 * @example
 * console.log(group("1234567.5")); // 1,234,567.5
 */
export function group(text: string | number | bigint): string {
  const [whole = "", fraction] = String(text).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** The milliseconds since 1970 of a time in a record; `undefined` for a value that is not a time. */
export function parseTime(value: unknown): number | undefined {
  const ms = typeof value === "number" ? value * (value > MAX_SECONDS ? 1 : 1000) : Date.parse(String(value));
  return Math.abs(ms) <= MAX_DATE_MS ? ms : undefined;
}

/** Returns a time relative to now in words, such as `3 days ago`. */
export function relativeTime(ms: number): string {
  const seconds = (ms - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (["second", 1] as const);
  relativeFormat ??= new Intl.RelativeTimeFormat("en");
  return relativeFormat.format(Math.trunc(seconds / length), unit);
}
