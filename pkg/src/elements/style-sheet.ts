// Style sheets that shadow roots adopt. A `style-src 'self'` policy allows those, but no `<style>`.
import common from "./common.css";

const sheets = new Map<string, CSSStyleSheet>();

/** The style sheet with this text. It is created once and shared by all elements. */
export function styleSheet(css: string): CSSStyleSheet {
  let sheet = sheets.get(css);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(css, sheet);
  }
  return sheet;
}

/** The style sheet of the shared functions. A page that uses them outside of the elements adopts it too. */
export function commonSheet(): CSSStyleSheet {
  return styleSheet(common);
}
