// The WebAssembly of the helpers.

import * as glue from "../wasm/helpers/ethereal_query.js";
import { loadHelpersModule } from "./helpers-module.js";
import { Instance } from "./instance.js";

let instance: Instance<typeof glue> | undefined;

/** The instance of the module. A function, so that a bundler leaves the module out of a program that never calls it. */
export function helpers(): Instance<typeof glue> {
  return (instance ??= new Instance(glue, loadHelpersModule));
}
