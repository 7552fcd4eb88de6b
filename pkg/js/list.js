// A list in pages: walked record by record, page by page, or asked for one page.

import { EtherealQueryError, refuse } from "./error.js";
import { object } from "./values.js";

/** The name of what `stream` needs of a list, in every copy of the package. */
export const PAGES = Symbol.for("ethereal-query.pages");

export class EtherealList {
  #query;
  #fetch;

  /** @param fetch gives `{ items, nextCursor }` of a query */
  constructor(query, fetch) {
    this.#query = query;
    this.#fetch = fetch;
  }

  page() {
    return this.#fetch(this.#query);
  }

  open() {
    return this.#fetch(this.#query, {});
  }

  pages() {
    return this[PAGES]();
  }

  [PAGES](isOpen) {
    const seen = new Set();
    let { cursor } = this.#query;
    let ended = false;
    return walk(async () => {
      if (ended) return undefined;
      if (cursor && seen.has(cursor)) throw stalled();
      // A failure leaves the cursor where it is: the next `next()` asks for the same page again.
      let page;
      try {
        page = await this.#fetch({ ...this.#query, cursor }, isOpen);
        isOpen?.check(page);
      } catch (error) {
        if (cursor) error.cursor = cursor;
        throw error;
      }
      seen.add(cursor);
      cursor = page.nextCursor;
      ended = !cursor;
      return { value: page };
    });
  }

  async toArray(options) {
    const { limit } = object("options", options);
    if (!Number.isSafeInteger(limit) || limit < 1) throw refuse("limit", "`limit` must be a whole number from 1.");
    const items = [];
    for await (const item of this) {
      items.push(item);
      if (items.length === limit) break;
    }
    return items;
  }

  [Symbol.asyncIterator]() {
    const pages = this.pages();
    let items = [];
    let next = 0;
    return walk(async () => {
      while (next >= items.length) {
        const { done, value } = await pages.next();
        if (done) return undefined;
        items = value.items;
        next = 0;
      }
      return { value: items[next++] };
    });
  }
}

/**
 * An async iterator of `step`'s values, one step at a time however often `next` is called; `undefined` ends it. `halt`
 * ends a step under way.
 */
export function walk(step, halt) {
  let last = Promise.resolve();
  let closed = false;
  const one = async () => {
    const result = closed ? undefined : await step();
    closed ||= result === undefined;
    return result ? { done: false, value: result.value } : { done: true, value: undefined };
  };
  return {
    next: () => (last = last.then(one, one)),
    return: async (value) => {
      closed = true;
      halt?.();
      return { done: true, value };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function stalled() {
  return new EtherealQueryError({
    kind: "pagination_stalled",
    code: "pagination_stalled",
    message: "The service gave the same cursor twice, so this list would never end.",
    retryable: false,
    endpoint: "GET /ethereals",
  });
}
