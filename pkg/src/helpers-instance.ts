// The WebAssembly of the helpers.

import * as glue from "../wasm/helpers/ethereal_query.js";
import { loadHelpersModule } from "./helpers-module.js";
import { Instance } from "./instance.js";

export const helpers: Instance<typeof glue> = /* @__PURE__ */ new Instance(glue, loadHelpersModule);
