// The parts the page is made of are those of the package's elements: one way to make nodes, one way to show text of
// strangers.
import { register } from "/pkg/elements/parts.js";
import { checksumAddress, formatUnits, resolveUri, routeOf } from "/pkg/index.js";

export * from "/pkg/elements/parts.js";

/** What the elements need of the package; the panels register those they show. */
export const ofPackage = { checksumAddress, formatUnits, resolveUri, routeOf };
register(ofPackage, {});
