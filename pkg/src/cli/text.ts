// Text for a terminal: without control characters, measured in columns, cut and padded.

import stringWidth from "string-width";
import { textStart } from "../display/text-start.js";
import { plain, visible } from "../display/plain-text.js";

/**
 * Characters that JSON text has only within strings, and that a terminal would obey or hide: control characters from
 * U+007F, format characters (`Cf`), and the separators of lines and paragraphs (`Zl`, `Zp`).
 */
const HIDDEN_IN_JSON = /[\x7f-\x9f]|\p{Cf}|\p{Zl}|\p{Zp}/gu;

// Created on first use.
let segmenter: Intl.Segmenter | undefined;

/**
 * A value of the service as one line that cannot control a terminal: escape sequences, other control
 * characters and characters that turn the direction of text become `▯`. A value other than a string becomes JSON. A
 * text with more than `limit` UTF-16 units is cut, and ends with an ellipsis.
 */
export function safe(value: unknown, limit = 1000): string {
  const text = plain(value);
  const shown = text.length > limit ? `${textStart(text, limit)}…` : text;
  return visible(shown.replace(/[\t\n]+/g, " "));
}

/** JSON text that has the same value as `json` and cannot control a terminal. */
export function safeJson(json: string): string {
  // JSON has control characters below U+0020 only outside of strings, as tabs and line breaks. Of these, only `\r` can
  // overwrite text in a terminal. The JSON has the same value without it.
  return json.replaceAll("\r", "").replace(HIDDEN_IN_JSON, (match) => {
    // `split` returns UTF-16 units: an escape of JSON stands for one unit.
    const units = match.split("");
    return units.map((unit) => `\\u${hex(unit.charCodeAt(0))}`).join("");
  });
}

function hex(unit: number): string {
  return unit.toString(16).padStart(4, "0");
}

/** How many columns a terminal needs for a text without escape sequences. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** A text in at most `width` columns: its end is cut off, or its middle is cut out. */
export function cut(text: string, width: number, where: "end" | "middle" = "end"): string {
  if (widthOf(text) <= width) return text;
  const availableWidth = width - widthOf("…");
  const endWidth = where === "middle" ? Math.floor(availableWidth / 2) : 0;
  const letters = graphemes(text);
  const start = take(letters, availableWidth - endWidth);
  // The end is taken backwards from the last letter.
  const end = take([...letters].reverse(), endWidth).reverse();
  return [...start, "…", ...end].join("");
}

/** The first of the graphemes, in at most `width` columns. */
function take(letters: string[], width: number): string[] {
  const taken: string[] = [];
  let usedWidth = 0;
  for (const letter of letters) {
    usedWidth += widthOf(letter);
    if (usedWidth > width) break;
    taken.push(letter);
  }
  return taken;
}

/** A text with spaces at one side, up to `width` columns. */
export function pad(text: string, width: number, side: "start" | "end" = "end"): string {
  const spaces = " ".repeat(Math.max(0, width - widthOf(text)));
  return side === "end" ? text + spaces : spaces + text;
}
