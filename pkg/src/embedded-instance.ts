// The WebAssembly of the embedded service.

import * as glue from "../wasm/embedded/ethereal_query.js";
import { loadEmbeddedModule } from "./embedded-module.js";
import { Instance } from "./instance.js";

let instance: Instance<typeof glue> | undefined;

/** The instance of the module. A function, so that a bundler leaves the module out of a program that never calls it. */
export function embedded(): Instance<typeof glue> {
  return (instance ??= new Instance(glue, loadEmbeddedModule));
}
