/**
 * The functions that the elements and the demo page share. They may change in a minor version.
 *
 * This module is a separate file of the package, so a page that uses one element does not load the code of the other
 * element.
 *
 * @packageDocumentation
 */
export { account } from "./account.js";
export { amount } from "./amount.js";
export { announce, announcer } from "./announcer.js";
export { copyButton } from "./copy-button.js";
export { h } from "./dom.js";
export type { Child } from "./dom.js";
export { facts } from "./facts.js";
export type { Fact } from "./facts.js";
export { hex } from "./hex.js";
export { icon } from "./icon.js";
export type { IconName } from "./icon.js";
export { link } from "./link.js";
export { RecordElement } from "./record-element.js";
export { badge } from "./status.js";
export { stateCard } from "./state-card.js";
export type { StateWords } from "./state-card.js";
export { commonSheet } from "./style-sheet.js";
export { time } from "./time.js";
export { untrusted } from "./untrusted.js";
export { group } from "../display/format.js";
export {
  chainName,
  chainTypeOf,
  chains,
  explorerUrl,
  findChain,
  relayUrl,
  stepName,
  stepUrl,
} from "../chains/known-chains.js";
export type { KnownChain } from "../chains/known-chains.js";
export { isolated, isRecord, jsonText, plain } from "../display/plain-text.js";
export { sentence } from "../display/statuses.js";
export { ROLE_LABELS, STATE_LABELS, STATE_MARKS } from "../display/labels.js";
