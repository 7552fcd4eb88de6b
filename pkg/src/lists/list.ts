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

/** A walk over pages that arrive at once yields to timers and events after this time. */
const MAX_BUSY_MS = 50;

/** The page that `await` returns. It is also an iterable over its records and the records of the following pages. */
type AwaitedPage = Page<Ethereal> & AsyncIterable<Ethereal>;

/** Refuses the options of a call that JavaScript passed to a method without parameters, which would ignore them. */
function refuseOptions(method: string, unexpected: readonly unknown[]): void {
  if (unexpected[0] === undefined) return;
  throw invalidArgument("options", `${method}() takes no options: pass them to ethereals().`);
}

/** Requests one page. */
export type PageSource = (query: EtherealsQuery, signal?: AbortSignal) => Promise<Page<Ethereal>>;

/**
 * A list in pages, from {@link Client.ethereals}. It sends a request when you read it, and each read begins at the
 * first page. Awaited, it is one page, as {@link EtherealList.page} returns it. After an error, `next()` of the same
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
   * @returns the records of the page, and the cursor of the next one
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
   * Requests one page, as {@link EtherealList.page} does. `await` calls it. `for await` over this page yields its
   * records, and then the records of the following pages.
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
      const all = new EtherealList(this.#query, this.#requestPage, page);
      // Not enumerable, so that the page remains plain data for comparisons and copies.
      return Object.defineProperty(page as AwaitedPage, Symbol.asyncIterator, {
        value: () => all[Symbol.asyncIterator](),
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
    const controller = new AbortController();
    const sentCursors = new Set<string>();
    let { cursor } = this.#query;
    let isLast = false;
    let firstPage = this.#firstPage;
    let lastYieldMs = performance.now();
    const step = async (): Promise<{ value: Page<Ethereal> } | undefined> => {
      if (isLast) return undefined;
      if (cursor && sentCursors.has(cursor)) throw paginationStalled();
      if (performance.now() - lastYieldMs > MAX_BUSY_MS) {
        // Lets other timers and events of the program run.
        await new Promise((resolve) => setTimeout(resolve));
        lastYieldMs = performance.now();
      }
      // After an error, the cursor is unchanged: the next step requests the same page again.
      let page;
      try {
        const query = { ...this.#query, ...(cursor !== undefined && { cursor }) };
        page = firstPage ?? (await this.#requestPage(query, controller.signal));
        firstPage = undefined;
      } catch (error) {
        if (cursor && isEtherealQueryError(error)) error.cursor ??= cursor;
        throw error;
      }
      if (cursor) sentCursors.add(cursor);
      cursor = page.nextCursor;
      isLast = !cursor;
      return { value: page };
    };
    return serializedIterator(step, () => controller.abort());
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
   * Iterates over the records, and requests pages as it needs them.
   * @returns an iterator over the records of all pages
   * @throws {EtherealQueryError} as {@link Client.ethereals}
   */
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
