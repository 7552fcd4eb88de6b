/**
 * Two custom elements for the results of the client: `<eq-token-card>` and `<eq-transfer-route>`. This module contains
 * no WebAssembly. The import registers both elements; on a server, which has no custom elements, it registers nothing.
 *
 * @packageDocumentation
 */
export * from "./elements/shared.js";
export { TokenCard } from "./elements/token-card.js";
export type { CardToken } from "./elements/token-card.js";
export { TransferRoute } from "./elements/transfer-route.js";
export type { Support, TransferRouteEventMap, UsualTimes } from "./elements/transfer-route.js";
