// Files that hosts and bundlers import as modules.

declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
