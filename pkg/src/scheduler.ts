// When polls happen: one timer for all watches of a client. Polls that are due close together run together, a few at
// once, and seldom in a hidden tab.

import { needed, now } from "./host.js";

/** A poll that waits for its turn holds no connection. */
const MAX_CONCURRENT_POLLS = 4;
/** Polls that are due within this many milliseconds run together: one wake-up of the network instead of several. */
const COALESCE_MS = 250;
/** How many times longer a poll waits in a hidden tab. */
const HIDDEN_TAB_FACTOR = 4;
/** A timer of JavaScript cannot wait longer, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface Entry {
  fromMs: number;
  delayMs: number;
  work: () => Promise<unknown>;
  /** Called instead when the host has no timers. */
  fail: (error: unknown) => void;
  isExact: boolean;
}

export class Scheduler {
  readonly #entries = new Set<Entry>();
  #activePolls = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Runs `poll` once, `delayMs` after `fromMs` (of `now`), in one of a few places until its promise settles; or calls `fail`
   * when the host's timers throw. Returns the function that cancels it.
   */
  schedulePoll(
    fromMs: number,
    delayMs: number,
    poll: () => Promise<unknown>,
    fail: (error: unknown) => void,
  ): () => void {
    return this.#add({ fromMs, delayMs, work: poll, fail, isExact: false });
  }

  /** Runs `work` once, at exactly `atMs`. Returns the function that cancels it. */
  scheduleAt(atMs: number, work: () => void): () => void {
    const run = async (): Promise<void> => work();
    return this.#add({ fromMs: atMs, delayMs: 0, work: run, fail: () => {}, isExact: true });
  }

  #add(entry: Entry): () => void {
    this.#entries.add(entry);
    this.#run();
    return () => {
      if (this.#entries.delete(entry)) this.#run();
    };
  }

  // Starts what is due and sets the timer to what is due next. Work may come back here before it returns, so an entry
  // still waits only if `take` finds it.
  readonly #run = (): void => {
    const currentMs = now();
    const page = globalThis.document as Partial<Document> | undefined;
    const factor = page?.visibilityState === "hidden" ? HIDDEN_TAB_FACTOR : 1;
    const dueMs = ({ fromMs, delayMs, isExact }: Entry): number => fromMs + (isExact ? delayMs : delayMs * factor);
    const waiting = (isExact: boolean): Entry[] => [...this.#entries].filter((entry) => entry.isExact === isExact);
    const take = (entry: Entry): boolean => dueMs(entry) <= currentMs && this.#entries.delete(entry);
    // Early polls wait for later ones, never the other way: a delay may be the least that the service asked for.
    const coalescedMs = (): number => {
      const times = waiting(false).map(dueMs);
      const first = Math.min(...times);
      return Math.max(first, ...times.filter((time) => time <= first + COALESCE_MS));
    };
    const release = (): void => {
      this.#activePolls--;
      this.#run();
    };

    if (coalescedMs() <= currentMs) {
      for (const entry of waiting(false).sort((a, b) => dueMs(a) - dueMs(b))) {
        if (this.#activePolls < MAX_CONCURRENT_POLLS && take(entry)) {
          this.#activePolls++;
          entry.work().then(release, release);
        }
      }
    }
    for (const entry of waiting(true)) if (take(entry)) void entry.work();

    const nextPollMs = this.#activePolls < MAX_CONCURRENT_POLLS ? coalescedMs() : Infinity;
    const nextMs = Math.min(nextPollMs, ...waiting(true).map(dueMs));
    try {
      needed(() => {
        clearTimeout(this.#timer);
        if (nextMs < Infinity) this.#timer = setTimeout(this.#run, Math.min(nextMs - currentMs, MAX_TIMER_MS));
      });
    } catch (thrown) {
      const failed = [...this.#entries];
      this.#entries.clear();
      for (const entry of failed) entry.fail(thrown);
    }
    // Some hosts have a document without events.
    if (this.#entries.size > 0) page?.addEventListener?.("visibilitychange", this.#run);
    else page?.removeEventListener?.("visibilitychange", this.#run);
  };
}
