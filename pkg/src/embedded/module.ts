// The compiled module of the embedded service, from the bytes in this package.

import { text } from "../../wasm/embedded/inline.js";
import { decodeModule } from "../runtime/inline-module.js";

let module: WebAssembly.Module | undefined;

export function loadEmbeddedModule(): WebAssembly.Module {
  return (module ??= decodeModule(text));
}
