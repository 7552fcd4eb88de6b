// The compiled module of the client, from the bytes in this package. scripts/bundle.mjs replaces this file for hosts
// that forbid compiling at run time (client-module.file.ts) and for `ethereal-query/external`
// (client-module.external.ts).

import { text } from "../wasm/client/inline.js";
import { decodeModule } from "./inline-module.js";

let module: WebAssembly.Module | undefined;

export function loadClientModule(): WebAssembly.Module {
  return (module ??= decodeModule(text));
}
