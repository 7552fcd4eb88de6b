// The instance of the client's WebAssembly module.

import * as glue from "../wasm/client/ethereal_query.js";
import { loadClientModule } from "#client-module";
import { setGuard } from "./glue-globals.js";
import { Instance } from "./instance.js";

let instance: Instance<typeof glue> | undefined;

/** Returns the instance. It is a function, so that a bundler drops the module from a program that never calls it. */
export function client(): Instance<typeof glue> {
  if (!instance) {
    const created = (instance = new Instance(glue, loadClientModule));
    setGuard((callback) => created.guard(callback));
  }
  return instance;
}
