// The compiled module of the metadata functions, for hosts that import a `.wasm` file as a module.

import { adoptModule } from "./file-module.js";
import module from "./ethereal_query_metadata.wasm";

export function loadMetadataModule(): WebAssembly.Module {
  return adoptModule(module);
}
