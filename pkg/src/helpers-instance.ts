// The WebAssembly of the helpers.

import * as glue from "../wasm/helpers/ethereal_query.js";
import { loadHelpersModule } from "./helpers-module.js";
import { Instance } from "./instance.js";

export const helpers = /* @__PURE__ */ new Instance<typeof glue>(glue, loadHelpersModule);
