// Functions that create elements. They are those of the package's custom elements, so that the page and the elements
// handle untrusted text in the same way.
import { h } from "/pkg/elements/shared.js";

export * from "/pkg/elements/shared.js";

const styleSheets = {};

/** Loads a style sheet once. The promise also resolves when loading fails, and after 3 seconds. */
export const loadStyleSheet = (href) =>
  (styleSheets[href] ??= new Promise((resolve) => {
    document.head.append(h("link", { rel: "stylesheet", href, load: resolve, error: resolve }));
    setTimeout(resolve, 3000);
  }));
