// Numbers and times as texts.

/** The largest time of a JavaScript `Date`. */
const MAX_DATE_MS = 8.64e15;
/** A larger number is in milliseconds: in seconds, it would be after the year 5138. */
const MAX_SECONDS = 1e11;
/** A larger number is in microseconds: in milliseconds, it would be after the year 5138. */
const MAX_MILLISECONDS = 1e14;

const SECOND_MS = 1000;
/** A time that is at most this far ahead of the clock is "now": clocks differ. */
const CLOCK_DIFFERENCE_MS = 300 * SECOND_MS;

/** Units of time with their lengths in seconds, longest first. A year has 365.25 days; a month is 1/12 of a year. */
const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Matches a number of five or more digits, or zeros. A shorter text, such as `2025`, is the year of a date. */
const NUMBER = /^-?\d{5,}(\.\d+)?$|^0+$/;

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

/**
 * Returns the milliseconds since 1970 of a time in a record: a number or its digits, in seconds, milliseconds or
 * microseconds, or a date as text. Returns `undefined` for 0, which means that there is no time, and for other values.
 */
export function parseTime(value: unknown): number | undefined {
  const isNumber =
    typeof value === "number" || typeof value === "bigint" || NUMBER.test(String(value));
  const ms = isNumber ? toMilliseconds(Number(value)) : Date.parse(String(value));
  return ms !== 0 && Math.abs(ms) <= MAX_DATE_MS ? ms : undefined;
}

function toMilliseconds(time: number): number {
  if (time > MAX_MILLISECONDS) return Math.trunc(time / 1000);
  return time > MAX_SECONDS ? time : time * SECOND_MS;
}

/** Returns a time relative to now in words, such as `3 days ago`. A time just ahead of the clock is `now`. */
export function relativeTime(ms: number): string {
  const distance = ms - Date.now();
  if (distance > -SECOND_MS && distance < CLOCK_DIFFERENCE_MS) return "now";
  const [unit, count] = inLargestUnit(distance);
  relativeFormat ??= new Intl.RelativeTimeFormat("en");
  return relativeFormat.format(count, unit);
}

/** Returns a length of time in words, such as `3 days`. */
export function durationText(ms: number): string {
  const [unit, count] = inLargestUnit(Math.max(ms, SECOND_MS));
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Returns the largest unit that fits into a length of time, and how often it fits. */
function inLargestUnit(ms: number): [unit: (typeof UNITS)[number][0], count: number] {
  const seconds = ms / SECOND_MS;
  // A length of less than a second is counted in seconds.
  const [unit, length] =
    UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (["second", 1] as const);
  return [unit, Math.trunc(seconds / length)];
}
