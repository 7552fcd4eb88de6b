// One poll of a watch: waits until the poll is due, and sends its request. The poll ends with the outcome of the
// request, or early when a limit ends it.

import { followAll } from "../runtime/signals.js";
import type { PollOutcome } from "./decision.js";
import type { PollTime, Scheduler } from "./scheduler.js";

/** The limits that end a poll early. */
export interface PollLimits {
  /** The signal of the caller. */
  signal: AbortSignal | undefined;
  /** Aborts when the iterator of the watch ends. */
  stopped: AbortSignal | undefined;
  /** The time limit of the watch, on the clock of `performance.now`. */
  endMs: number;
}

/** The end of a poll. */
export type PollEnd = PollOutcome | { abortedBy: unknown } | "stopped" | "timeout";

/** Calls `request` when the poll is due. The limits end the poll at once, and abort its request. */
export function pollOnce(
  scheduler: Scheduler,
  due: PollTime,
  limits: PollLimits,
  request: (ended: AbortSignal) => Promise<PollOutcome>,
): Promise<PollEnd> {
  return new Poll(limits, request).run(scheduler, due);
}

class Poll {
  readonly #limits: PollLimits;
  readonly #request: (ended: AbortSignal) => Promise<PollOutcome>;
  readonly #controller = new AbortController();
  readonly #followed: ReturnType<typeof followAll>;
  readonly #cancels: (() => void)[] = [];
  readonly #ended: Promise<PollEnd>;
  #settle!: (end: PollEnd) => void;
  #reject!: (thrown: unknown) => void;
  /** The time at which the request started; `-Infinity` before. */
  #startedMs = -Infinity;

  constructor(limits: PollLimits, request: (ended: AbortSignal) => Promise<PollOutcome>) {
    this.#limits = limits;
    this.#request = request;
    this.#followed = followAll([limits.signal, limits.stopped]);
    this.#ended = new Promise((resolve, reject) => {
      this.#settle = resolve;
      this.#reject = reject;
    });
  }

  run(scheduler: Scheduler, due: PollTime): Promise<PollEnd> {
    const { endMs } = this.#limits;
    const signal = this.#followed?.signal;
    if (signal?.aborted) {
      this.#onAbort();
      return this.#ended;
    }
    signal?.addEventListener("abort", () => this.#onAbort());
    // No timeout if the time limit has already passed: see `#onTimeout`.
    if (performance.now() < endMs)
      this.#cancels.push(scheduler.scheduleAt(endMs, () => this.#onTimeout()));
    this.#cancels.push(scheduler.schedulePoll(due, () => this.#start()));
    // A task may run before `scheduleAt` or `schedulePoll` returns its cancel function. If the task ends this poll,
    // `#end` does not know this function yet.
    if (this.#controller.signal.aborted) for (const cancel of this.#cancels) cancel();
    return this.#ended;
  }

  /** Sends the request. The scheduler counts the poll as in flight until the returned promise settles. */
  #start(): Promise<unknown> {
    this.#send().catch(this.#reject);
    return this.#ended;
  }

  async #send(): Promise<void> {
    // Another watch with the same signal may receive the abort first. Its end frees a slot, which starts this poll.
    if (this.#limits.signal?.aborted) return;
    this.#startedMs = performance.now();
    this.#end(await this.#request(this.#controller.signal));
  }

  #onAbort(): void {
    this.#end(
      this.#limits.stopped?.aborted ? "stopped" : { abortedBy: this.#followed?.signal.reason },
    );
  }

  #onTimeout(): void {
    // A poll that began after the time limit still counts: the machine slept, or the program called `next` late.
    if (this.#startedMs < this.#limits.endMs) this.#end("timeout");
  }

  #end(end: PollEnd): void {
    for (const cancel of this.#cancels) cancel();
    try {
      this.#followed?.release();
    } catch (thrown) {
      // A signal may be any object. Its exception ends this watch, and not the run of the scheduler.
      this.#reject(thrown);
    }
    // Aborts before the promise settles, so that no request starts in between.
    this.#controller.abort();
    this.#settle(end);
  }
}
