// A list whose records are handed out while their page is still on its way.

import { stream as late } from "virtual:wasm-client";
import { EtherealQueryError, guard, refuse } from "./error.js";
import { more } from "./instance.js";
import { PAGES, walk } from "./list.js";
import { SEPARATOR } from "./values.js";

export function stream(list) {
  if (typeof list?.[PAGES] !== "function") throw refuse("list", "`list` must be what `client.ethereals()` gives.");
  const early = new Early();
  const pages = list[PAGES](early);
  let given = 0;
  let page;
  // What the request for a page under way came to.
  let asked, end;

  const ask = () => {
    [asked, end] = [true, undefined];
    const over = (outcome) => {
      end = outcome;
      early.wake();
    };
    pages.next().then(({ value }) => over({ page: value }), (error) => over({ error }));
  };

  const step = async () => {
    for (;;) {
      if (early.isOver) return undefined;
      if (page && given < page.length) return { value: page.at(given++) };
      if (page) {
        page = undefined;
        given = 0;
        early.expect();
      }
      if (!asked) ask();
      // Whoever ended it has had enough of them.
      const isAborted = end?.error?.kind === "aborted";
      if (!end?.page && !isAborted && early.found.length) {
        given++;
        return { value: early.found.shift() };
      }
      if (!end) {
        await early.arrival();
        continue;
      }
      asked = false;
      // The next step asks for the page again, and goes on where it was.
      if (end.error) throw end.error;
      page = end.page;
      if (!page) return undefined;
    }
  };
  return walk(step, () => early.stop());
}

let streams = 0;
/** What may be looked through again, in characters: at first, and for every one that comes. So time grows as they do. */
const [CREDIT, EARNED] = [65_536, 8];

/** The records that are there so far. A body that fails is judged at its end: here it only yields no more. */
class Early {
  /** Found and not yet taken. */
  found = [];
  isOver = false;
  #id = streams++;
  /** How many were found in this page, and the text of the last. */
  #count = 0;
  #last;
  #leave;
  // Of the attempt under way: how many were found, the text after them, and what may still be spent on looking at it.
  #again;
  #text;
  #credit;
  #decoder;

  /** Another stream of the same list makes requests of its own. */
  toString() {
    return `stream ${this.#id}`;
  }

  wake() {}

  arrival() {
    return new Promise((resolve) => (this.wake = resolve));
  }

  /** Ends the request under way; a later one ends as it begins. */
  stop() {
    this.isOver = true;
    this.#leave?.();
    this.wake();
  }

  set leave(leave) {
    this.#leave = leave;
    if (this.isOver) leave();
  }

  /** Another page follows. */
  expect() {
    this.found = [];
    this.#count = 0;
  }

  /** A body comes: the first of a page, or that of another attempt, which begins with the same records. */
  begin() {
    this.#again = 0;
    this.#text = "";
    this.#credit = CREDIT;
    this.#decoder = new TextDecoder("utf-8", { fatal: true });
  }

  feed(piece) {
    try {
      const text = this.#decoder?.decode(piece, { stream: true }) ?? "";
      this.#text += text;
      this.#credit += EARNED * text.length;
      if (text && this.#credit >= this.#text.length) this.#look();
    } catch {
      this.#decoder = undefined;
    }
    if (this.found.length) this.wake();
  }

  #look() {
    this.#credit -= this.#text.length;
    const given = [this.#again ? 1 : "", this.#text].join(SEPARATOR);
    const [end, ...texts] = guard(() => more(late).recordsIn(given)).split(SEPARATOR);
    this.#text = this.#text.slice(Number(end));
    for (const text of texts) {
      if (++this.#again > this.#count) {
        this.found.push(JSON.parse(text));
        this.#count = this.#again;
        this.#last = text;
      } else if (this.#again === this.#count && text !== this.#last) throw new Error("The page has changed.");
    }
  }

  /** The page that was checked as a whole has to go on where the records handed out ended. */
  check(page) {
    const same = (record) => JSON.stringify(record) === JSON.stringify(JSON.parse(this.#last));
    if (this.#count === 0 || same(page.at(this.#count - 1))) return;
    throw new EtherealQueryError({
      kind: "decode",
      code: "page_changed",
      message: `Record ${this.#count} of the page is another one than the record handed out before: begin again.`,
      retryable: true,
      endpoint: "GET /ethereals",
    });
  }
}
