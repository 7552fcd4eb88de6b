// Functions that create elements. They are those of the package's custom elements, so that the page and the elements
// handle untrusted text in the same way.
import { h, register } from "/pkg/elements/shared.js";
import { checksumAddress, formatUnits, resolveUri, routeOf } from "/pkg/index.js";

export * from "/pkg/elements/shared.js";

/** The functions of the package that the elements need. Each panel registers the elements that it shows. */
export const packageHelpers = { checksumAddress, formatUnits, resolveUri, routeOf };
register(packageHelpers, {});

const styleSheets = {};

/** Loads a style sheet once. The promise also resolves when loading fails, and after 3 seconds. */
export const loadStyleSheet = (href) =>
  (styleSheets[href] ??= new Promise((resolve) => {
    document.head.append(h("link", { rel: "stylesheet", href, load: resolve, error: resolve }));
    setTimeout(resolve, 3000);
  }));
