/**
 * The WebAssembly file of the client. Hosts and bundlers with support for it import a compiled module; for others it is
 * a file to serve or to read. `init` of `ethereal-query/external` accepts both.
 *
 * @packageDocumentation
 */

declare const module: WebAssembly.Module;
export default module;
