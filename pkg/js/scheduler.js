// When polls happen: one timer for all watches of a client. Polls that fall due close together run together, a few at
// once, and seldom in a tab nobody sees.

// What waits for its turn holds no connection.
const AT_ONCE = 4;
// Milliseconds within which polls are due together: one wake-up of the network instead of several.
const TOGETHER = 250;
// How many times longer a poll waits in a hidden tab.
const HIDDEN = 4;
// A timer of JavaScript cannot wait longer.
const LONGEST = 2 ** 31 - 1;

export class Scheduler {
  #waiting = new Set();
  #polling = 0;
  #timer;

  /**
   * Does `work` once, `ms` after `from` (of `performance.now`): a poll, which gives a promise and takes one of a few
   * places until that settles; or, `exact`, anything else, at that very moment. Gives the function that takes it back.
   */
  add(from, ms, work, exact = false) {
    const entry = { from, ms, work, exact };
    this.#waiting.add(entry);
    this.#turn();
    return () => this.#waiting.delete(entry) && this.#turn();
  }

  // Starts what is due and sets the timer to what is due next. Work may come back here before it returns, so nothing is
  // believed to be waiting still but what `take` finds.
  #turn = () => {
    const now = performance.now();
    const page = globalThis.document;
    const factor = page?.visibilityState === "hidden" ? HIDDEN : 1;
    const due = ({ from, ms, exact }) => from + (exact ? ms : ms * factor);
    const entries = (exact) => [...this.#waiting].filter((entry) => entry.exact === exact);
    const take = (entry) => due(entry) <= now && this.#waiting.delete(entry);
    // Those due first wait for those due soon, never the other way: a wait may be the least the service asked for.
    const together = () => {
      const times = entries(false).map(due);
      const first = Math.min(...times);
      return Math.max(first, ...times.filter((time) => time <= first + TOGETHER));
    };
    const freed = () => {
      this.#polling--;
      this.#turn();
    };

    if (together() <= now) {
      for (const entry of entries(false).sort((a, b) => due(a) - due(b))) {
        if (this.#polling < AT_ONCE && take(entry)) {
          this.#polling++;
          entry.work().then(freed, freed);
        }
      }
    }
    for (const entry of entries(true)) if (take(entry)) entry.work();

    const next = Math.min(this.#polling < AT_ONCE ? together() : Infinity, ...entries(true).map(due));
    clearTimeout(this.#timer);
    if (next < Infinity) this.#timer = setTimeout(this.#turn, Math.min(next - now, LONGEST));
    page?.[this.#waiting.size ? "addEventListener" : "removeEventListener"]?.("visibilitychange", this.#turn);
  };
}
