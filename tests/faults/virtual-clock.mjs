// A virtual clock. The next timer fires when no other work is left, so delays are exact and take no time.

const GLOBALS = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"];
const turnOfEventLoop = () => new Promise((resolve) => setImmediate(resolve));
const EPOCH = Date.UTC(2026, 0, 1);

class Timers {
  /** Sorted by time, the latest first: the last timer of the list fires next. */
  #list = [];
  /** `add` removes cleared timers when the list is longer than this. */
  #purgeAt = 1000;

  add(timer) {
    if (this.#list.length > this.#purgeAt) {
      // Most timers are timeouts that are cleared before they fire.
      this.#list = this.#list.filter(({ cleared }) => !cleared);
      this.#purgeAt = 1000 + 2 * this.#list.length;
    }
    // Finds the place by binary search. Of two timers with the same time, the older timer fires first.
    let [low, high] = [0, this.#list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#list[middle].at <= timer.at) high = middle;
      else low = middle + 1;
    }
    this.#list.splice(low, 0, timer);
  }

  /** Removes the next timer and returns it; undefined if there is none. */
  next() {
    while (this.#list.length > 0) {
      const timer = this.#list.pop();
      if (!timer.cleared) return timer;
    }
  }

  get size() {
    return this.#list.filter(({ cleared }) => !cleared).length;
  }
}

/**
 * Replaces the global timers, `Date`, `performance.now` and `Math.random` until `restore` is called.
 * @returns now(): the virtual milliseconds since the start; timers(): the number of pending timers; random(): the
 *   function behind `Math.random`, which a test may replace; run(callback); restore()
 */
export function virtualClock() {
  let now = 0;
  let ids = 0;
  const timers = new Timers();
  const originals = Object.fromEntries(GLOBALS.map((name) => [name, globalThis[name]]));
  const originalRandom = Math.random;
  const RealDate = Date;
  const byId = new Map();
  const clock = { now: () => now, timers: () => timers.size, random: () => 0.5 };

  globalThis.setTimeout = (callback, ms = 0, ...values) => {
    const at = now + Math.max(0, Number(ms) || 0);
    const timer = { at, id: ++ids, call: () => callback(...values), cleared: false };
    byId.set(timer.id, timer);
    timers.add(timer);
    return timer.id;
  };
  globalThis.clearTimeout = (id) => {
    const timer = byId.get(id);
    if (timer) timer.cleared = true;
    byId.delete(id);
  };
  globalThis.setInterval = globalThis.clearInterval = () => {
    throw new Error("The virtual clock does not support setInterval.");
  };
  globalThis.Date = class extends RealDate {
    constructor(...values) {
      super(...(values.length ? values : [EPOCH + now]));
    }

    static now() {
      return EPOCH + now;
    }
  };
  Object.defineProperty(performance, "now", {
    value: () => now,
    configurable: true,
    writable: true,
  });
  Math.random = () => clock.random();

  /** Runs `callback` to its end. Fires the next timer whenever no other work is left. */
  clock.run = async (callback) => {
    let ended = false;
    const result = Promise.resolve()
      .then(callback)
      .finally(() => (ended = true));
    // Without this handler, a rejection would count as unhandled until the loop returns `result`.
    result.catch(() => {});
    for (;;) {
      await turnOfEventLoop();
      if (ended) return result;
      const timer = timers.next();
      if (!timer) {
        // The callback may have called `setImmediate` after the `turnOfEventLoop` above, so it needs one more turn.
        await turnOfEventLoop();
        if (ended) return result;
        throw new Error("The callback waits, but no timer is left.");
      }
      byId.delete(timer.id);
      now = Math.max(now, timer.at);
      timer.call();
    }
  };

  clock.restore = () => {
    Object.assign(globalThis, originals);
    // Uncovers the original method, which is in the prototype.
    delete performance.now;
    Math.random = originalRandom;
  };
  return clock;
}
