// Cuts a text, but not within a character.

/**
 * Length that a character of several code points, such as the emoji of a family, rarely exceeds. The segmenter reads
 * only this much of the text after the limit.
 */
const MAX_CHARACTER_LENGTH = 64;

// Created on first use.
let segmenter: Intl.Segmenter | undefined;

/** Returns the start of a text, of at most `limit` UTF-16 units, without a part of a character at its end. */
export function textStart(text: string, limit: number): string {
  if (text.length <= limit) return text;
  segmenter ??= new Intl.Segmenter("en");
  const characters = segmenter.segment(text.slice(0, limit + MAX_CHARACTER_LENGTH));
  // The text ends before the character at the limit. If this character is the first, such as a letter with hundreds of
  // marks, the text is cut within the character.
  const boundary = characters.containing(limit)?.index ?? 0;
  const start = text.slice(0, boundary === 0 ? limit : boundary);
  // A cut within a surrogate pair leaves the first half of the pair at the end.
  return start.replace(/[\ud800-\udbff]$/, "");
}
