// Amounts, times, statuses and chains as people read them.

import { chainName } from "../chains/known-chains.js";
import { statusLabel } from "../display/statuses.js";
import { group, parseTime, relativeTime } from "../display/format.js";
import { formatUnits } from "../format/units.js";
import type { TransferStep, TransferUpdate } from "../types/transfer.js";
import type { Color, Output } from "./output.js";
import { safe } from "./text.js";

/** A little more than the 78 digits of a 256-bit integer. */
const MAX_DIGITS = 90;

const COLORS: Record<string, Color> = { done: "green", failed: "red", manual: "yellow" };

/** A status in words, with the status of the record: `Delivered (done)`. */
export function status(value: unknown): string {
  const label = statusLabel(value);
  return label === undefined ? safe(value) : `${label} (${safe(value)})`;
}

/** The colour of a phase or of the state of a step. */
export function stateColor(state: TransferUpdate["phase"] | TransferStep["state"]): Color {
  return COLORS[state] ?? "cyan";
}

/** An amount of smallest units in whole units, of 18 decimals by default. Any other value becomes safe text. */
export function amount(value: unknown, decimals?: number): string | undefined {
  if (value === undefined) return undefined;
  try {
    return group(formatUnits(value as string, decimals));
  } catch {
    return safe(value, MAX_DIGITS);
  }
}

/** An amount like {@link amount}, but with at most four decimals, for a column of a table: `1,234.5678…`. */
export function shortAmount(value: unknown): string | undefined {
  return amount(value)?.replace(/^([\d,]+\.\d{4})\d+$/, "$1…");
}

/** An integer with grouped digits. Any other value becomes safe text. */
export function integer(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === "string" && value.length <= MAX_DIGITS && /^\d+$/.test(value)
    ? group(value)
    : safe(value);
}

/** A chain by name and id: `Base (8453)`. */
export function chain(id: unknown): string | undefined {
  if (id === undefined) return undefined;
  const name = safe(chainName(id));
  // The name of an unknown chain already has the id: `Chain 7`.
  return name.includes(safe(id)) ? name : `${name} (${safe(id)})`;
}

/** A time in the local time zone, as ISO 8601; on a terminal also relative to now. */
export function time(value: unknown, { isTerminal, paint }: Output): string | undefined {
  if (value === undefined) return undefined;
  const ms = parseTime(value);
  // A time of 0 means that there is no time.
  if (ms === undefined) return Number(value) === 0 ? "unknown" : safe(value);
  return isTerminal ? `${localIso(ms)} ${paint("dim", `(${relativeTime(ms)})`)}` : localIso(ms);
}

/** A time for a column of a table: on a terminal only relative to now, otherwise like {@link time}. */
export function shortTime(value: unknown, output: Output): string | undefined {
  const ms = parseTime(value);
  return ms !== undefined && output.isTerminal ? relativeTime(ms) : time(value, output);
}

/** A moment in the local time zone: `2025-03-02T20:13:10+01:00`. */
export function localIso(ms: number): string {
  const offsetMinutes = -new Date(ms).getTimezoneOffset();
  // `toISOString` writes the time in UTC, so the time is first moved by the offset.
  const local = new Date(ms + offsetMinutes * 60_000).toISOString().replace(/\.\d+Z$/, "");
  const sign = offsetMinutes < 0 ? "-" : "+";
  return `${local}${sign}${twoDigits(offsetMinutes / 60)}:${twoDigits(offsetMinutes % 60)}`;
}

function twoDigits(number: number): string {
  return String(Math.trunc(Math.abs(number))).padStart(2, "0");
}
