// The instance of the WebAssembly module of the embedded service.

import {
  EmbeddedService,
  endpointNames,
  endpointOf,
  errorResponse,
  initSync,
  replaceInstance,
  startInstance,
} from "../../wasm/embedded/ethereal_query.js";
import { loadEmbeddedModule } from "#ethereal-query/embedded-module";
import { requireHostClasses } from "../runtime/host-classes.js";
import { Instance } from "../runtime/instance.js";

/** The exports of the glue without the default export, which loads the module from a URL. */
const glue = {
  EmbeddedService,
  endpointNames,
  endpointOf,
  errorResponse,
  initSync,
  replaceInstance,
  startInstance,
};
export type EmbeddedGlue = typeof glue;

let instance: Instance<EmbeddedGlue> | undefined;

/** Returns the module. Throws in a host without the classes that the service uses. */
function loadModule(): WebAssembly.Module {
  requireHostClasses("Request", "Response", "URL");
  return loadEmbeddedModule();
}

/** What a program does after a trap, for the message of the error. */
const ADVICE = "Create a new EmbeddedService";

/** Creates the instance at the first call. A bundler leaves the module out of a program without a call. */
export function embeddedInstance(): Instance<EmbeddedGlue> {
  return (instance ??= new Instance(glue, loadModule, ADVICE));
}
