// Decides what follows from a poll of a watched transfer, and when the next poll is due. The decision is pure: the
// caller provides the elapsed time and a random number. The specification names the statuses (§3.1) but no transitions,
// so any status may follow any other.

import type { EtherealQueryError } from "../errors/error.js";
import type { ErrorCode, ErrorKind } from "../generated/errors.js";
import type { BridgeTransfer } from "../generated/models.js";
import { phaseOf } from "../transfers/phase.js";
import { hashText, type WatchState } from "./state.js";

/** The settings of a watch. All times are in milliseconds. */
export interface WatchSettings {
  readonly timeoutMs: number;
  readonly intervalMs: number;
  readonly maxIntervalMs: number;
  readonly notFoundGraceMs: number;
  readonly stopsAtManual: boolean;
}

/** The outcome of a poll: the record, `null` for an unknown transfer, or an error. */
export type PollOutcome = { transfer: BridgeTransfer | null } | { error: EtherealQueryError };

/** Why a watch ends. `rejected` means that the poll failed, and that another poll would fail as well. */
export type WatchEnd = "done" | "failed" | "manual" | "not_found" | "timeout" | "rejected";

export interface WatchDecision {
  /** The state after the poll. */
  readonly state: WatchState;
  /** Whether to report an update, before the end. */
  readonly reports: boolean;
  /** `undefined` while the watch continues. */
  readonly end: WatchEnd | undefined;
  /** Milliseconds until the next poll is due. */
  readonly delayMs: number;
  /**
   * Whether the next poll waits while the host is offline: `true` if this poll got no response. Other polls do not
   * wait, because a host without a network may still reach a service on the same machine.
   */
  readonly waitsForOnline: boolean;
}

/**
 * Kinds of errors after which a watch polls again, even if the call was not retryable. Often something between the
 * client and the service answered: a gateway, or the log-in page of a wireless network.
 */
const TRANSIENT_KINDS: readonly ErrorKind[] = [
  "network",
  "timeout",
  "rate_limited",
  "server",
  "redirect_blocked",
  "decode",
  "unexpected_status",
];
/** Codes that end a watch when several polls in a row have them: probably the service itself has changed. */
const DOUBTFUL_CODES: readonly ErrorCode[] = ["unexpected_shape", "too_deep", "unexpected_status"];
const MAX_DOUBTFUL_POLLS = 3;
/** Kinds of errors of a call without a response. */
const NO_RESPONSE_KINDS: readonly ErrorKind[] = ["network", "timeout"];

/**
 * Decides after a poll that ended `nowMs` after the start of the watch, earlier runs included. `random` is from 0 to 1.
 * After the end of a watch, the same outcome gives the same decision without a report.
 */
export function decide(
  before: WatchState,
  settings: WatchSettings,
  outcome: PollOutcome,
  nowMs: number,
  random: number,
): WatchDecision {
  const elapsedMs = Math.min(Math.max(before.elapsedMs, nowMs), Number.MAX_SAFE_INTEGER);
  let { phase, fingerprint, missingSinceMs } = before;
  let doubtfulPolls = 0;
  let reports = false;
  let isFirstMiss = false;
  let minDelayMs = 0;
  let maxDelayMs = Infinity;
  let end: WatchEnd | undefined;
  let waitsForOnline = false;
  if ("error" in outcome) {
    const { kind, code, retryable, retryAfterMs = 0 } = outcome.error;
    if (!retryable && DOUBTFUL_CODES.includes(code)) doubtfulPolls = before.doubtfulPolls + 1;
    if (!mayPass(outcome.error) || doubtfulPolls >= MAX_DOUBTFUL_POLLS) end = "rejected";
    minDelayMs = retryAfterMs;
    waitsForOnline = NO_RESPONSE_KINDS.includes(kind);
  } else if (outcome.transfer) {
    phase = phaseOf(outcome.transfer);
    // Any difference in the record is a change.
    fingerprint = hashText(JSON.stringify(outcome.transfer, writeBigInt));
    missingSinceMs = undefined;
    reports = phase !== before.phase || fingerprint !== before.fingerprint;
    if (phase === "done" || phase === "failed" || (phase === "manual" && settings.stopsAtManual))
      end = phase;
  } else {
    // A record that was found before is not reported as missing: an instance of the service may lag behind.
    reports = phase === undefined;
    phase ??= "missing";
    isFirstMiss = missingSinceMs === undefined;
    missingSinceMs ??= elapsedMs;
    // One poll is due exactly at the end of the grace period.
    maxDelayMs = missingSinceMs + settings.notFoundGraceMs - elapsedMs;
    if (maxDelayMs <= 0) end = "not_found";
  }
  if (elapsedMs >= settings.timeoutMs) end ??= "timeout";
  // After a change, the interval begins again at `settings.intervalMs`.
  const grownMs = reports || isFirstMiss ? 0 : Math.ceil(before.intervalMs * 1.5);
  const intervalMs = Math.min(Math.max(grownMs, settings.intervalMs), settings.maxIntervalMs);
  const delayMs = Math.min(Math.max(addJitter(intervalMs, random), minDelayMs), maxDelayMs);
  const polls = before.polls + 1;
  const state = { elapsedMs, intervalMs, phase, fingerprint, missingSinceMs, polls, doubtfulPolls };
  return { state, reports, end, delayMs, waitsForOnline };
}

/** Returns whether another poll may succeed after an error. */
export function mayPass({ kind, code, retryable }: EtherealQueryError): boolean {
  return retryable || TRANSIENT_KINDS.includes(kind) || code === "request_blocked";
}

/** Replaces a `bigint`, which JSON has no form for. A subclass of the client may return one. */
function writeBigInt(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

/** Returns `intervalMs` plus or minus up to a fifth, so that many clients do not poll at the same moment. */
export function addJitter(intervalMs: number, random: number): number {
  const fifth = Math.floor(intervalMs / 5);
  return intervalMs - fifth + Math.floor((2 * fifth + 1) * random);
}
