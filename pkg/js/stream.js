// A list whose records are handed out while their page is still on its way.

import { stream as late } from "virtual:wasm-client";
import { EtherealQueryError, guard, refuse } from "./error.js";
import { more } from "./instance.js";
import { EtherealList, PAGES } from "./list.js";

export async function* stream(list) {
  if (!(list instanceof EtherealList)) throw refuse("list", "`list` must be what `client.ethereals()` gives.");
  const early = new Early();
  const pages = list[PAGES](early);
  try {
    for (;;) {
      early.expect();
      let end;
      const ended = pages.next().then((page) => (end = page), (error) => (end = { error }));
      let given = 0;
      let last;
      for (;;) {
        for (const record of early.take()) {
          given++;
          yield (last = record);
        }
        if (end) break;
        await Promise.race([ended, early.arrival()]);
      }
      if (end.error) throw end.error;
      if (end.done) return;
      const page = end.value;
      // After a failure in its middle a page was asked for again.
      if (given && page.at(given - 1)?._id !== last._id) throw changed(last._id, given);
      while (given < page.length) yield page.at(given++);
    }
  } finally {
    early.leave?.();
  }
}

/** The records that are whole so far. A body that fails is judged at its end: here it only yields no more. */
class Early {
  #found = [];
  /** How many were found in this page, and the last of them. */
  #count = 0;
  #last;
  #arrived;

  // Of the attempt under way: how many were found, the text after them, and the length from which another look is worth it.
  #again = 0;
  #text = "";
  #least = 0;
  #decoder;

  /** Another page follows. */
  expect() {
    this.#found = [];
    this.#count = 0;
    this.begin();
  }

  /** A body comes: the first of a page, or that of another attempt, which begins with the same records. */
  begin() {
    this.#again = this.#least = 0;
    this.#text = "";
    this.#decoder = new TextDecoder("utf-8", { fatal: true });
  }

  feed(piece) {
    try {
      this.#text += this.#decoder?.decode(piece, { stream: true }) ?? "";
      if (this.#decoder && this.#text.length >= this.#least) this.#look();
    } catch {
      this.#decoder = undefined;
    }
    if (this.#found.length) this.#arrived?.();
  }

  #look() {
    const text = this.#text;
    const places = guard(() => more(late).recordsIn(`${this.#again ? 1 : ""}\0${text}`)).split(".");
    let at = 0;
    for (let i = 0; i + 1 < places.length; i += 2) {
      at = Number(places[i + 1]);
      this.#add(JSON.parse(text.slice(Number(places[i]), at)));
    }
    this.#text = text.slice(at);
    // A record that comes in many pieces is not read from its begin for each of them.
    this.#least = at ? 0 : 2 * text.length;
  }

  #add(record) {
    this.#again++;
    if (this.#again > this.#count) {
      this.#found.push((this.#last = record));
      this.#count++;
    } else if (this.#again === this.#count && record._id !== this.#last._id) throw new Error("The page has changed.");
  }

  take() {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  arrival() {
    return new Promise((resolve) => (this.#arrived = resolve));
  }
}

function changed(id, count) {
  return new EtherealQueryError({
    kind: "decode",
    code: "page_changed",
    message: `The page was asked for again after a failure, and its record ${count} is no longer the one with _id ` +
      `${JSON.stringify(String(id).slice(0, 64))}: begin again.`,
    retryable: true,
    endpoint: "GET /ethereals",
  });
}
