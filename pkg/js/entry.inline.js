// The default entry: the WebAssembly travels inside, so there is nothing to load and nothing to configure.
import bytes from "virtual:wasm-client";
import { use } from "./instance.js";

let module;
use(() => (module ??= new WebAssembly.Module(bytes())));

export * from "./api.js";
