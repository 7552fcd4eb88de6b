// The compiled module of the proxy, from the bytes in this package.

import { text } from "../../wasm/proxy/inline.js";
import { decodeModule } from "../runtime/inline-module.js";

let module: WebAssembly.Module | undefined;

export function loadProxyModule(): WebAssembly.Module {
  return (module ??= decodeModule(text));
}
