// Iterates over a list while its pages arrive.

import type { DisposableIterator } from "./disposable.js";
import { EtherealQueryError, invalidValue, isEtherealQueryError } from "./error.js";
import { serializedIterator } from "./iterator.js";
import { type EtherealList, OPEN_PAGES, type PageObserver } from "./list.js";
import type { Ethereal } from "./models.js";
import type { OpenPage } from "./open-page.js";

/**
 * Iterates over a list and yields each record as soon as it has arrived and was checked, before its page is complete.
 * Use it for pages of thousands of records and for slow connections. It yields the records of the list in the same
 * order. When the body of a page does not begin with `etherealData`, its records follow at its end.
 *
 * When a page breaks off, the client retries it and the stream continues after the last record. If that record has
 * changed, it throws code `page_changed`. After an error in the middle of a page, `next()` continues there. Leaving the
 * loop aborts the request. `timeoutMs` is the time limit of a whole page. Streams do not share requests.
 *
 * @throws {EtherealQueryError} `invalid_argument` if `list` is not an {@link EtherealList}; `next()` rejects with the
 * errors of {@link EtherealList.page}
 * @example
 * for await (const item of stream(client.ethereals({ pageSize: 500 }))) {
 *   console.log(item.status); // unfunded
 *   break;
 * }
 */
export function stream(list: EtherealList): DisposableIterator<Ethereal> {
  const partial = new PartialPage();
  const pages = openPages(list, partial);
  let yieldedCount = 0;
  let page: OpenPage<Ethereal> | undefined;
  // The request of the current page, and its outcome.
  let isRequested = false;
  let isFinished = false;
  let outcome: { page: OpenPage<Ethereal> | undefined } | { error: unknown } | undefined;

  const request = (): void => {
    isRequested = true;
    outcome = undefined;
    const settle = (result: typeof outcome): void => {
      outcome = result;
      partial.wake();
    };
    pages.next().then(
      ({ value }) => settle({ page: value as OpenPage<Ethereal> | undefined }),
      (error: unknown) => settle({ error }),
    );
  };

  const step = async (): Promise<{ value: Ethereal } | undefined> => {
    for (;;) {
      if (isFinished) return undefined;
      if (page && yieldedCount < page.length) return { value: page.at(yieldedCount++)! };
      if (page) {
        page = undefined;
        yieldedCount = 0;
        partial.expectPage();
      }
      if (!isRequested) request();
      // After an abort, the records that have arrived are dropped.
      const isAborted = outcome && "error" in outcome && isEtherealQueryError(outcome.error, "aborted");
      if (!isAborted && !(outcome && "page" in outcome)) {
        const record = partial.take();
        if (record) {
          yieldedCount++;
          return { value: record };
        }
      }
      if (!outcome) {
        await partial.arrival();
        continue;
      }
      isRequested = false;
      // The next step requests the page again and continues after the last record.
      if ("error" in outcome) throw outcome.error;
      page = outcome.page;
      if (!page) return undefined;
    }
  };
  return serializedIterator(step, () => {
    isFinished = true;
    partial.wake();
    void pages.return();
  });
}

function openPages(list: EtherealList, observer: PageObserver): DisposableIterator<OpenPage<Ethereal>> {
  try {
    return list[OPEN_PAGES](observer);
  } catch {
    throw invalidValue("list", list, "the result of client.ethereals()");
  }
}

/** The records of a page that have arrived so far. An invalid body ends them early; the error comes with the page. */
class PartialPage implements PageObserver {
  /** Records that wait for the caller. */
  #records: Ethereal[] = [];
  /** Number of records of this page that have arrived, and the text of the last one. */
  #count = 0;
  #lastText = "";
  /** Number of records that have arrived in the current attempt. */
  #attemptCount = 0;
  /** Whether the current attempt has another record at the position of the last one. */
  #hasChanged = false;
  #wake = (): void => {};

  wake(): void {
    this.#wake();
  }

  /** Resolves when records or an outcome have arrived. */
  arrival(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  take(): Ethereal | undefined {
    return this.#records.shift();
  }

  /** Begins another page. */
  expectPage(): void {
    this.#records = [];
    this.#count = 0;
  }

  onRecords = (texts?: string[]): void => {
    if (!texts) {
      this.#attemptCount = 0;
      this.#hasChanged = false;
      return;
    }
    for (const text of texts) {
      if (this.#hasChanged) return;
      this.#attemptCount++;
      if (this.#attemptCount > this.#count) {
        this.#records.push(JSON.parse(text) as Ethereal);
        this.#count = this.#attemptCount;
        this.#lastText = text;
      } else if (this.#attemptCount === this.#count && text !== this.#lastText) {
        this.#hasChanged = true;
      }
    }
    this.#wake();
  };

  check(page: OpenPage<Ethereal>): void {
    if (this.#count === 0) return;
    const isSame = JSON.stringify(page.at(this.#count - 1)) === JSON.stringify(JSON.parse(this.#lastText));
    if (isSame) return;
    throw new EtherealQueryError({
      kind: "decode",
      code: "page_changed",
      message: `Record ${this.#count} of the page is another one than the record handed out before: begin again.`,
      retryable: true,
      endpoint: "GET /ethereals",
    });
  }
}
