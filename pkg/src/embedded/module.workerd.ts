// The compiled module of the embedded service, for Cloudflare Workers, which import a `.wasm` file as a module.

import { adoptModule } from "../runtime/file-module.js";
import module from "../ethereal_query_embedded.wasm";

export function loadEmbeddedModule(): WebAssembly.Module {
  return adoptModule(module);
}
