// Aligned columns, and lists of terms and values.

import type { Color, Output } from "./output.js";
import { cut, pad, widthOf } from "./text.js";

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Numbers are aligned at their end. */
  readonly align?: "start" | "end";
  /**
   * The place where a value that is too wide for the terminal is cut. A column without it is never cut, and of a number
   * only the fraction.
   */
  readonly cut?: "end" | "middle";
}

/** A cell: its text, and its colour if it has one. */
export type Cell = string | readonly [text: string, color: Color];

const GAP = "  ";
/** A column that is cut keeps so many columns of the terminal. */
const MIN_WIDTH = 8;
/** The beginning and the end of an address or hash, as in `0x740f…391b4`. */
const MIN_HASH_WIDTH = 13;
/** The width of most names. A longer one is cut before a column is left out. */
const USUAL_TEXT_WIDTH = 24;
/** So many first columns stay, and are cut where the terminal is too narrow. */
const MIN_COLUMNS = 5;

/** A table. Its columns only become wider, so that the pages of a list stay aligned. */
export class Table {
  #widths: number[];
  /** The width that each column keeps when it is cut. */
  #minWidths: number[];

  constructor(
    readonly columns: readonly Column[],
    readonly output: Output,
  ) {
    this.#widths = columns.map(({ title }) => widthOf(title));
    this.#minWidths = columns.map(({ cut }) => (cut === "middle" ? MIN_HASH_WIDTH : MIN_WIDTH));
  }

  /** Makes the columns wide enough for rows, as far as the terminal allows. Leaves out last columns that do not fit. */
  fit(rows: readonly (readonly Cell[])[]): void {
    this.#minWidths = this.#minWidths.map((min, index) => {
      if (this.columns[index]!.align !== "end") return min;
      // The digits before the point, the point, a digit and the ellipsis.
      return Math.max(min, maxWidth(rows.map((row) => textOf(row[index]).split(".", 1)[0]!)) + 3);
    });
    const widths = this.#widths.map((width, index) => {
      const needed = maxWidth(rows.map((row) => textOf(row[index])));
      return Math.max(width, needed);
    });
    const total = (): number => widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
    const shrink = (place: "middle" | "end", min = 0): void => {
      while (total() > this.output.width) {
        const [widest] = widths
          .map((width, index) => ({ width, index }))
          .filter(
            ({ width, index }) => this.columns[index]!.cut === place && width > Math.max(min, this.#minWidths[index]!),
          )
          .sort((a, b) => b.width - a.width);
        if (!widest) return;
        widths[widest.index]! -= 1;
      }
    };
    // First addresses and unusual names become shorter, then the last columns go, and only then other texts are cut.
    shrink("middle");
    shrink("end", USUAL_TEXT_WIDTH);
    while (total() > this.output.width && widths.length > MIN_COLUMNS) widths.pop();
    shrink("end");
    while (total() > this.output.width && widths.length > 1) widths.pop();
    this.#widths = widths;
  }
  header(): string {
    return this.row(this.columns.map(({ title }) => [title, "bold"]));
  }

  row(cells: readonly Cell[]): string {
    const shown = this.#widths.map((width, index) => {
      const { align, cut: where } = this.columns[index]!;
      const cell = cells[index];
      const text = where ? cut(textOf(cell), width, where) : textOf(cell);
      const padded = pad(text, width, align === "end" ? "start" : "end");
      // The last column needs no spaces behind it.
      const final = index === this.#widths.length - 1 && align !== "end" ? text : padded;
      return cell === undefined || typeof cell === "string" ? final : this.output.paint(cell[1], final);
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
  return cell === undefined || typeof cell === "string" ? (cell ?? "") : cell[0];
}

/** A term and its value; without a value the row is left out. */
export type LabelledText = readonly [term: string, value: string | undefined];

/** The lines of a list of terms and values. */
export function factLines(facts: readonly LabelledText[], { paint }: Output): string[] {
  const rows = facts.filter((fact): fact is readonly [string, string] => Boolean(fact[1]));
  const width = maxWidth(rows.map(([term]) => term));
  return rows.map(([term, value]) => `${paint("dim", pad(term, width))}${GAP}${value}`);
}
