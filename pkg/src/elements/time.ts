// Shows dates and times.
import { h } from "./dom.js";
import { durationText, parseTime, relativeTime } from "../display/format.js";
import { untrusted } from "./untrusted.js";

// Created on first use.
let absoluteFormat: Intl.DateTimeFormat | undefined;

/**
 * Creates a `<time>` with a date, absolute in the time zone of the browser and relative to now. A number is in Unix
 * seconds, milliseconds or microseconds; a string is a date or the digits of such a number. 0 is an unknown time.
 * @example
 * console.log(time(1740953590).getAttribute("datetime")); // 2025-03-02T22:13:10.000Z
 */
export function time(value: number | string | undefined): HTMLElement {
  const ms = parseTime(value);
  if (ms === undefined) {
    const isAbsent = Number(value ?? 0) === 0;
    return untrusted(isAbsent ? "unknown" : value, 60);
  }
  const iso = new Date(ms).toISOString();
  absoluteFormat ??= new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "long" });
  const absolute = absoluteFormat.format(ms);
  return h(
    "time",
    { datetime: iso, title: iso },
    absolute,
    h("span", { class: "ago" }, relativeTime(ms)),
  );
}

/** Creates a `<time>` with the time since `value`, such as `3 hours`; `undefined` unless `value` is in the past. */
export function elapsed(value: unknown): HTMLElement | undefined {
  const ms = parseTime(value);
  if (ms === undefined || ms > Date.now()) return undefined;
  return h(
    "time",
    { datetime: new Date(ms).toISOString(), class: "elapsed" },
    durationText(Date.now() - ms),
  );
}

/** Writes the relative times below `root` again, because time has passed. */
export function refreshTimes(root: ParentNode): void {
  for (const element of root.querySelectorAll("time")) {
    const ms = Date.parse(element.dateTime);
    const ago = element.querySelector(".ago");
    if (ago) ago.textContent = relativeTime(ms);
    else if (element.className === "elapsed") element.textContent = durationText(Date.now() - ms);
  }
}
