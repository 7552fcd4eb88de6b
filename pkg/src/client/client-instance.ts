// The instance of the client's WebAssembly module. wasm-pack writes `pkg/wasm` in a build.

import {
  Client,
  initSync,
  replaceInstance,
  startInstance,
} from "../../wasm/client/ethereal_query.js";
import { loadClientModule } from "#ethereal-query/client-module";
import { setGuard } from "../runtime/glue-globals.js";
import { requireHostClasses } from "../runtime/host-classes.js";
import { Instance } from "../runtime/instance.js";

/** The exports of the glue without the default export, which loads the module from a URL. */
const glue = { Client, initSync, replaceInstance, startInstance };
export type ClientGlue = typeof glue;

let instance: Instance<ClientGlue> | undefined;

/**
 * Checks that the host has the classes that a call needs, and returns the module. `URL` completes a `baseUrl` that is
 * only a path.
 */
function loadModule(): WebAssembly.Module {
  requireHostClasses("Request", "Response", "Headers", "URL");
  return loadClientModule();
}

/**
 * Returns the instance. The first call creates the instance and sets the guard of the glue. This does not happen during
 * the import, so that a bundler can drop the module from a program without a call.
 */
export function clientInstance(): Instance<ClientGlue> {
  if (!instance) {
    const created = new Instance(glue, loadModule);
    instance = created;
    // The timers and promises of the glue handle a trap with the guard of this instance.
    setGuard((callback) => created.guard(callback));
  }
  return instance;
}
