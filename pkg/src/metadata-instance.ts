// The instance of the WebAssembly module of the metadata functions.

import * as glue from "../wasm/metadata/ethereal_query.js";
import { loadMetadataModule } from "./metadata-module.js";
import { Instance } from "./instance.js";

let instance: Instance<typeof glue> | undefined;

/** Returns the instance. It is a function, so that a bundler drops the module from a program that never calls it. */
export function metadata(): Instance<typeof glue> {
  return (instance ??= new Instance(glue, loadMetadataModule));
}
