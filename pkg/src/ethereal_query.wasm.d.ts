/**
 * The WebAssembly of the client as a file, for hosts and bundlers that import it as a module; for others it is a file to
 * serve or to read. `init` of `ethereal-query/external` takes either.
 *
 * @packageDocumentation
 */

declare const module: WebAssembly.Module;
export default module;
