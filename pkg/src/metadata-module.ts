// The compiled module of the metadata functions, from the bytes in this package.

import { text } from "../wasm/metadata/inline.js";
import { decodeModule } from "./inline-module.js";

let module: WebAssembly.Module | undefined;

export function loadMetadataModule(): WebAssembly.Module {
  return (module ??= decodeModule(text));
}
