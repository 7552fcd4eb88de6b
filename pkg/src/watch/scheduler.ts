// Schedules the polls of all watches of a client with one timer. Polls that are due at about the same time run
// together, with a limit on those in flight. A hidden tab polls less often, and an offline host waits with some polls.

/** Limit of polls in flight, so that other requests of the page get a connection. */
const MAX_CONCURRENT_POLLS = 4;
/** Polls that are due within this time run together, so that a mobile device wakes its network up once. */
const COALESCE_MS = 250;
/** Factor of the delay of a poll in a hidden tab. */
const HIDDEN_TAB_FACTOR = 4;
/** Longest delay of a timer of the host. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The time at which a poll is due. */
export interface PollTime {
  /** It is due `delayMs` after this time, on the clock of `performance.now`. */
  readonly fromMs: number;
  readonly delayMs: number;
  /** Whether it waits while the host is offline. It is due when the host is online again. */
  readonly waitsForOnline: boolean;
}

interface Task {
  time: PollTime;
  run: () => Promise<unknown>;
  /** Whether it runs at its time, without the rules for polls. */
  isExact: boolean;
}

/** The global object; that of some hosts has no events. */
const host = globalThis as Partial<Pick<typeof globalThis, "addEventListener" | "removeEventListener">>;

export class Scheduler {
  readonly #tasks = new Set<Task>();
  #activePolls = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Runs `poll` once, when it is due. It counts as in flight until its promise settles. Returns a function that cancels
   * the poll.
   */
  schedulePoll(time: PollTime, poll: () => Promise<unknown>): () => void {
    return this.#add({ time, run: poll, isExact: false });
  }

  /** Runs `callback` once, at `atMs`. Returns a function that cancels it. */
  scheduleAt(atMs: number, callback: () => void): () => void {
    const run = async (): Promise<void> => callback();
    const time = { fromMs: atMs, delayMs: 0, waitsForOnline: false };
    return this.#add({ time, run, isExact: true });
  }

  #add(task: Task): () => void {
    this.#tasks.add(task);
    this.#run();
    return () => {
      if (this.#tasks.delete(task)) this.#run();
    };
  }

  /**
   * Runs the tasks that are due, and sets the timer for the next one. A task may call this function again, so
   * `removeIfDue` checks that another run has not started it.
   */
  readonly #run = (): void => {
    const currentMs = performance.now();
    const page = globalThis.document as Partial<Document> | undefined;
    const factor = page?.visibilityState === "hidden" ? HIDDEN_TAB_FACTOR : 1;
    const isOffline = (globalThis.navigator as Partial<Navigator> | undefined)?.onLine === false;
    const dueMs = ({ time: { fromMs, delayMs, waitsForOnline } }: Task): number =>
      waitsForOnline && isOffline ? Infinity : fromMs + delayMs * factor;
    const waiting = (isExact: boolean): Task[] => [...this.#tasks].filter((task) => task.isExact === isExact);
    const removeIfDue = (task: Task): boolean => dueMs(task) <= currentMs && this.#tasks.delete(task);
    // A poll may run late and never early: its delay may come from `Retry-After`.
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
      for (const task of waiting(false).sort((a, b) => dueMs(a) - dueMs(b))) {
        if (this.#activePolls < MAX_CONCURRENT_POLLS && removeIfDue(task)) {
          this.#activePolls++;
          task.run().then(release, release);
        }
      }
    }
    for (const task of waiting(true)) if (removeIfDue(task)) void task.run();

    const nextPollMs = this.#activePolls < MAX_CONCURRENT_POLLS ? coalescedMs() : Infinity;
    const nextMs = Math.min(nextPollMs, ...waiting(true).map(dueMs));
    clearTimeout(this.#timer);
    if (nextMs < Infinity) this.#timer = setTimeout(this.#run, Math.min(nextMs - currentMs, MAX_TIMER_MS));
    // The document of some hosts has no events.
    if (this.#tasks.size > 0) {
      page?.addEventListener?.("visibilitychange", this.#run);
      host.addEventListener?.("online", this.#onOnline);
    } else {
      page?.removeEventListener?.("visibilitychange", this.#run);
      host.removeEventListener?.("online", this.#onOnline);
    }
  };

  readonly #onOnline = (): void => {
    for (const task of this.#tasks) if (task.time.waitsForOnline) task.time = { ...task.time, delayMs: 0 };
    this.#run();
  };
}
