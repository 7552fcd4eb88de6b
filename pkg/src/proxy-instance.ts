// The instance of the WebAssembly module of the proxy.

import * as glue from "../wasm/proxy/ethereal_query.js";
import { loadProxyModule } from "#proxy-module";
import { Instance } from "./instance.js";

let instance: Instance<typeof glue> | undefined;

/** Returns the instance. It is a function, so that a bundler drops the module from a program that never calls it. */
export function proxy(): Instance<typeof glue> {
  return (instance ??= new Instance(glue, loadProxyModule));
}
