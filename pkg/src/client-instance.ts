// The WebAssembly of the client.

import * as glue from "../wasm/client/ethereal_query.js";
import { loadClientModule } from "./client-module.js";
import { setGuard } from "./glue-globals.js";
import { Instance } from "./instance.js";

export const client = /* @__PURE__ */ new Instance<typeof glue>(glue, loadClientModule, (instance) =>
  setGuard((callback) => instance.guard(callback)),
);
