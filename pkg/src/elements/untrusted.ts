// Untrusted text. It is isolated from the text around it, shortened, and its invisible characters become visible.
import { h } from "./dom.js";
import { textStart } from "../display/text-start.js";
import { group } from "../display/format.js";
import { INVISIBLE, plain, visible } from "../display/plain-text.js";

/** Number of characters that a click on "Show more" adds. A browser needs seconds to lay out a megabyte. */
const MORE_LENGTH = 10_000;

/** Maximum number of markers. Later invisible characters become `▯`, because many markers take seconds to lay out. */
const MAX_MARKERS = 200;

/**
 * Returns an element with untrusted text: isolated, and with a marker for each invisible character. A text of more than
 * `limit` characters gets a button that shows more. Any value other than a string becomes JSON text.
 * @example
 * console.log(untrusted("Tree #7").textContent); // Tree #7
 */
export function untrusted(value: unknown, limit = 280): HTMLElement {
  const text = plain(value);
  const start = textStart(text, limit);
  const content = h("bdi", {}, ...markInvisible(start));
  let end = start.length;
  if (end === text.length) return content;
  const label = (): string => `Show more (${group(text.length - end)} characters)`;
  const button = h(
    "button",
    { type: "button", class: "link", part: "more", click: showMore },
    label(),
  );
  function showMore(): void {
    const next = textStart(text.slice(end), MORE_LENGTH);
    content.append(...markInvisible(next));
    end += next.length;
    if (end === text.length) whole.replaceChildren(content);
    else button.textContent = label();
  }
  const whole = h("span", {}, content, "… ", button);
  return whole;
}

function markInvisible(text: string): (Node | string)[] {
  // `split` returns the matches of the group at odd indexes, so each marker has two parts: the text before it, and the
  // match.
  const parts = text.split(INVISIBLE);
  const markedCount = 2 * MAX_MARKERS;
  const marked = parts
    .slice(0, markedCount)
    .map((part, index) => (index % 2 === 1 ? marker(part) : part));
  const unmarkedText = parts.slice(markedCount).join("");
  return [...marked, visible(unmarkedText)];
}

/**
 * Creates a marker. Its label is the code point of a character, or the number of several combining marks, which the
 * marker leaves out. The style sheet shows the label, so that the label is not copied with the text.
 */
function marker(part: string): HTMLElement {
  const { length } = [...part];
  if (length > 1) return h("span", { class: "turning", "data-code": `${length} marks` });
  const code = (part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return h("span", { class: "turning", "data-code": `U+${code}` }, part);
}
