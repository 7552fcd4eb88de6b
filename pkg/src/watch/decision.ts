// Decides what follows from a poll of a watched transfer, and when the next poll is due. The decision is pure: the
// caller provides the elapsed time and a random number. The list of statuses (specification §3.1) has no transitions,
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

/** What the outcome of a poll means. {@link decide} then applies the time limit of the watch and the interval. */
interface Finding {
  readonly phase: WatchState["phase"];
  readonly fingerprint: number;
  readonly missingSinceMs: number | undefined;
  readonly doubtfulPolls: number;
  readonly reports: boolean;
  readonly end: WatchEnd | undefined;
  /** Whether the interval begins again at `settings.intervalMs`. */
  readonly restartsInterval: boolean;
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
  readonly waitsForOnline: boolean;
}

/**
 * Decides after a poll that ended `nowMs` after the start of the watch, earlier runs included. `random` is from 0 to 1.
 * A watch that continues from the state of its end, and whose poll has the same outcome, ends again without a report.
 */
export function decide(
  before: WatchState,
  settings: WatchSettings,
  outcome: PollOutcome,
  nowMs: number,
  random: number,
): WatchDecision {
  const elapsedMs = Math.min(Math.max(before.elapsedMs, nowMs), Number.MAX_SAFE_INTEGER);
  const finding = findingOf(before, settings, outcome, elapsedMs);
  const { phase, fingerprint, missingSinceMs, doubtfulPolls, reports, waitsForOnline } = finding;
  const isOverTime = elapsedMs >= settings.timeoutMs;
  const end = finding.end ?? (isOverTime ? "timeout" : undefined);

  const grownMs = Math.max(Math.ceil(before.intervalMs * 1.5), settings.intervalMs);
  const nextMs = finding.restartsInterval ? settings.intervalMs : grownMs;
  const intervalMs = Math.min(nextMs, settings.maxIntervalMs);
  const randomMs = addJitter(intervalMs, random);
  const delayMs = Math.min(Math.max(randomMs, finding.minDelayMs), finding.maxDelayMs);

  const polls = before.polls + 1;
  const state = { elapsedMs, intervalMs, phase, fingerprint, missingSinceMs, polls, doubtfulPolls };
  return { state, reports, end, delayMs, waitsForOnline };
}

function findingOf(
  before: WatchState,
  settings: WatchSettings,
  outcome: PollOutcome,
  elapsedMs: number,
): Finding {
  if ("error" in outcome) return findingOfError(before, outcome.error);
  if (outcome.transfer) return findingOfRecord(before, settings, outcome.transfer);
  return findingOfMiss(before, settings, elapsedMs);
}

/** The finding of a poll without news: it keeps the values of the state before, and ends a row of doubtful polls. */
function unchanged({ phase, fingerprint, missingSinceMs }: WatchState): Finding {
  return {
    phase,
    fingerprint,
    missingSinceMs,
    doubtfulPolls: 0,
    reports: false,
    end: undefined,
    restartsInterval: false,
    minDelayMs: 0,
    maxDelayMs: Infinity,
    waitsForOnline: false,
  };
}

function findingOfError(before: WatchState, error: EtherealQueryError): Finding {
  const { kind, code, retryable, retryAfterMs = 0 } = error;
  const isDoubtful = !retryable && DOUBTFUL_CODES.includes(code);
  const doubtfulPolls = isDoubtful ? before.doubtfulPolls + 1 : 0;
  const isRejected = !mayPass(error) || doubtfulPolls >= MAX_DOUBTFUL_POLLS;
  return {
    ...unchanged(before),
    doubtfulPolls,
    end: isRejected ? "rejected" : undefined,
    minDelayMs: retryAfterMs,
    waitsForOnline: NO_RESPONSE_KINDS.includes(kind),
  };
}

function findingOfRecord(
  before: WatchState,
  settings: WatchSettings,
  transfer: BridgeTransfer,
): Finding {
  const phase = phaseOf(transfer);
  const fingerprint = hashText(JSON.stringify(transfer, writeBigInt));
  // Any difference in the record is a change.
  const isChange = phase !== before.phase || fingerprint !== before.fingerprint;
  const isFinal = phase === "done" || phase === "failed";
  const stops = phase === "manual" && settings.stopsAtManual;
  return {
    ...unchanged(before),
    phase,
    fingerprint,
    missingSinceMs: undefined,
    reports: isChange,
    end: isFinal || stops ? phase : undefined,
    restartsInterval: isChange,
  };
}

/** The finding of a poll that did not find the transfer. */
function findingOfMiss(before: WatchState, settings: WatchSettings, elapsedMs: number): Finding {
  // A record that was found before is not reported as missing: an instance of the service may lag behind.
  const reports = before.phase === undefined;
  const missingSinceMs = before.missingSinceMs ?? elapsedMs;
  const graceLeftMs = missingSinceMs + settings.notFoundGraceMs - elapsedMs;
  return {
    ...unchanged(before),
    phase: before.phase ?? "missing",
    missingSinceMs,
    reports,
    end: graceLeftMs <= 0 ? "not_found" : undefined,
    restartsInterval: reports || before.missingSinceMs === undefined,
    // One poll is due exactly at the end of the grace period.
    maxDelayMs: graceLeftMs,
  };
}

/** Returns whether another poll may succeed after an error. */
export function mayPass({ kind, code, retryable }: EtherealQueryError): boolean {
  return retryable || TRANSIENT_KINDS.includes(kind) || code === "request_blocked";
}

/** Replaces a `bigint`, which JSON cannot represent. A subclass of the client may return a record with a `bigint`. */
function writeBigInt(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

/**
 * Returns `intervalMs` plus or minus up to a fifth (4,000 to 6,000 for 5,000), so that many clients do not poll at the
 * same moment.
 */
export function addJitter(intervalMs: number, random: number): number {
  const fifth = Math.floor(intervalMs / 5);
  return intervalMs - fifth + Math.floor((2 * fifth + 1) * random);
}
