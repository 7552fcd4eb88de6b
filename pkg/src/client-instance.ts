// The WebAssembly of the client.

import * as glue from "../wasm/client/ethereal_query.js";
import { loadClientModule } from "./client-module.js";
import { setGuard } from "./glue-globals.js";
import { Instance } from "./instance.js";

export const client: Instance<typeof glue> = /* @__PURE__ */ new Instance(glue, loadClientModule, (instance) =>
  setGuard((callback) => instance.guard(callback)),
);
