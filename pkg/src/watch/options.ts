// The options of a watch.

import { CALL_OPTIONS } from "../arguments/arguments.js";
import { readCallOptions } from "../arguments/headers.js";
import { type Listed, readChoice, readMilliseconds, refuseUnknown } from "../arguments/options.js";
import { signalOf } from "../runtime/signals.js";
import type { CallOptions, WatchOptions } from "../types/options.js";
import type { WatchSettings } from "./decision.js";
import { INTERVAL_MS, MAX_INTERVAL_MS, NOT_FOUND_GRACE_MS, TIMEOUT_MS } from "./defaults.js";
import { forgetRecord, readState, type WatchState } from "./state.js";

/** The checked options of a watch. Each poll checks `chain` and the options of its call. */
export interface CheckedOptions {
  settings: WatchSettings;
  state: WatchState;
  signal: AbortSignal | undefined;
  chain: WatchOptions["chain"];
  /** The options of each poll; the watch replaces its `signal`. */
  callOptions: CallOptions;
}

/** Longest delay of a timer of the host. */
const MAX_DELAY_MS = 2 ** 31 - 1;
const TIMES = ["timeoutMs", "intervalMs", "maxIntervalMs", "notFoundGraceMs"] as const;
const NAMES = ["chain", ...CALL_OPTIONS, ...TIMES, "onManual", "state", "emitCurrent"] as const;
/** Does not compile when the list lacks an option. */
export type ListedWatchOptions = Listed<keyof WatchOptions, (typeof NAMES)[number]>;

/** Checks the options of a watch of `hash`. */
export function readWatchOptions(hash: string, options: WatchOptions | undefined): CheckedOptions {
  const all = readCallOptions(options);
  refuseUnknown(all, NAMES);
  const intervalMs = readMilliseconds("intervalMs", all.intervalMs, 1, MAX_DELAY_MS) ?? INTERVAL_MS;
  const maxIntervalMs = readMilliseconds("maxIntervalMs", all.maxIntervalMs, 1, MAX_DELAY_MS);
  const settings = {
    timeoutMs: readMilliseconds("timeoutMs", all.timeoutMs, 1) ?? TIMEOUT_MS,
    intervalMs,
    maxIntervalMs: maxIntervalMs ?? Math.max(MAX_INTERVAL_MS, intervalMs),
    notFoundGraceMs: readMilliseconds("notFoundGraceMs", all.notFoundGraceMs, 0) ?? NOT_FOUND_GRACE_MS,
    stopsAtManual: readChoice("onManual", all.onManual, ["wait", "stop"]) === "stop",
  };
  const state = readState(all.state, hash);
  const emitsCurrent = readChoice("emitCurrent", all.emitCurrent, [true, false]);
  return {
    settings,
    state: emitsCurrent ? forgetRecord(state) : state,
    signal: signalOf(all),
    chain: all.chain,
    callOptions: Object.fromEntries(CALL_OPTIONS.map((name) => [name, all[name]])),
  };
}
