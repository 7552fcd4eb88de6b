// The instance of the WebAssembly module of the helpers.

import * as glue from "../wasm/helpers/ethereal_query.js";
import { loadHelpersModule } from "./helpers-module.js";
import { Instance } from "./instance.js";

let instance: Instance<typeof glue> | undefined;

/** Returns the instance. It is a function, so that a bundler drops the module from a program that never calls it. */
export function helpers(): Instance<typeof glue> {
  return (instance ??= new Instance(glue, loadHelpersModule));
}
