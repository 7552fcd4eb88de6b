/**
 * Two custom elements that show what the client finds: `<eq-token-card>` and `<eq-transfer-route>`. This module contains
 * no WebAssembly, and importing it has no effect: `define` registers the elements and gives them the functions of the
 * package that they need.
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
 * Registers the elements, once: a later call only replaces the helpers. On a server, where there are no elements, it
 * registers nothing.
 * @throws TypeError that names the helper that is missing
 * @example
 * import * as query from "ethereal-query";
 * import { define } from "ethereal-query/elements";
 * define(query);
 */
export function define(helpers: Helpers): void {
  register(helpers, { "eq-token-card": TokenCard, "eq-transfer-route": TransferRoute });
}
