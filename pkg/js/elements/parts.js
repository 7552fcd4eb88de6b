// What the elements share and the demo page is built of. In dist/elements/ it is a file of its own, so that a page
// with one of the elements does not load what only the other one needs.
export { account } from "./account.js";
export { chainName, chains, explorerUrl, findChain } from "./chains.js";
export { announcer, copyButton, h, hex, icon, link } from "./dom.js";
export { QueryElement, commonSheet, facts, register } from "./element.js";
export { amount, group, time } from "./format.js";
export { helpers } from "./helpers.js";
export { badge, sentence } from "./status.js";
export { isRecord, jsonText, plain, untrusted } from "./text.js";
