// The default entry: the WebAssembly travels inside, so there is nothing to load and nothing to configure.
import bytes from "virtual:wasm-client";
import { initSync } from "../wasm/client/ethereal_query.js";
import { use } from "./instance.js";

use(() => initSync({ module: new WebAssembly.Module(bytes()) }));

export * from "./api.js";
