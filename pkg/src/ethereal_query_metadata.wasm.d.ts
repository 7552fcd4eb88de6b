// The WebAssembly file of the metadata functions, which hosts import as a compiled module.

declare const module: WebAssembly.Module;
export default module;
