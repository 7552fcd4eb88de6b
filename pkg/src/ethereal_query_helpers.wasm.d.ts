// The WebAssembly file of the helpers, which hosts import as a compiled module.

declare const module: WebAssembly.Module;
export default module;
