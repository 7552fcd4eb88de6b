/**
 * The client with its WebAssembly in a file of its own, compiled while it arrives. `await init()` once before anything else.
 *
 * @packageDocumentation
 */

export * from "./index.js";

/**
 * Loads the WebAssembly. Later calls give the first one's promise; a failed start may be tried again.
 * @param input where it is, or what it is: a URL, a Response, its bytes, a compiled module. Default: the file beside this one.
 * @throws {EtherealQueryError} kind `internal`, code `init_failed`
 */
export function init(
  input?: string | URL | Request | BufferSource | WebAssembly.Module | Response | Promise<Response>,
): Promise<void>;
