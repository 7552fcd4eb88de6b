// The compiled module of the client, for Vercel's edge functions, which import a `.wasm` file with the suffix
// `?module`.

import { adoptModule } from "../runtime/file-module.js";
import module from "../ethereal_query.wasm?module";

export function loadClientModule(): WebAssembly.Module {
  return adoptModule(module);
}
