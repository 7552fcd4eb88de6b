// Answers that do not change any more: token metadata, and transfers that have arrived.

import { refuse } from "./error.js";

/** Of one answer; larger ones are not kept. */
const MOST_BYTES = 2 ** 18;

export class Cache {
  #entries = new Map();
  #ttlMs;
  #maxEntries;

  constructor(options) {
    const { ttlMs = 300_000, maxEntries = 500, ...rest } = options === true ? {} : Object(options);
    const limits = { ttlMs, maxEntries };
    for (const [name, limit] of Object.entries(limits)) {
      if (!Number.isInteger(limit) || limit < 1) throw refuse(`cache.${name}`, `\`cache.${name}\` must be a whole number from 1.`);
    }
    const [unknown] = Object.keys(rest);
    if (unknown !== undefined) throw refuse("cache", `There is no option "${unknown}" here. There are: ttlMs, maxEntries.`);
    this.#ttlMs = ttlMs;
    this.#maxEntries = maxEntries;
  }

  get(id) {
    const entry = this.#entries.get(id);
    this.#entries.delete(id);
    if (!entry || performance.now() - entry.since > this.#ttlMs) return undefined;
    // At the end of the map: what was used last is dropped last.
    this.#entries.set(id, entry);
    return entry.answer;
  }

  set(id, answer) {
    if (answer.bytes.length > MOST_BYTES) return;
    const since = this.#entries.get(id)?.since ?? performance.now();
    this.#entries.delete(id);
    this.#entries.set(id, { answer, since });
    if (this.#entries.size > this.#maxEntries) this.#entries.delete(this.#entries.keys().next().value);
  }

  clear() {
    this.#entries.clear();
  }
}
