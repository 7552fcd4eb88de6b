// The compiled module of the client for `ethereal-query/external`, which `init` loads.

import { internalError } from "./error.js";

let loaded: WebAssembly.Module | undefined;

export function loadClientModule(): WebAssembly.Module {
  if (loaded) return loaded;
  throw internalError(
    "not_initialized",
    "ethereal-query/external needs `await init()` before its first use.",
    undefined,
  );
}

export function setClientModule(module: WebAssembly.Module): void {
  loaded = module;
}
