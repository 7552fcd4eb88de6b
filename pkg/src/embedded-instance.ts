// The WebAssembly of the embedded service.

import * as glue from "../wasm/embedded/ethereal_query.js";
import { loadEmbeddedModule } from "./embedded-module.js";
import { Instance } from "./instance.js";

export const embedded = /* @__PURE__ */ new Instance<typeof glue>(glue, loadEmbeddedModule);
