// The instance of the WebAssembly module of the embedded service.

import * as glue from "../wasm/embedded/ethereal_query.js";
import { loadEmbeddedModule } from "./embedded-module.js";
import { Instance } from "./instance.js";

let instance: Instance<typeof glue> | undefined;

/** Returns the instance. It is a function, so that a bundler drops the module from a program that never calls it. */
export function embedded(): Instance<typeof glue> {
  return (instance ??= new Instance(glue, loadEmbeddedModule, "create a new EmbeddedService"));
}
