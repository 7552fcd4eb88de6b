// A list whose records are handed out while their page is still arriving.

import type { DisposableIterator } from "./disposable.js";
import { EtherealQueryError, invalidValue, isEtherealQueryError } from "./error.js";
import { serializedIterator } from "./iterator.js";
import { type EtherealList, OPEN_PAGES, type PageObserver } from "./list.js";
import type { Ethereal } from "./models.js";
import type { OpenPage } from "./open-page.js";

/**
 * Walks a list record by record, handing each out as soon as it has arrived whole and was checked, while its page is still
 * on its way: for pages of thousands of records, or slow lines (`timeoutMs` is the time for a whole page). It gives what the
 * list itself gives, in the same order. A body that begins with another member than `etherealData` is handed out at its end.
 *
 * A page that breaks off is asked for again, and goes on after the last record handed out; if that is another one now, with
 * code `page_changed`. An error in the middle of a page comes after the good records before it; calling `next()` again goes
 * on there. Leaving ends the request. Each stream makes requests of its own.
 *
 * @throws {EtherealQueryError} `invalid_argument` for what is no list; while walking, what the call of a page rejects with
 * @example
 * for await (const item of stream(client.ethereals({ pageSize: 10_000 }))) show(item); // the first after a few records' bytes
 */
export function stream(list: EtherealList): DisposableIterator<Ethereal> {
  const partial = new PartialPage();
  const pages = openPages(list, partial);
  let handedOut = 0;
  let page: OpenPage<Ethereal> | undefined;
  // The request for a page in flight, and what it came to.
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
      if (page && handedOut < page.length) return { value: page.at(handedOut++)! };
      if (page) {
        page = undefined;
        handedOut = 0;
        partial.expectPage();
      }
      if (!isRequested) request();
      // A caller that aborted wants no more records.
      const isAborted = outcome && "error" in outcome && isEtherealQueryError(outcome.error, "aborted");
      if (!isAborted && !(outcome && "page" in outcome)) {
        const record = partial.take();
        if (record) {
          handedOut++;
          return { value: record };
        }
      }
      if (!outcome) {
        await partial.arrival();
        continue;
      }
      isRequested = false;
      // The next step asks for the page again, and goes on where it was.
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

/** The records of a page that have arrived so far. A body that fails is judged at its end: here it only yields no more. */
class PartialPage implements PageObserver {
  /** Records that have arrived and were not taken. */
  #records: Ethereal[] = [];
  /** How many records of this page were received, and the text of the last. */
  #count = 0;
  #lastText = "";
  /** How many records the current attempt has brought; 0 at its beginning. */
  #attemptCount = 0;
  /** Whether the current attempt brought another record where an earlier one had brought the last. */
  #hasChanged = false;
  #wake = (): void => {};

  wake(): void {
    this.#wake();
  }

  /** Resolves when something has happened. */
  arrival(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  take(): Ethereal | undefined {
    return this.#records.shift();
  }

  /** Another page follows. */
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
