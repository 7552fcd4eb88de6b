/**
 * Two custom elements for the results of the client: `<eq-token-card>` and `<eq-transfer-route>`. This module contains
 * no WebAssembly, and importing it has no effect: {@link define} registers the elements and passes them the functions
 * of the package that they need.
 *
 * In the examples, the page has already called {@link define}.
 *
 * @packageDocumentation
 */
import { type Helpers, register } from "./elements/shared.js";
import { TokenCard } from "./elements/token-card.js";
import { TransferRoute } from "./elements/transfer-route.js";

export * from "./elements/shared.js";
export { TokenCard } from "./elements/token-card.js";
export type { CardToken } from "./elements/token-card.js";
export { TransferRoute } from "./elements/transfer-route.js";
export type { TransferRouteEventMap } from "./elements/transfer-route.js";

/**
 * Registers both elements. A later call only replaces the helpers. On a server, which has no custom elements, it
 * registers nothing.
 * @param helpers the exports of `ethereal-query`, or of `ethereal-query/external` after `init`
 * @throws TypeError that names a missing helper
 * @example
 * import * as query from "ethereal-query";
 * import { define } from "ethereal-query/elements";
 *
 * define(query);
 * const card = document.createElement("eq-token-card");
 */
export function define(helpers: Helpers): void {
  register(helpers, { "eq-token-card": TokenCard, "eq-transfer-route": TransferRoute });
}
