// Watches a transfer until it is done or has failed. `watchTransfer` returns an iterator over the changes, and
// `waitForTransfer` a promise of the record.

import type { DisposableIterator } from "../runtime/disposable.js";
import {
  type EtherealQueryError,
  internalError,
  isEtherealQueryError,
  readObject,
  withCallerStack,
} from "../errors/error.js";
import { readFunction } from "../arguments/checked-options.js";
import { findTransfer } from "../transfers/find-transfer.js";
import { serializedIterator } from "../runtime/iterator.js";
import type { BridgeTransfer } from "../generated/models.js";
import { routeOf } from "../transfers/route.js";
import type { TransferUpdate } from "../types/transfer.js";
import type { TransferQuery } from "../generated/requests.js";
import type { CallOptions, WaitOptions, WatchOptions } from "../types/options.js";
import type { ChainType } from "../values.js";
import { decide, type PollOutcome } from "./decision.js";
import { type FailedEnd, watchError } from "./error.js";
import { readWatchOptions } from "./watch-options.js";
import { pollOnce } from "./poll.js";
import type { PollTime, Scheduler } from "./scheduler.js";
import { stateText } from "./state.js";

/** The source of the polls: a client, or a subclass with another `bridgeTransfer`. */
interface TransferSource {
  bridgeTransfer(
    hash: string,
    query: TransferQuery,
    options: CallOptions,
  ): Promise<BridgeTransfer | null>;
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
    // The first call starts the watch.
    stop ??= new AbortController();
    const waitsForDone = false;
    updates ??= pollUntilEnd(source, scheduler, hash, options, waitsForDone, stop.signal);
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
  const { onProgress, ...watchOptions } = readObject("options", options);
  readFunction("onProgress", onProgress);
  const waitsForDone = true;
  const updates = pollUntilEnd(source, scheduler, hash, watchOptions, waitsForDone);
  for (;;) {
    const { done, value } = await updates.next();
    // Only a record that is done ends a wait without an error.
    if (done) return value!;
    void reportProgress(onProgress, value);
  }
}

async function reportProgress(
  onProgress: WaitOptions["onProgress"],
  update: TransferUpdate,
): Promise<void> {
  try {
    const result: unknown = onProgress?.(update);
    await result;
  } catch {
    // An error of the callback does not end the wait.
  }
}

/**
 * Polls, yields each change, and returns the last record. Throws the error that ends the watch. After an abort of
 * `stopped`, it returns at once. With `waitsForDone`, the end `manual` is an error.
 */
async function* pollUntilEnd(
  source: TransferSource,
  scheduler: Scheduler,
  hash: string,
  options: WatchOptions | undefined,
  waitsForDone: boolean,
  stopped?: AbortSignal,
): AsyncGenerator<TransferUpdate, BridgeTransfer | null, void> {
  const watchOptions = readWatchOptions(hash, options);
  const { settings, signal, callOptions, chain } = watchOptions;
  let { state } = watchOptions;
  const request = transferFinder(source, hash, chain, callOptions);
  const startedMs = performance.now() - state.elapsedMs;
  // If earlier runs have used up the time, the watch polls once more.
  const endMs = startedMs + Math.max(settings.timeoutMs, state.elapsedMs);
  let due: PollTime = { fromMs: 0, delayMs: 0, waitsForOnline: false };
  let transfer: BridgeTransfer | null = null;
  let failure: EtherealQueryError | undefined;
  const errorOf = (end: FailedEnd, cause?: unknown): EtherealQueryError =>
    watchError(end, settings, hash, transfer, cause);

  for (;;) {
    const outcome = await pollOnce(scheduler, due, { signal, stopped, endMs }, request);
    if (outcome === "stopped") return transfer;
    if (outcome === "timeout") throw errorOf("timeout", failure);
    if ("abortedBy" in outcome) throw errorOf("aborted", outcome.abortedBy);

    if ("transfer" in outcome) transfer = outcome.transfer ?? transfer;
    failure = "error" in outcome ? outcome.error : undefined;
    const nowMs = Math.round(performance.now() - startedMs);
    const decision = decide(state, settings, outcome, nowMs, Math.random());
    state = decision.state;
    const { delayMs, waitsForOnline, end } = decision;
    due = { fromMs: performance.now(), delayMs, waitsForOnline };
    if (decision.reports) {
      const { phase = "missing", polls, elapsedMs } = state;
      const steps = transfer ? routeOf(transfer) : [];
      yield { transfer, phase, steps, polls, elapsedMs, state: stateText(state, hash) };
    }
    if (end === "done" || (end === "manual" && !waitsForDone)) return transfer;
    if (end === "rejected") throw withCallerStack(failure!);
    if (end) throw errorOf(end, failure);
  }
}

/**
 * Returns a function that looks for the transfer. With `chain: "auto"`, the function looks on every chain type until it
 * has found the transfer, and then only on that chain type.
 */
function transferFinder(
  source: TransferSource,
  hash: string,
  chain: TransferQuery["chain"],
  callOptions: CallOptions,
): (signal: AbortSignal) => Promise<PollOutcome> {
  let knownChain = chain;
  return async (signal) => {
    const find = (type: ChainType | undefined): Promise<BridgeTransfer | null> =>
      source.bridgeTransfer(hash, type === undefined ? {} : { chain: type }, {
        ...callOptions,
        signal,
      });
    try {
      if (knownChain !== "auto") return { transfer: await find(knownChain) };
      const match = await findTransfer(find);
      if (match) knownChain = match.chain;
      return { transfer: match?.transfer ?? null };
    } catch (thrown) {
      return { error: packageError(thrown) };
    }
  };
}

/** Returns the error of a poll. A subclass of the client may reject with any value. */
function packageError(thrown: unknown): EtherealQueryError {
  if (isEtherealQueryError(thrown)) return thrown;
  return internalError(
    "internal",
    "A bug in ethereal-query: please report it with the cause.",
    thrown,
  );
}
