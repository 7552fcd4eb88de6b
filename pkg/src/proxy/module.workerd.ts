// The compiled module of the proxy, for Cloudflare Workers, which import a `.wasm` file as a module.

import { adoptModule } from "../runtime/file-module.js";
import module from "../ethereal_query_proxy.wasm";

export function loadProxyModule(): WebAssembly.Module {
  return adoptModule(module);
}
