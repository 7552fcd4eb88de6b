// WebAssembly modules that the host has compiled from a file.

/**
 * Gives a module the prototype of this realm's class. Next.js compiles the files of its edge runtime in another realm,
 * and wasm-bindgen's glue recognises a module by `instanceof`.
 */
export function adoptModule(module: WebAssembly.Module): WebAssembly.Module {
  if (!(module instanceof WebAssembly.Module))
    Object.setPrototypeOf(module, WebAssembly.Module.prototype);
  return module;
}
