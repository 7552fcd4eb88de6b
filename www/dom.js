// What the page builds its document with. It uses the modules of the package's elements, so that one function creates
// nodes and one shows the text of strangers.
import { h, register } from "/pkg/elements/shared.js";
import { checksumAddress, formatUnits, resolveUri, routeOf } from "/pkg/index.js";

export * from "/pkg/elements/shared.js";

/** What the elements need of the package. Each panel registers the elements that it shows. */
export const packageHelpers = { checksumAddress, formatUnits, resolveUri, routeOf };
register(packageHelpers, {});

/** Loads a style sheet. The promise also resolves when the sheet fails to load, or after 3 seconds. */
export const loadStyleSheet = (href) =>
  new Promise((resolve) => {
    document.head.append(h("link", { rel: "stylesheet", href, load: resolve, error: resolve }));
    setTimeout(resolve, 3000);
  });
