/**
 * Two custom elements for the results of the client: `<eq-token-card>` and `<eq-transfer-route>`. This module contains
 * no WebAssembly, and importing it has no effect: {@link define} registers the elements.
 *
 * In the examples, the page has already called {@link define}.
 *
 * @packageDocumentation
 */
import { register } from "./elements/shared.js";
import { TokenCard } from "./elements/token-card.js";
import { TransferRoute } from "./elements/transfer-route.js";

export * from "./elements/shared.js";
export { TokenCard } from "./elements/token-card.js";
export type { CardToken } from "./elements/token-card.js";
export { TransferRoute } from "./elements/transfer-route.js";
export type { TransferRouteEventMap } from "./elements/transfer-route.js";

/**
 * Registers both elements. A later call does nothing. On a server, which has no custom elements, it registers nothing.
 * @example
 * import { define } from "ethereal-query/elements";
 *
 * define();
 * const card = document.createElement("eq-token-card");
 */
export function define(): void {
  register({ "eq-token-card": TokenCard, "eq-transfer-route": TransferRoute });
}
