// A page of a list whose records are built when they are asked for.

import type { OpenPageResult } from "../wasm/client/ethereal_query.js";
import { invalidValue } from "./error.js";

const CLOSING_BRACE = 0x7d;

/**
 * One page of a list, checked as a whole, whose records are built when they are asked for: each time anew. It holds the
 * page's text.
 */
export class OpenPage<T> implements Iterable<T> {
  /** Where the next page begins, at most 65,536 bytes; `null` on the last. */
  readonly nextCursor: string | null;
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;

  /** @internal */
  constructor({ bytes, offsets, nextCursor }: OpenPageResult) {
    this.#bytes = bytes;
    this.#offsets = offsets;
    this.nextCursor = nextCursor ?? null;
  }

  /** How many records it has. */
  get length(): number {
    return this.#offsets.length;
  }

  /**
   * The record at `index`, from the end where it is negative; `undefined` where there is none.
   * @throws {EtherealQueryError} `invalid_argument` for what is no number
   */
  at(index: number): T | undefined {
    if (typeof index !== "number") throw invalidValue("index", index, "a number");
    const position = Math.trunc(index) || 0;
    const row = position < 0 ? position + this.length : position;
    const start = this.#offsets[row];
    if (start === undefined) return undefined;
    // White space and a comma or a bracket stand before the next record, or the end.
    const next = this.#offsets[row + 1] ?? this.#bytes.length;
    const end = this.#bytes.lastIndexOf(CLOSING_BRACE, next - 1) + 1;
    return JSON.parse(new TextDecoder().decode(this.#bytes.subarray(start, end))) as T;
  }

  *[Symbol.iterator](): Generator<T, void> {
    for (let row = 0; row < this.length; row++) yield this.at(row) as T;
  }
}
