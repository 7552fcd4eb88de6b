// The compiled module of the client, from the bytes in this package. scripts/bundle.mjs replaces this file by
// client-module.file.ts for hosts that forbid compiling at run time.

import { text } from "../wasm/client/inline.js";
import { decodeModule } from "./inline-module.js";

let module: WebAssembly.Module | undefined;

export function loadClientModule(): WebAssembly.Module {
  return (module ??= decodeModule(text));
}
