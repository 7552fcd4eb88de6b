// The options of a watch.

import { readCallOptions } from "../arguments/headers.js";
import { readChoice, readMilliseconds, refuseUnknown } from "../arguments/checked-options.js";
import { WATCH_OPTIONS } from "../generated/option-names.js";
import { signalOf } from "../runtime/signals.js";
import type { CallOptions, WatchOptions } from "../types/options.js";
import type { WatchSettings } from "./decision.js";
import { INTERVAL_MS, MAX_INTERVAL_MS, NOT_FOUND_GRACE_MS, TIMEOUT_MS } from "./defaults.js";
import { forgetRecord, readState, type WatchState } from "./state.js";

/** The checked options of a watch. Each poll checks `chain` and the options of its call. */
export interface CheckedWatchOptions {
  settings: WatchSettings;
  state: WatchState;
  signal: AbortSignal | undefined;
  chain: WatchOptions["chain"];
  /** The options of each poll; the watch replaces its `signal`. */
  callOptions: CallOptions;
}

/** Longest delay of a timer of the host. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Checks the options of a watch of `hash`. */
export function readWatchOptions(
  hash: string,
  options: WatchOptions | undefined,
): CheckedWatchOptions {
  const watchOptions = readCallOptions(options);
  refuseUnknown(watchOptions, WATCH_OPTIONS);
  const {
    chain,
    timeoutMs,
    intervalMs,
    maxIntervalMs,
    notFoundGraceMs,
    onManual,
    state,
    emitCurrent,
    ...callOptions
  } = watchOptions;
  const firstIntervalMs =
    readMilliseconds("intervalMs", intervalMs, 1, MAX_DELAY_MS) ?? INTERVAL_MS;
  const settings = {
    timeoutMs: readMilliseconds("timeoutMs", timeoutMs, 1) ?? TIMEOUT_MS,
    intervalMs: firstIntervalMs,
    maxIntervalMs:
      readMilliseconds("maxIntervalMs", maxIntervalMs, 1, MAX_DELAY_MS) ??
      Math.max(MAX_INTERVAL_MS, firstIntervalMs),
    notFoundGraceMs: readMilliseconds("notFoundGraceMs", notFoundGraceMs, 0) ?? NOT_FOUND_GRACE_MS,
    stopsAtManual: readChoice("onManual", onManual, ["wait", "stop"]) === "stop",
  };
  const earlierState = readState(state, hash);
  const emitsCurrent = readChoice("emitCurrent", emitCurrent, [true, false]);
  return {
    settings,
    state: emitsCurrent ? forgetRecord(earlierState) : earlierState,
    signal: signalOf(callOptions),
    chain,
    callOptions,
  };
}
