// `ethereal-query/elements`: two custom elements, and the parts they are made of. Importing it does nothing by itself;
// `define` registers the elements and brings what they need of the package, so no WebAssembly is in these files.
import { register } from "./elements/parts.js";
import { TokenCard } from "./elements/token-card.js";
import { TransferRoute } from "./elements/transfer-route.js";

const elements = { "eq-token-card": TokenCard, "eq-transfer-route": TransferRoute };

export const define = (helpers) => register(helpers, elements);

export { TokenCard, TransferRoute };
export * from "./elements/parts.js";
