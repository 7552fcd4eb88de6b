// Style sheets that shadow roots adopt. The policy `style-src 'self'` allows them, but not `<style>`.
import common from "./common.css";

const sheets = new Map<string, CSSStyleSheet>();

/** Returns the style sheet with a text. All elements share it. */
export function styleSheet(css: string): CSSStyleSheet {
  let sheet = sheets.get(css);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(css, sheet);
  }
  return sheet;
}

/**
 * Returns the style sheet of the shared functions. A page that uses them outside of an element adopts it.
 * @example
 * document.adoptedStyleSheets.push(commonSheet());
 */
export function commonSheet(): CSSStyleSheet {
  return styleSheet(common);
}
