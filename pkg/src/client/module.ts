// The compiled module of the client, from the bytes in this package. For a host that cannot compile at run time,
// `#ethereal-query/client-module` in package.json names another file.

import { text } from "../../wasm/client/inline.js";
import { decodeModule } from "../runtime/inline-module.js";

let module: WebAssembly.Module | undefined;

export function loadClientModule(): WebAssembly.Module {
  return (module ??= decodeModule(text));
}
