// A list in pages: walked record by record, page by page, or asked for one page.

import type { DisposableIterator } from "./disposable.js";
import { invalidValue, isEtherealQueryError, readObject } from "./error.js";
import { needed, nextTurn, now } from "./host.js";
import { serializedIterator } from "./iterator.js";
import type { Ethereal } from "./models.js";
import type { OpenPage } from "./open-page.js";
import { paginationStalled } from "./pagination-stalled.js";
import type { EtherealsQuery, Page } from "./types.js";

/** Pages that are in memory would keep the timers and events of the program waiting; after so long they get a turn. */
const MAX_BUSY_MS = 50;

/** Names the method that `stream` needs of a list, in every copy of the package. */
export const OPEN_PAGES: unique symbol = Symbol.for("ethereal-query.pages") as typeof OPEN_PAGES;

/** Watches a page while it arrives. */
export interface PageObserver {
  /** Receives the texts of records that have become complete; nothing when a body begins. */
  onRecords: (records?: string[]) => void;
  /** Checks the page as a whole against the records received before. */
  check: (page: OpenPage<Ethereal>) => void;
}

/** Makes the requests of a list. */
export interface PageSource {
  page: (query: EtherealsQuery, signal?: AbortSignal) => Promise<Page<Ethereal>>;
  open: (query: EtherealsQuery, signal?: AbortSignal, observer?: PageObserver) => Promise<OpenPage<Ethereal>>;
}

/**
 * A list in pages. Nothing is sent before it is used; each use begins anew. A failure leaves the place: calling `next()`
 * of the same iterator again asks for the same page. The same cursor given twice is kind `pagination_stalled`.
 */
export class EtherealList implements AsyncIterable<Ethereal> {
  readonly #query: EtherealsQuery;
  readonly #source: PageSource;

  /** @internal */
  constructor(query: EtherealsQuery, source: PageSource) {
    this.#query = query;
    this.#source = source;
  }

  /** One page: the first, or the one `cursor` names. */
  page(): Promise<Page<Ethereal>> {
    return this.#source.page(this.#query);
  }

  /**
   * The same page for those who need few of its records: nothing is built but what is asked for.
   * @example
   * const page = await client.ethereals({ pageSize: 500 }).open();
   * console.log(page.length, page.at(-1)?.tokenSymbol); // 262 "ETREE"
   */
  open(): Promise<OpenPage<Ethereal>> {
    return this.#source.open(this.#query);
  }

  /** Page by page. */
  pages(): DisposableIterator<Page<Ethereal>> {
    return this.#walk((query, signal) => this.#source.page(query, signal));
  }

  /** @internal Page by page, each watched while it arrives. */
  [OPEN_PAGES](observer: PageObserver): DisposableIterator<OpenPage<Ethereal>> {
    return this.#walk(async (query, signal) => {
      const page = await this.#source.open(query, signal, observer);
      observer.check(page);
      return page;
    });
  }

  #walk<P extends { nextCursor: string | null }>(
    fetchPage: (query: EtherealsQuery, signal: AbortSignal) => Promise<P>,
  ): DisposableIterator<P> {
    const controller = needed(() => new AbortController());
    const seen = new Set<string>();
    let { cursor } = this.#query;
    let isLast = false;
    let turnMs = now();
    const step = async (): Promise<{ value: P } | undefined> => {
      if (isLast) return undefined;
      if (cursor && seen.has(cursor)) throw paginationStalled();
      if (now() - turnMs > MAX_BUSY_MS) {
        await nextTurn();
        turnMs = now();
      }
      // A failure leaves the cursor where it is: the next `next()` asks for the same page again.
      let page;
      try {
        page = await fetchPage({ ...this.#query, ...(cursor !== undefined && { cursor }) }, controller.signal);
      } catch (error) {
        if (cursor && isEtherealQueryError(error)) error.cursor ??= cursor;
        throw error;
      }
      if (cursor) seen.add(cursor);
      cursor = page.nextCursor;
      isLast = !cursor;
      return { value: page };
    };
    return serializedIterator(step, () => controller.abort());
  }

  /**
   * The first `limit` records, or all if there are fewer. The limit is required: a list has no end anyone promises.
   * @example await client.ethereals({ sourceChains: [1] }).toArray({ limit: 1000 });
   */
  async toArray(options: { limit: number }): Promise<Ethereal[]> {
    const { limit } = readObject("options", options);
    if (!Number.isSafeInteger(limit) || limit < 1) {
      throw invalidValue("limit", limit, "an integer from 1");
    }
    const items = [];
    for await (const item of this) {
      items.push(item);
      if (items.length === limit) break;
    }
    return items;
  }

  /** Record by record, asking for pages as they are needed. */
  [Symbol.asyncIterator](): DisposableIterator<Ethereal> {
    const pages = this.pages();
    let items: Ethereal[] = [];
    let next = 0;
    const step = async (): Promise<{ value: Ethereal } | undefined> => {
      while (next >= items.length) {
        const result = await pages.next();
        if (result.done) return undefined;
        items = result.value.items;
        next = 0;
      }
      return { value: items[next++]! };
    };
    return serializedIterator(step, () => void pages.return());
  }
}
