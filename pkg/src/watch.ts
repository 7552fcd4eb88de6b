// Watches a transfer until it is done or has failed. Rust decides after each poll (src/watch.rs). This module polls,
// ends the watch on an abort, a timeout or `return`, and has the two forms of the result.

import type * as wasm from "../wasm/client/ethereal_query.js";
import { client as instance } from "./client-instance.js";
import type { DisposableIterator } from "./disposable.js";
import {
  EtherealQueryError,
  type ErrorFields,
  internalError,
  invalidValue,
  isEtherealQueryError,
  readObject,
} from "./error.js";
import { findTransfer } from "./find-transfer.js";
import { readCallOptions } from "./headers.js";
import { callHost, now, random } from "./host.js";
import { serializedIterator } from "./iterator.js";
import type { BridgeTransfer } from "./models.js";
import { transferKey } from "./request-key.js";
import type { Scheduler } from "./scheduler.js";
import { followAll, signalOf } from "./signals.js";
import type { TabChannel } from "./tab-channel.js";
import type { TransferUpdate } from "./transfer.js";
import type { CallOptions, TransferQuery, WaitOptions, WatchOptions } from "./types.js";

/** The source of the polls: a client, or a subclass with another `bridgeTransfer`. */
interface TransferSource {
  bridgeTransfer(hash: string, query: TransferQuery, options: CallOptions): Promise<BridgeTransfer | null>;
}

/** What the watches of a client have in common. */
export interface WatchContext {
  scheduler: Scheduler;
  /** Returns the channel to the watches of other tabs; `undefined` when the client does not share. */
  createTabChannel(key: Record<string, string>): TabChannel | undefined;
}

/** Iterates over the changes. It polls only while a `next()` is pending, so an abandoned iterator does nothing. */
export function watchTransfer(
  client: TransferSource,
  context: WatchContext,
  hash: string,
  options: WatchOptions | undefined,
): DisposableIterator<TransferUpdate> {
  const watch = new TransferWatch(client, context, hash, options, false);
  return serializedIterator(
    () => watch.nextUpdate(),
    () => watch.stop(),
  );
}

/** Resolves to the record when the transfer is done. */
export async function waitForTransfer(
  client: TransferSource,
  context: WatchContext,
  hash: string,
  options: WaitOptions | undefined,
): Promise<BridgeTransfer> {
  const { onProgress, ...rest } = readObject("options", options);
  if (onProgress && typeof onProgress !== "function") {
    throw invalidValue("onProgress", onProgress, "a function");
  }
  const watch = new TransferWatch(client, context, hash, rest, true);
  for (let update; (update = await watch.nextUpdate());) {
    // An error of the callback does not end the wait.
    const { value } = update;
    void (async () => onProgress?.(value))().catch(() => {});
  }
  return watch.transfer!;
}

/** The outcome of a poll: the record, `null` for an unknown transfer, or an error. */
type PollOutcome = { transfer: BridgeTransfer | null } | { error: EtherealQueryError };

class TransferWatch {
  /** The last record. */
  transfer: BridgeTransfer | null = null;
  /** Start and time limit of the watch, on the clock of `now`. */
  #startedMs = 0;
  #endMs = 0;
  /** The next poll is due `#delayMs` after `#fromMs`; `undefined` after the last poll. */
  #fromMs = 0;
  #delayMs: number | undefined = 0;
  /** Whether the next poll waits while the host is offline. */
  #waitsForOnline = false;
  #error: unknown;
  #isFinished = false;
  #options: WatchOptions | undefined;
  /** The chain type of the polls; with `"auto"`, that of the first record. */
  #chain: TransferQuery["chain"];
  #tabs: TabChannel | undefined;
  #rust: wasm.Watch | undefined;
  #generation = -1;
  #state: string | undefined;
  /** Ends the running step with an outcome. */
  #endStep: ((outcome?: Promise<never>) => void) | undefined;

  constructor(
    readonly client: TransferSource,
    readonly context: WatchContext,
    readonly hash: string,
    readonly givenOptions: WatchOptions | undefined,
    readonly waitsForDone: boolean,
  ) {}

  /** Resolves to the next change; `undefined` after the last one. Rejects with the error that ends the watch. */
  async nextUpdate(): Promise<{ value: TransferUpdate } | undefined> {
    if (this.#isFinished) return undefined;
    try {
      const options = this.#options ?? this.#start();
      if (this.#delayMs === undefined) return this.#finish();
      return await this.#poll(options);
    } catch (thrown) {
      this.#isFinished = true;
      throw thrown;
    }
  }

  /** Makes the running step resolve to `undefined`. */
  stop(): void {
    this.#endStep?.();
  }

  #start(): WatchOptions {
    const options = readCallOptions(this.givenOptions);
    signalOf(options);
    this.#options = options;
    this.#chain = options.chain;
    // Polls with other headers may have other results.
    const headers = JSON.stringify(options.headers ?? {});
    this.#tabs = this.context.createTabChannel({ ...transferKey(this.hash, options.chain), headers });
    // Each getter calls Rust.
    const { elapsedMs, remainingMs } = this.#callRust(({ elapsedMs, remainingMs }) => ({ elapsedMs, remainingMs }));
    this.#startedMs = now() - elapsedMs;
    this.#endMs = this.#startedMs + elapsedMs + remainingMs;
    return options;
  }

  /** Ends the watch after its last update; throws the error behind that update, if there is one. */
  #finish(): undefined {
    this.#isFinished = true;
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a subclass may reject with any value
    if (this.#error !== undefined) throw this.#error;
  }

  /**
   * Polls until there is a change to report, or until the record, the signal, the time limit or `stop` ends the watch.
   */
  async #poll({ signal, headers }: WatchOptions): Promise<{ value: TransferUpdate } | undefined> {
    const followed = followAll([signal ?? undefined]);
    if (followed?.signal.aborted) throw this.#endError("abortError", followed.signal.reason);
    const request = callHost(() => new AbortController());
    let cancelPoll: (() => void) | undefined;
    let cancelTimeout: (() => void) | undefined;
    let onRecord: ((transfer: BridgeTransfer | null) => void) | undefined;
    let pollStartedMs = 0;
    let endStep: (outcome?: Promise<never>) => void = () => {};
    const ended = new Promise<undefined>((resolve) => (endStep = resolve as typeof endStep));
    const onAbort = (): void => this.#endStep?.(rejected(() => this.#endError("abortError", followed?.signal.reason)));
    const cleanUp = (): void => {
      cancelPoll?.();
      cancelTimeout?.();
      this.#tabs?.close();
      followed?.release();
      request.abort();
    };
    this.#endStep = (outcome) => {
      // Before the outcome, so that no request starts in between.
      cleanUp();
      endStep(outcome);
    };
    const onTimeout = (): void => {
      // A poll that began after the time limit still counts: the machine slept, or the program called `next` late.
      if (pollStartedMs < this.#endMs) this.#endStep?.(rejected(() => this.#endError("timeoutError", this.#error)));
    };
    const poll = (): Promise<PollOutcome> => {
      pollStartedMs = now();
      return this.#request({ signal: request.signal, headers });
    };
    const scheduledPoll = (): Promise<PollOutcome | undefined> =>
      new Promise((resolve, reject) => {
        const start = (): Promise<PollOutcome | undefined> => {
          // The abort of another watch with the same signal may come first: it frees a slot, which starts this poll.
          const outcome = signal?.aborted ? ended : Promise.race([ended, poll()]);
          resolve(outcome);
          return outcome;
        };
        const due = { fromMs: this.#fromMs, delayMs: this.#delayMs ?? 0, waitsForOnline: this.#waitsForOnline };
        cancelPoll = this.context.scheduler.schedulePoll(due, start, reject);
        // A record of another tab takes the place of this poll, unless it has started.
        onRecord = (transfer) => {
          cancelPoll?.();
          resolve({ transfer });
        };
      });

    try {
      followed?.signal.addEventListener("abort", onAbort);
      this.#tabs?.open((transfer) => onRecord?.(transfer));
      if (now() < this.#endMs) cancelTimeout = this.context.scheduler.scheduleAt(this.#endMs, onTimeout);
      for (;;) {
        const outcome = await Promise.race([ended, scheduledPoll()]);
        if (!outcome) return undefined;
        const update = this.#decide(outcome);
        if (update) return { value: update };
        if (this.#delayMs === undefined) return this.#finish();
      }
    } finally {
      cleanUp();
    }
  }

  /** Requests the record, and sends it to other tabs. */
  async #request(options: CallOptions): Promise<PollOutcome> {
    const startedMs = now();
    try {
      const { transfer, chain } = await findTransfer(this.#chain, (chain) =>
        this.client.bridgeTransfer(this.hash, chain === undefined ? {} : { chain }, options),
      );
      if (transfer) this.#chain = chain;
      this.#tabs?.send(transfer, startedMs);
      return { transfer };
    } catch (thrown) {
      return { error: packageError(thrown) };
    }
  }

  /** Passes the outcome of a poll to Rust. Returns the update to report, if there is one. */
  #decide(outcome: PollOutcome): TransferUpdate | undefined {
    const elapsedMs = Math.round(now() - this.#startedMs);
    const jitter = random();
    let decision: wasm.WatchDecision;
    if ("transfer" in outcome) {
      const { transfer } = outcome;
      this.transfer = transfer ?? this.transfer;
      this.#error = undefined;
      decision = this.#callRust((watch) => watch.onRecord(transfer, elapsedMs, jitter));
    } else {
      const { error } = outcome;
      this.#error = error;
      decision = this.#callRust((watch) =>
        watch.onFailure(error.kind, error.retryable, error.retryAfterMs, elapsedMs, jitter),
      );
    }
    this.#fromMs = now();
    this.#delayMs = decision.delayMs;
    this.#waitsForOnline = decision.waitsForOnline;
    this.#state = decision.state;
    if (decision.error) this.#error = this.#describe(decision.error);
    else if (this.#delayMs === undefined && !decision.rethrow) this.#error = undefined;
    if (!decision.report) return undefined;
    const { phase, steps, polls, state } = decision;
    return { transfer: this.transfer, phase, steps, polls, elapsedMs: decision.elapsedMs, state };
  }

  /** Returns the error of an abort or of the time limit. */
  #endError(name: "abortError" | "timeoutError", cause: unknown): EtherealQueryError {
    return this.#describe({ ...this.#callRust((watch) => watch[name]() as ErrorFields), cause });
  }

  #describe(fields: ErrorFields): EtherealQueryError {
    return new EtherealQueryError({ ...fields, ...(this.transfer && { transfer: this.transfer }) });
  }

  /** Calls the watch in Rust. After a trap, it creates the watch again from the last state. */
  #callRust<T>(run: (watch: wasm.Watch) => T): T {
    return instance().call((glue) => {
      if (!this.#rust || this.#generation !== instance().generation) {
        const { signal, chain, headers, ...rest } = this.#options ?? {};
        // The state of this run says whether it has reported the current record.
        const options = this.#state === undefined ? rest : { ...rest, state: this.#state, emitCurrent: false };
        this.#rust = new glue.Watch(this.hash, options, this.waitsForDone);
        this.#generation = instance().generation;
      }
      return run(this.#rust);
    });
  }
}

/** Returns the error of a poll. A subclass of the client may reject with any value. */
function packageError(thrown: unknown): EtherealQueryError {
  if (isEtherealQueryError(thrown)) return thrown;
  return internalError("internal", "A defect in ethereal-query: please report it with the cause.", thrown);
}

/** Rejects with the error that `error` returns or throws. */
async function rejected(error: () => unknown): Promise<never> {
  throw error();
}
