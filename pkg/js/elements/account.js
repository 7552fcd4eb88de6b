// An account as its checked, shortened address; what is none is shown as the text it is.
import { explorerUrl } from "./chains.js";
import { hex } from "./dom.js";
import { helpers } from "./helpers.js";
import { untrusted } from "./text.js";

export const account = (value, what, chainId) =>
  /^0x[0-9a-f]{40}$/i.test(value)
    ? hex(helpers.checksumAddress(value), what, explorerUrl(chainId, "address", value))
    : untrusted(value ?? "not given", 80);
