// The compiled module of the proxy, from the bytes within this package.

import { text } from "../wasm/proxy/inline.js";
import { decodeModule } from "./inline-module.js";

let module: WebAssembly.Module | undefined;

export function loadProxyModule(): WebAssembly.Module {
  return (module ??= decodeModule(text));
}
