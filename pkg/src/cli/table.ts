// Aligned columns, and lists of terms and values.

import type { Color, Output } from "./output.js";
import { cut, pad, widthOf } from "./text.js";

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Numbers are aligned at their end. */
  readonly align?: "start" | "end";
  /**
   * The place where a value that is too wide for the terminal is cut. A column without this place is never cut. Of a
   * number, only the fraction is cut.
   */
  readonly cut?: "end" | "middle";
}

/** A cell: its text, and its colour if it has one. */
export type Cell = string | readonly [text: string, color: Color];

const GAP = "  ";
/** The minimum width of a column that is cut, in columns of the terminal. */
const MIN_WIDTH = 8;
/** The width of the beginning and the end of an address or hash, as in `0x740f…8391b4`. */
const MIN_HASH_WIDTH = 13;
/** The width of most names. Longer texts are cut to this width before a column is left out. */
const USUAL_TEXT_WIDTH = 24;
/**
 * A table that is too wide first loses its last columns, until this number is left. Only then is a text other than an
 * address cut to less than `USUAL_TEXT_WIDTH`.
 */
const MIN_COLUMNS = 5;
/** What stays of the fraction of a number that is cut: the point, a digit and the ellipsis. */
const MIN_FRACTION = ".0…";

/** A table. Its columns keep their widths until a later page has wider texts, so that the pages stay aligned. */
export class Table {
  /** The columns that fit. A cut makes no column narrower than its `minWidth`. */
  readonly #columns: (Column & { width: number; minWidth: number })[];

  constructor(
    columns: readonly Column[],
    readonly output: Output,
  ) {
    this.#columns = columns.map((column) => ({
      ...column,
      width: widthOf(column.title),
      minWidth: column.cut === "middle" ? MIN_HASH_WIDTH : MIN_WIDTH,
    }));
  }

  /** Makes the columns wide enough for rows, as far as the terminal allows. Leaves out last columns that do not fit. */
  fit(rows: readonly (readonly Cell[])[]): void {
    for (const [index, column] of this.#columns.entries()) {
      const texts = rows.map((row) => textOf(row[index]));
      column.width = Math.max(column.width, maxWidth(texts));
      if (column.align === "end") {
        const integerParts = texts.map((text) => text.split(".", 1)[0]!);
        const minWidth = maxWidth(integerParts) + widthOf(MIN_FRACTION);
        column.minWidth = Math.max(column.minWidth, minWidth);
      }
    }
    // First, addresses and very long texts are cut. Then the last columns are left out. Only then are other texts cut.
    this.#shrink("middle");
    this.#shrink("end", USUAL_TEXT_WIDTH);
    while (this.#isTooWide() && this.#columns.length > MIN_COLUMNS) this.#columns.pop();
    this.#shrink("end");
    while (this.#isTooWide() && this.#columns.length > 1) this.#columns.pop();
  }

  #isTooWide(): boolean {
    const gaps = GAP.length * (this.#columns.length - 1);
    return this.#columns.reduce((sum, { width }) => sum + width, gaps) > this.output.width;
  }

  /**
   * Makes columns narrower until the table fits: each time the widest of the columns that are cut at `place`. No column
   * becomes narrower than `minWidth` or its own minimum.
   */
  #shrink(place: "middle" | "end", minWidth = 0): void {
    while (this.#isTooWide()) {
      const candidates = this.#columns.filter(
        (column) => column.cut === place && column.width > Math.max(minWidth, column.minWidth),
      );
      candidates.sort((a, b) => b.width - a.width);
      const [widest] = candidates;
      if (!widest) return;
      widest.width -= 1;
    }
  }

  header(): string {
    return this.row(this.#columns.map(({ title }) => [title, "bold"]));
  }

  row(cells: readonly Cell[]): string {
    const shown = this.#columns.map(({ width, align, cut: where }, index) => {
      const cell = cells[index];
      const text = where ? cut(textOf(cell), width, where) : textOf(cell);
      // A text that is aligned at its end has the spaces at its start.
      const padded = pad(text, width, align === "end" ? "start" : "end");
      // The last column needs no spaces behind it.
      const final = index === this.#columns.length - 1 && align !== "end" ? text : padded;
      if (cell === undefined || typeof cell === "string") return final;
      const [, color] = cell;
      return this.output.paint(color, final);
    });
    return shown.join(GAP).trimEnd();
  }
}

/** The width of the widest text. */
function maxWidth(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, widthOf(text)), 0);
}

/** The text of a cell, without its colour. */
export function textOf(cell: Cell | undefined): string {
  if (cell === undefined) return "";
  return typeof cell === "string" ? cell : cell[0];
}

/** A term and its value. A list leaves out a term without a value. */
export type LabelledText = readonly [term: string, value: string | undefined];

/** The lines of a list of terms and values. */
export function factLines(facts: readonly LabelledText[], { paint }: Output): string[] {
  const rows: (readonly [string, string])[] = [];
  for (const [term, value] of facts) {
    if (value) rows.push([term, value]);
  }
  const width = maxWidth(rows.map(([term]) => term));
  return rows.map(([term, value]) => `${paint("dim", pad(term, width))}${GAP}${value}`);
}
