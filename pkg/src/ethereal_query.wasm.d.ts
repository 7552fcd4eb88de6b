// The WebAssembly of the client as a file, for hosts that import it as a module.

declare const module: WebAssembly.Module;
export default module;
