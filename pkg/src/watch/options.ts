// The options of a watch.

import { readCallOptions } from "../arguments/headers.js";
import { readChoice, readMilliseconds, refuseUnknown } from "../arguments/options.js";
import { signalOf } from "../runtime/signals.js";
import type { WatchOptions } from "../types/options.js";
import type { WatchSettings } from "./decision.js";
import { forgetRecord, readState, type WatchState } from "./state.js";

/** The checked options of a watch. Each poll checks `chain` and `headers`. */
export interface CheckedOptions extends Pick<WatchOptions, "chain" | "headers"> {
  settings: WatchSettings;
  state: WatchState;
  signal: AbortSignal | undefined;
}

/** Longest delay of a timer of the host. */
const MAX_INTERVAL_MS = 2 ** 31 - 1;
const TIMES = ["timeoutMs", "intervalMs", "maxIntervalMs", "notFoundGraceMs"];
const NAMES = ["chain", "signal", "headers", ...TIMES, "onManual", "state", "emitCurrent"];

/** Checks the options of a watch of `hash`. */
export function readWatchOptions(hash: string, options: WatchOptions | undefined): CheckedOptions {
  const all = readCallOptions(options);
  refuseUnknown(all, NAMES);
  const { chain, headers } = all;
  const intervalMs = readMilliseconds("intervalMs", all.intervalMs, 1, MAX_INTERVAL_MS) ?? 5_000;
  const maxIntervalMs = readMilliseconds("maxIntervalMs", all.maxIntervalMs, 1, MAX_INTERVAL_MS);
  const settings = {
    timeoutMs: readMilliseconds("timeoutMs", all.timeoutMs, 1) ?? 3_600_000,
    intervalMs,
    maxIntervalMs: maxIntervalMs ?? Math.max(60_000, intervalMs),
    notFoundGraceMs: readMilliseconds("notFoundGraceMs", all.notFoundGraceMs, 0) ?? 120_000,
    stopsAtManual: readChoice("onManual", all.onManual, ["wait", "stop"]) === "stop",
  };
  const state = readState(all.state, hash);
  const emitsCurrent = readChoice("emitCurrent", all.emitCurrent, [true, false]);
  return { settings, state: emitsCurrent ? forgetRecord(state) : state, signal: signalOf(all), chain, headers };
}
