// The compiled module of the client, for Cloudflare Workers, which import a `.wasm` file as a module.

import { adoptModule } from "../runtime/file-module.js";
import module from "../ethereal_query.wasm";

export function loadClientModule(): WebAssembly.Module {
  return adoptModule(module);
}
