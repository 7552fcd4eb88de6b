// Creates the style sheets that shadow roots adopt. The policy `style-src 'self'` allows adopted style sheets, but not
// `<style>`.
import common from "./common.css";

/** The sheets of each document by their texts. A shadow root can only adopt sheets of the document that contains it. */
const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/**
 * Returns the style sheets of an element in the document `owner`. Returns none for a document that cannot adopt sheets:
 * jsdom 26 has no `replaceSync`, and a document without a window shows nothing.
 */
export function elementSheets(css: string, owner: Document): CSSStyleSheet[] {
  const Sheet = owner.defaultView?.CSSStyleSheet;
  if (!Sheet?.prototype.replaceSync) return [];
  const cache = sheets.get(owner) ?? new Map<string, CSSStyleSheet>();
  sheets.set(owner, cache);
  return [common, css].map((text) => cachedSheet(cache, Sheet, text));
}

function cachedSheet(
  cache: Map<string, CSSStyleSheet>,
  Sheet: typeof CSSStyleSheet,
  css: string,
): CSSStyleSheet {
  const cached = cache.get(css);
  if (cached) return cached;
  const sheet = newSheet(Sheet, css);
  cache.set(css, sheet);
  return sheet;
}

/**
 * Returns the style sheet of the shared functions. A page that uses these functions outside of an element adopts the
 * sheet.
 * @example
 * document.adoptedStyleSheets.push(commonSheet());
 */
export function commonSheet(): CSSStyleSheet {
  return newSheet(CSSStyleSheet, common);
}

function newSheet(Sheet: typeof CSSStyleSheet, css: string): CSSStyleSheet {
  const sheet = new Sheet();
  sheet.replaceSync(css);
  return sheet;
}
