// The compiled module of the client, from the bytes within this package. The bundler puts another file in its place for
// hosts that compile nothing at run time, and for `ethereal-query/external`.

import { text } from "../wasm/client/inline.js";
import { decodeModule } from "./inline-module.js";

let module: WebAssembly.Module | undefined;

export function loadClientModule(): WebAssembly.Module {
  return (module ??= decodeModule(text));
}
