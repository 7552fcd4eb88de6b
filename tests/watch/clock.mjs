// A virtual clock: timers, `performance.now`, a document and a network connection that tests control.
import { setMaxListeners } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";

const REAL = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };

export class Clock {
  now = 0;
  /** Active timers by id. */
  timers = new Map();
  /** The highest number of timers that were active at the same time. */
  peakTimers = 0;
  #lastId = 0;
  #restoreHost = () => {};

  constructor() {
    globalThis.setTimeout = (run, ms) => {
      // As in Node.js, a delay that is not from 1 to 2^31-1 ms counts as 1 ms.
      const isValidDelay = ms >= 1 && ms < 2 ** 31;
      const due = this.now + (isValidDelay ? ms : 1);
      this.#lastId++;
      this.timers.set(this.#lastId, { run, due });
      this.peakTimers = Math.max(this.peakTimers, this.timers.size);
      return this.#lastId;
    };
    globalThis.clearTimeout = (id) => this.timers.delete(id);
    Object.defineProperty(performance, "now", {
      value: () => this.now,
      configurable: true,
      writable: true,
    });
  }

  /** Restores the real time. */
  restore() {
    Object.assign(globalThis, REAL);
    // Without this property of the object, `performance.now` is the method of its prototype again.
    delete performance.now;
    delete globalThis.document;
    this.restoreConnection();
  }

  /** Advances the time by `ms` and runs all timers that become due. */
  async advance(ms = 0) {
    const until = this.now + ms;
    for (;;) {
      // Pending promise callbacks run first. They may start or clear timers.
      await nextTurn();
      const [nextEntry] = [...this.timers].sort(([, a], [, b]) => a.due - b.due);
      if (!nextEntry) break;
      const [id, timer] = nextEntry;
      if (timer.due > until) break;
      this.timers.delete(id);
      this.now = Math.max(this.now, timer.due);
      timer.run();
    }
    this.now = until;
  }

  /** Advances the time without running timers, as when the machine sleeps. */
  sleep(ms) {
    this.now += ms;
  }

  /** A document that can be hidden, and that counts its listeners. */
  document(visibilityState = "visible") {
    const listeners = new Set();
    globalThis.document = {
      visibilityState,
      addEventListener: (_type, listener) => listeners.add(listener),
      removeEventListener: (_type, listener) => listeners.delete(listener),
    };
    return {
      listeners: () => listeners.size,
      become: (next) => {
        globalThis.document.visibilityState = next;
        for (const listener of [...listeners]) listener();
      },
    };
  }

  /**
   * Makes the global object a host that says whether it is online, and that counts its listeners. `become("online")`
   * dispatches the event `online`. The package does not listen to `offline`.
   */
  connection(onLine) {
    const listeners = new Set();
    const simulated = {
      navigator: { onLine },
      addEventListener: (_type, listener) => listeners.add(listener),
      removeEventListener: (_type, listener) => listeners.delete(listener),
    };
    const originals = Object.getOwnPropertyDescriptors(globalThis);
    for (const [name, value] of Object.entries(simulated)) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
    this.#restoreHost = () => {
      for (const name of Object.keys(simulated)) {
        delete globalThis[name];
        if (originals[name]) Object.defineProperty(globalThis, name, originals[name]);
      }
    };
    return {
      listeners: () => listeners.size,
      /** `state` is "online" or "offline". */
      become: (state) => {
        simulated.navigator.onLine = state === "online";
        if (state !== "online") return;
        for (const listener of [...listeners]) listener();
      },
    };
  }

  /** Ends the simulation of `connection`. */
  restoreConnection() {
    this.#restoreHost();
    this.#restoreHost = () => {};
  }
}

/** An AbortController whose signal counts its listeners. */
export function countingAbortController() {
  const controller = new AbortController();
  const { signal } = controller;
  // Node.js must not warn about many listeners.
  setMaxListeners(0, signal);
  const listeners = new Set();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (type, listener) => {
    listeners.add(listener);
    add(type, listener);
  };
  signal.removeEventListener = (type, listener) => {
    listeners.delete(listener);
    remove(type, listener);
  };
  return { controller, signal, listeners };
}
