// A page of a list that parses a record when the caller reads it.

import type { OpenPageResult } from "../wasm/client/ethereal_query.js";
import { invalidValue } from "./error.js";

const CLOSING_BRACE = 0x7d;

/**
 * One page of a list, from {@link EtherealList.open}. The client has checked every record, and parses one each time
 * that you read it. The page keeps the text of the response in memory.
 * @example
 * const page: OpenPage<Ethereal> = await client.ethereals({ pageSize: 40 }).open();
 * console.log(page.length, [...page].length, page.nextCursor !== null); // 40 40 true
 */
export class OpenPage<T> implements Iterable<T> {
  /** Cursor of the next page, at most 65,536 bytes; `null` on the last page. */
  readonly nextCursor: string | null;
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;

  /** @internal */
  constructor({ bytes, offsets, nextCursor }: OpenPageResult) {
    this.#bytes = bytes;
    this.#offsets = offsets;
    this.nextCursor = nextCursor ?? null;
  }

  /** Number of records. */
  get length(): number {
    return this.#offsets.length;
  }

  /**
   * Returns the record at `index`, counted from the end if it is negative; `undefined` if there is none.
   * @throws {EtherealQueryError} `invalid_argument` if `index` is not a number
   * @example
   * const page = await client.ethereals({ pageSize: 40 }).open();
   * console.log(page.at(0)?.status, page.at(40)); // unfunded undefined
   */
  at(index: number): T | undefined {
    if (typeof index !== "number") throw invalidValue("index", index, "a number");
    const position = Math.trunc(index) || 0;
    const row = position < 0 ? position + this.length : position;
    const start = this.#offsets[row];
    if (start === undefined) return undefined;
    // Between two records there is a comma, after the last one a bracket, and around them white space.
    const next = this.#offsets[row + 1] ?? this.#bytes.length;
    const end = this.#bytes.lastIndexOf(CLOSING_BRACE, next - 1) + 1;
    return JSON.parse(new TextDecoder().decode(this.#bytes.subarray(start, end))) as T;
  }

  /** Iterates over the records. */
  *[Symbol.iterator](): Generator<T, void> {
    for (let row = 0; row < this.length; row++) yield this.at(row) as T;
  }
}
