// The parts the page is made of are those of the package's elements: one way to make nodes, one way to show text of
// strangers.
import { h, register } from "/pkg/elements/parts.js";
import { checksumAddress, formatUnits, resolveUri, routeOf } from "/pkg/index.js";

export * from "/pkg/elements/parts.js";

/** What the elements need of the package; the panels register those they show. */
export const ofPackage = { checksumAddress, formatUnits, resolveUri, routeOf };
register(ofPackage, {});

/** Loads a style sheet. The promise also resolves when the sheet fails to load, or after 3 seconds. */
export const loadStyleSheet = (href) =>
  new Promise((resolve) => {
    document.head.append(h("link", { rel: "stylesheet", href, load: resolve, error: resolve }));
    setTimeout(resolve, 3000);
  });
