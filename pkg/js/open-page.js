// A page of a list whose records are built when they are asked for.

import { text } from "./values.js";

const CLOSING_BRACE = 0x7d;

export class OpenPage {
  #json;
  #rows;

  /** @param answer the checked text as bytes, and where its records begin */
  constructor({ json, rows, cursor }) {
    this.#json = json;
    this.#rows = rows;
    this.nextCursor = cursor || null;
  }

  get length() {
    return this.#rows.length;
  }

  at(index) {
    const place = Math.trunc(index) || 0;
    const row = place < 0 ? place + this.length : place;
    const start = this.#rows[row];
    if (start === undefined) return undefined;
    // Before the next record, or the end, stand white space and a comma or a bracket.
    const end = this.#json.lastIndexOf(CLOSING_BRACE, (this.#rows[row + 1] ?? this.#json.length) - 1) + 1;
    return JSON.parse(text(this.#json.subarray(start, end)));
  }

  *[Symbol.iterator]() {
    for (let row = 0; row < this.length; row++) yield this.at(row);
  }
}
