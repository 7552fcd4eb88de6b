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
  /** The poll is due `delayMs` after this time, on the clock of `performance.now`. */
  readonly fromMs: number;
  readonly delayMs: number;
  /** Whether the poll waits while the host is offline. It is then due when the host is online again. */
  readonly waitsForOnline: boolean;
}

interface Task {
  time: PollTime;
  run: () => Promise<unknown>;
  /** Whether the task runs at its time. Polls run in groups, and only a few at a time. */
  isExact: boolean;
}

const host = globalThis as Partial<
  Pick<typeof globalThis, "addEventListener" | "removeEventListener">
>;
const page = (): Partial<Document> | undefined => globalThis.document;

/** Returns when a task is due: never while it waits for the network. */
function dueMs({ time: { fromMs, delayMs, waitsForOnline } }: Task): number {
  const isOffline = (globalThis.navigator as Partial<Navigator> | undefined)?.onLine === false;
  if (waitsForOnline && isOffline) return Infinity;
  return fromMs + delayMs * (page()?.visibilityState === "hidden" ? HIDDEN_TAB_FACTOR : 1);
}

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

  /** Runs the tasks that are due, and waits for the next one. */
  readonly #run = (): void => {
    const nowMs = performance.now();
    this.#startPolls(nowMs);
    for (const task of this.#exactTasks()) {
      if (this.#removeIfDue(task, nowMs)) void task.run();
    }
    this.#setTimer(nowMs);
    this.#listen();
  };

  #startPolls(nowMs: number): void {
    if (this.#nextPollsMs() > nowMs) return;
    const release = (): void => {
      this.#activePolls--;
      this.#run();
    };
    for (const task of this.#polls().sort((a, b) => dueMs(a) - dueMs(b))) {
      if (this.#activePolls < MAX_CONCURRENT_POLLS && this.#removeIfDue(task, nowMs)) {
        this.#activePolls++;
        task.run().then(release, release);
      }
    }
  }

  #setTimer(nowMs: number): void {
    const nextPollMs = this.#activePolls < MAX_CONCURRENT_POLLS ? this.#nextPollsMs() : Infinity;
    const nextMs = Math.min(nextPollMs, ...this.#exactTasks().map(dueMs));
    clearTimeout(this.#timer);
    if (nextMs < Infinity)
      this.#timer = setTimeout(this.#run, Math.min(nextMs - nowMs, MAX_TIMER_MS));
  }

  /** Follows the events that change when polls are due, while there are tasks. */
  #listen(): void {
    // A second call with the same listener changes nothing.
    const method = this.#tasks.size > 0 ? "addEventListener" : "removeEventListener";
    // The document and the global object of some hosts have no events.
    page()?.[method]?.("visibilitychange", this.#run);
    host[method]?.("online", this.#onOnline);
  }

  /**
   * Returns when the next polls run together: when the last of them is due. A poll may run late and never early,
   * because its delay may come from `Retry-After`. `Infinity` without polls.
   */
  #nextPollsMs(): number {
    const times = this.#polls().map(dueMs);
    const firstMs = Math.min(...times);
    const groupTimes = times.filter((time) => time <= firstMs + COALESCE_MS);
    return Math.max(firstMs, ...groupTimes);
  }

  #polls(): Task[] {
    return [...this.#tasks].filter((task) => !task.isExact);
  }

  #exactTasks(): Task[] {
    return [...this.#tasks].filter((task) => task.isExact);
  }

  /**
   * Removes a task that is due. Returns whether the caller must run it: a task that ran before may have called `#run`,
   * which has then removed and run this task.
   */
  #removeIfDue(task: Task, nowMs: number): boolean {
    if (dueMs(task) > nowMs) return false;
    return this.#tasks.delete(task);
  }

  readonly #onOnline = (): void => {
    for (const task of this.#tasks)
      if (task.time.waitsForOnline) task.time = { ...task.time, delayMs: 0 };
    this.#run();
  };
}
