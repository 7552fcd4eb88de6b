/**
 * `<eq-transfer-route>` alone; see {@link TransferRoute}.
 *
 * @packageDocumentation
 */
export { TransferRoute, define } from "../elements.js";
export type { Helpers, TransferRouteEventMap } from "../elements.js";
