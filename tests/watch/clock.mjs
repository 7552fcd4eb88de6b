// Time for tests: timers, `performance.now` and a document that can be hidden, all moved by hand.
import { setMaxListeners } from "node:events";
import { setImmediate as turn } from "node:timers/promises";

const REAL = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };

export class Clock {
  now = 0;
  /** Timers that wait, by their ids. */
  timers = new Map();
  /** The most timers that ever waited at the same time. */
  most = 0;
  #ids = 0;

  constructor() {
    globalThis.setTimeout = (run, ms) => {
      // As in browsers and Node.js: what is no positive 32-bit number is over at once.
      const due = this.now + (ms >= 1 && ms < 2 ** 31 ? ms : 1);
      this.timers.set(++this.#ids, { run, due });
      this.most = Math.max(this.most, this.timers.size);
      return this.#ids;
    };
    globalThis.clearTimeout = (id) => this.timers.delete(id);
    Object.defineProperty(performance, "now", { value: () => this.now, configurable: true, writable: true });
  }

  /** Gives the real time back. */
  restore() {
    Object.assign(globalThis, REAL);
    delete performance.now;
    delete globalThis.document;
  }

  /** Lets `ms` milliseconds pass, or only what is due now, and everything that follows from it. */
  async pass(ms = 0) {
    const until = this.now + ms;
    for (;;) {
      await turn();
      const [id, timer] = [...this.timers].sort(([, a], [, b]) => a.due - b.due)[0] ?? [];
      if (!timer || timer.due > until) break;
      this.timers.delete(id);
      this.now = Math.max(this.now, timer.due);
      timer.run();
    }
    this.now = until;
  }

  /** Time in which no timer runs: the machine sleeps. */
  sleep(ms) {
    this.now += ms;
  }

  /** A document, to be shown and hidden, that counts its listeners. */
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
}

/** An AbortController whose signal counts its listeners. */
export function counted() {
  const controller = new AbortController();
  const { signal } = controller;
  setMaxListeners(0, signal);
  const listeners = new Set();
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (type, listener) => (listeners.add(listener), add(type, listener));
  signal.removeEventListener = (type, listener) => (listeners.delete(listener), remove(type, listener));
  return { controller, signal, listeners };
}
