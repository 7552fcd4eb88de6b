// The compiled module of the embedded service, for Vercel's edge functions, which import a `.wasm` file with the
// suffix `?module`.

import { adoptModule } from "../runtime/file-module.js";
import module from "../ethereal_query_embedded.wasm?module";

export function loadEmbeddedModule(): WebAssembly.Module {
  return adoptModule(module);
}
