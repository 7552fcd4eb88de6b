// The compiled module of the proxy, for Vercel's edge functions, which import a `.wasm` file with the suffix `?module`.

import { adoptModule } from "../runtime/file-module.js";
import module from "../ethereal_query_proxy.wasm?module";

export function loadProxyModule(): WebAssembly.Module {
  return adoptModule(module);
}
