/**
 * `<eq-token-card>` alone; see {@link TokenCard}.
 *
 * @packageDocumentation
 */
export { TokenCard, define } from "../elements.js";
export type { CardToken, Helpers } from "../elements.js";
