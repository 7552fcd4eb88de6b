// The compiled module of the helpers, from the bytes in this package.

import { text } from "../wasm/helpers/inline.js";
import { decodeModule } from "./inline-module.js";

let module: WebAssembly.Module | undefined;

export function loadHelpersModule(): WebAssembly.Module {
  return (module ??= decodeModule(text));
}
