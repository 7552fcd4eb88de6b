// The compiled module of the helpers, for hosts that import a `.wasm` file as a module.

import { adoptModule } from "./file-module.js";
import module from "./ethereal_query_helpers.wasm";

export function loadHelpersModule(): WebAssembly.Module {
  return adoptModule(module);
}
