// The WebAssembly of the client.

import * as glue from "../wasm/client/ethereal_query.js";
import { loadClientModule } from "./client-module.js";
import { setGuard } from "./glue-globals.js";
import { Instance } from "./instance.js";

let instance: Instance<typeof glue> | undefined;

/** The instance of the module. A function, so that a bundler leaves the module out of a program that never calls it. */
export function client(): Instance<typeof glue> {
  if (!instance) {
    const created = (instance = new Instance(glue, loadClientModule));
    setGuard((callback) => created.guard(callback));
  }
  return instance;
}
