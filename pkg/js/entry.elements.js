// `ethereal-query/elements`: two custom elements, and the parts they are made of. Importing it does nothing by itself;
// `define` registers the elements and brings what they need of the package, so no WebAssembly is in this file.
import { use } from "./elements/helpers.js";
import { TokenCard } from "./elements/token-card.js";
import { TransferRoute } from "./elements/transfer-route.js";

const elements = { "eq-token-card": TokenCard, "eq-transfer-route": TransferRoute };

export function define(helpers) {
  use(helpers);
  // On a server there is no registry: nothing to register.
  for (const [name, element] of Object.entries(elements)) {
    if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
  }
}

export { TokenCard, TransferRoute };
export { account } from "./elements/account.js";
export { chainName, chains, explorerUrl, findChain } from "./elements/chains.js";
export { announcer, copyButton, h, hex, icon, link } from "./elements/dom.js";
export { commonSheet, facts } from "./elements/element.js";
export { amount, group, time } from "./elements/format.js";
export { badge, sentence } from "./elements/status.js";
export { jsonText, plain, untrusted } from "./elements/text.js";
export { isRecord } from "./elements/traits.js";
