// The list of ethereals: record by record, page by page, or one page.

import type { DisposableIterator } from "../runtime/disposable.js";
import {
  invalidArgument,
  invalidValue,
  isEtherealQueryError,
  paginationStalled,
  readObject,
} from "../errors/error.js";
import { serializedIterator } from "../runtime/iterator.js";
import type { Ethereal } from "../generated/models.js";
import type { EtherealsQuery } from "../generated/requests.js";
import type { Page } from "../types/options.js";

/** A walk that has run for this time without a pause lets timers and events run. */
const MAX_BUSY_MS = 50;

/** The page that `await` returns. It is also an iterable over its records and the records of the following pages. */
type AwaitedPage = Page<Ethereal> & AsyncIterable<Ethereal>;

/** Throws if JavaScript code passed options to a method without parameters, which would ignore them. */
function refuseOptions(method: string, unexpected: readonly unknown[]): void {
  if (unexpected[0] === undefined) return;
  throw invalidArgument("options", `${method}() takes no options: pass them to ethereals().`);
}

/** Requests one page. */
export type PageSource = (query: EtherealsQuery, signal?: AbortSignal) => Promise<Page<Ethereal>>;

/** One walk over the pages of a list. */
class PageWalk {
  readonly #query: EtherealsQuery;
  readonly #requestPage: PageSource;
  /** The first page, if the list already has it. */
  #firstPage: Page<Ethereal> | undefined;
  /** The cursor of the next page. */
  #cursor: EtherealsQuery["cursor"];
  /** The cursors of the pages that have arrived. */
  readonly #usedCursors = new Set<string>();
  #hasEnded = false;
  #lastYieldMs = performance.now();
  readonly #controller = new AbortController();

  constructor(query: EtherealsQuery, requestPage: PageSource, firstPage?: Page<Ethereal>) {
    this.#query = query;
    this.#requestPage = requestPage;
    this.#firstPage = firstPage;
    this.#cursor = query.cursor;
  }

  /** Returns the next page, or `undefined` after the last. After an error, it requests the same page again. */
  async next(): Promise<{ value: Page<Ethereal> } | undefined> {
    if (this.#hasEnded) return undefined;
    const cursor = this.#cursor;
    if (cursor && this.#usedCursors.has(cursor)) throw paginationStalled();
    await this.#yieldWhenBusy();
    const page = this.#firstPage ?? (await this.#request(cursor));
    this.#firstPage = undefined;
    // Only now, because after a failed request `next` requests the page of the same cursor again.
    if (cursor) this.#usedCursors.add(cursor);
    this.#cursor = page.nextCursor;
    this.#hasEnded = !page.nextCursor;
    return { value: page };
  }

  abort(): void {
    this.#controller.abort();
  }

  /** Lets other timers and events of the program run. */
  async #yieldWhenBusy(): Promise<void> {
    if (performance.now() - this.#lastYieldMs <= MAX_BUSY_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    this.#lastYieldMs = performance.now();
  }

  async #request(cursor: EtherealsQuery["cursor"]): Promise<Page<Ethereal>> {
    const query = cursor === undefined ? this.#query : { ...this.#query, cursor };
    try {
      return await this.#requestPage(query, this.#controller.signal);
    } catch (error) {
      if (cursor && isEtherealQueryError(error)) error.cursor ??= cursor;
      throw error;
    }
  }
}

/**
 * A list in pages, from {@link Client.ethereals}. The list sends a request when you read it. Each read begins at the
 * first page. `await` returns one page, as {@link EtherealList.page} does. After an error, `next()` of the same
 * iterator requests the same page again. When the service returns a cursor twice, the iterator throws kind
 * `pagination_stalled`.
 * @example
 * const list: EtherealList = client.ethereals({ pageSize: 40 });
 * let count = 0;
 * for await (const item of list) if (item.status === "active") count++;
 * console.log(count > 40); // true
 */
export class EtherealList implements AsyncIterable<Ethereal>, PromiseLike<AwaitedPage> {
  readonly #query: EtherealsQuery;
  readonly #requestPage: PageSource;
  readonly #firstPage: Page<Ethereal> | undefined;

  /** @internal */
  constructor(query: EtherealsQuery, requestPage: PageSource, firstPage?: Page<Ethereal>) {
    this.#query = query;
    this.#requestPage = requestPage;
    this.#firstPage = firstPage;
  }

  /**
   * Returns one page: the page at `cursor`, or the first.
   * @returns the records of the page, and the cursor of the next page
   * @throws {EtherealQueryError} as {@link Client.ethereals}
   * @example
   * const { items, nextCursor } = await client.ethereals({ pageSize: 20 }).page();
   * console.log(items.length, typeof nextCursor); // 20 string
   */
  page(): Promise<Page<Ethereal>>;
  async page(...unexpected: unknown[]): Promise<Page<Ethereal>> {
    refuseOptions("page", unexpected);
    return await this.#requestPage(this.#query);
  }

  /**
   * Requests one page, as {@link EtherealList.page} does. `await` calls this method. `for await` over the page yields
   * the records of the page, and then the records of the following pages.
   * @param onFulfilled receives the page
   * @param onRejected receives the error
   * @returns what the callback returns
   * @example
   * const { items, nextCursor } = await client.ethereals({ pageSize: 20 });
   * console.log(items.length, typeof nextCursor); // 20 string
   *
   * let count = 0;
   * for await (const item of await client.ethereals({ pageSize: 40 })) count++;
   * console.log(count); // 208
   */
  then<T = AwaitedPage, E = never>(
    onFulfilled?: ((page: AwaitedPage) => T | PromiseLike<T>) | null,
    onRejected?: ((error: unknown) => E | PromiseLike<E>) | null,
  ): Promise<T | E> {
    const toAwaited = (page: Page<Ethereal>): AwaitedPage => {
      const list = new EtherealList(this.#query, this.#requestPage, page);
      // Not enumerable, so that the page remains plain data for comparisons and copies.
      return Object.defineProperty(page as AwaitedPage, Symbol.asyncIterator, {
        value: () => list[Symbol.asyncIterator](),
      });
    };
    return this.page().then(toAwaited).then(onFulfilled, onRejected);
  }

  /**
   * Iterates over the pages.
   * @returns an iterator over the pages, from the first to the last
   * @throws {EtherealQueryError} as {@link Client.ethereals}
   * @example
   * const sizes = [];
   * for await (const page of client.ethereals({ pageSize: 40 }).pages()) sizes.push(page.items.length);
   * console.log(sizes); // [ 40, 40, 40, 40, 40, 8 ]
   */
  pages(): DisposableIterator<Page<Ethereal>>;
  pages(...unexpected: unknown[]): DisposableIterator<Page<Ethereal>> {
    refuseOptions("pages", unexpected);
    const walk = new PageWalk(this.#query, this.#requestPage, this.#firstPage);
    return serializedIterator(
      () => walk.next(),
      () => walk.abort(),
    );
  }

  /**
   * Returns the first `limit` records, or all if there are fewer. The limit is required, because a list may have any
   * length.
   * @param options `limit`: the most records to return, from 1
   * @returns the records in the order of the service
   * @throws {EtherealQueryError} `invalid_argument` for an invalid limit, and as {@link Client.ethereals}
   * @example
   * const items = await client.ethereals({ chain: "mainnet" }).toArray({ limit: 50 });
   * console.log(items.length); // 50
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

  /**
   * Iterates over the records. Requests a page when the records of the previous page have been read.
   * @returns an iterator over the records of all pages
   * @throws {EtherealQueryError} as {@link Client.ethereals}
   */
  [Symbol.asyncIterator](): DisposableIterator<Ethereal> {
    const pages = this.pages();
    let items: Ethereal[] = [];
    let nextIndex = 0;
    const nextItem = async (): Promise<{ value: Ethereal } | undefined> => {
      while (nextIndex >= items.length) {
        const result = await pages.next();
        if (result.done) return undefined;
        items = result.value.items;
        nextIndex = 0;
      }
      const value = items[nextIndex]!;
      nextIndex += 1;
      return { value };
    };
    return serializedIterator(nextItem, () => void pages.return());
  }
}
