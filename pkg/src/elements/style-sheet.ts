// Style sheets that shadow roots adopt. The policy `style-src 'self'` allows them, but not `<style>`.
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
  const known = sheets.get(owner) ?? new Map<string, CSSStyleSheet>();
  sheets.set(owner, known);
  return [common, css].map((text) => {
    const sheet = known.get(text) ?? newSheet(Sheet, text);
    known.set(text, sheet);
    return sheet;
  });
}

/**
 * Returns the style sheet of the shared functions. A page that uses them outside of an element adopts it.
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
