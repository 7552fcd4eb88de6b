// Watches a transfer until it is done or has failed: the two forms of the result, and the loop of polls.

import type { DisposableIterator } from "../runtime/disposable.js";
import {
  type EtherealQueryError,
  internalError,
  invalidValue,
  isEtherealQueryError,
  readObject,
} from "../errors/error.js";
import { findTransfer } from "../transfers/find-transfer.js";
import { serializedIterator } from "../runtime/iterator.js";
import type { BridgeTransfer } from "../generated/models.js";
import { routeOf } from "../transfers/route.js";
import { followAll } from "../runtime/signals.js";
import type { TransferUpdate } from "../types/transfer.js";
import type { TransferQuery } from "../generated/requests.js";
import type { CallOptions, WaitOptions, WatchOptions } from "../types/options.js";
import { decide, type PollOutcome } from "./decision.js";
import { type FailedEnd, watchError } from "./error.js";
import { readWatchOptions } from "./options.js";
import type { PollTime, Scheduler } from "./scheduler.js";
import { stateText } from "./state.js";

/** The source of the polls: a client, or a subclass with another `bridgeTransfer`. */
interface TransferSource {
  bridgeTransfer(hash: string, query: TransferQuery, options: CallOptions): Promise<BridgeTransfer | null>;
}

/** Iterates over the changes. It polls only while a `next()` is pending, so an abandoned iterator does nothing. */
export function watchTransfer(
  source: TransferSource,
  scheduler: Scheduler,
  hash: string,
  options: WatchOptions | undefined,
): DisposableIterator<TransferUpdate> {
  let stop: AbortController | undefined;
  let updates: AsyncGenerator<TransferUpdate, unknown, void> | undefined;
  const nextUpdate = async (): Promise<{ value: TransferUpdate } | undefined> => {
    stop ??= new AbortController();
    updates ??= follow(source, scheduler, hash, options, false, stop.signal);
    const { done, value } = await updates.next();
    return done ? undefined : { value };
  };
  return serializedIterator(nextUpdate, () => stop?.abort());
}

/** Resolves to the record when the transfer is done. */
export async function waitForTransfer(
  source: TransferSource,
  scheduler: Scheduler,
  hash: string,
  options: WaitOptions | undefined,
): Promise<BridgeTransfer> {
  const { onProgress, ...rest } = readObject("options", options);
  if (onProgress && typeof onProgress !== "function") {
    throw invalidValue("onProgress", onProgress, "a function");
  }
  const updates = follow(source, scheduler, hash, rest, true);
  for (;;) {
    const { done, value } = await updates.next();
    // Only a record that is done ends a wait without an error.
    if (done) return value!;
    // An error of the callback does not end the wait.
    void (async () => onProgress?.(value))().catch(() => {});
  }
}

/**
 * Polls, yields each change, and returns the last record. Throws the error that ends the watch. After an abort of
 * `stopped`, it returns at once.
 */
async function* follow(
  source: TransferSource,
  scheduler: Scheduler,
  hash: string,
  options: WatchOptions | undefined,
  waitsForDone: boolean,
  stopped?: AbortSignal,
): AsyncGenerator<TransferUpdate, BridgeTransfer | null, void> {
  const { settings, signal, callOptions, ...read } = readWatchOptions(hash, options);
  let { state, chain } = read;
  const startedMs = performance.now() - state.elapsedMs;
  const endMs = startedMs + Math.max(settings.timeoutMs, state.elapsedMs);
  let due: PollTime = { fromMs: 0, delayMs: 0, waitsForOnline: false };
  let transfer: BridgeTransfer | null = null;
  let failure: EtherealQueryError | undefined;
  const errorOf = (end: FailedEnd, cause?: unknown): EtherealQueryError =>
    watchError(end, settings, hash, transfer, cause);

  const request = async (ended: AbortSignal): Promise<PollOutcome> => {
    try {
      const find = (type: TransferQuery["chain"]): Promise<BridgeTransfer | null> =>
        source.bridgeTransfer(hash, type === undefined ? {} : { chain: type }, { ...callOptions, signal: ended });
      const found = await findTransfer(chain, find);
      // With `"auto"`, later polls are for the chain type of the first record.
      if (found.transfer) chain = found.chain;
      return { transfer: found.transfer };
    } catch (thrown) {
      return { error: packageError(thrown) };
    }
  };

  for (;;) {
    const outcome = await pollOnce(scheduler, due, endMs, { signal, stopped }, request);
    if (outcome === "stopped") return transfer;
    if (outcome === "timeout") throw errorOf("timeout", failure);
    if ("abortedBy" in outcome) throw errorOf("aborted", outcome.abortedBy);

    if ("transfer" in outcome) transfer = outcome.transfer ?? transfer;
    failure = "error" in outcome ? outcome.error : undefined;
    const nowMs = Math.round(performance.now() - startedMs);
    const { delayMs, waitsForOnline, reports, end, ...next } = decide(state, settings, outcome, nowMs, Math.random());
    state = next.state;
    due = { fromMs: performance.now(), delayMs, waitsForOnline };
    if (reports) {
      const { phase = "missing", polls, elapsedMs } = state;
      const steps = transfer ? routeOf(transfer) : [];
      yield { transfer, phase, steps, polls, elapsedMs, state: stateText(state, hash) };
    }
    if (end === "done" || (end === "manual" && !waitsForDone)) return transfer;
    if (end === "rejected") throw failure!;
    if (end) throw errorOf(end, failure);
  }
}

/** How a poll ends: with its outcome, or early. */
type PollEnd = PollOutcome | { abortedBy: unknown } | "stopped" | "timeout";

/**
 * Polls with `request` when it is due. An abort of a signal, and the time limit, end the poll at once and abort its
 * request.
 */
function pollOnce(
  scheduler: Scheduler,
  due: PollTime,
  endMs: number,
  { signal, stopped }: { signal: AbortSignal | undefined; stopped: AbortSignal | undefined },
  request: (ended: AbortSignal) => Promise<PollOutcome>,
): Promise<PollEnd> {
  const controller = new AbortController();
  const followed = followAll([signal, stopped]);
  const cancels: (() => void)[] = [];
  let startedMs = -Infinity;
  let settle!: (end: PollEnd) => void;
  const ended = new Promise<PollEnd>((resolve) => (settle = resolve));
  const end = (outcome: PollEnd): void => {
    for (const cancel of cancels) cancel();
    followed?.release();
    // Before the outcome, so that no request starts in between.
    controller.abort();
    settle(outcome);
  };
  const onAbort = (): void => end(stopped?.aborted ? "stopped" : { abortedBy: followed?.signal.reason });
  const onTimeout = (): void => {
    // A poll that began after the time limit still counts: the machine slept, or the program called `next` late.
    if (startedMs < endMs) end("timeout");
  };
  const start = (): Promise<unknown> => {
    // The abort of another watch with the same signal may come first: it frees a slot, which starts this poll.
    if (!signal?.aborted) {
      startedMs = performance.now();
      void request(controller.signal).then(end);
    }
    return ended;
  };

  if (followed?.signal.aborted) {
    onAbort();
    return ended;
  }
  followed?.signal.addEventListener("abort", onAbort);
  if (performance.now() < endMs) cancels.push(scheduler.scheduleAt(endMs, onTimeout));
  cancels.push(scheduler.schedulePoll(due, start));
  return ended;
}

/** Returns the error of a poll. A subclass of the client may reject with any value. */
function packageError(thrown: unknown): EtherealQueryError {
  if (isEtherealQueryError(thrown)) return thrown;
  return internalError("internal", "A defect in ethereal-query: please report it with the cause.", thrown);
}
