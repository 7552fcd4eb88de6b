/**
 * The client with its WebAssembly in a file of its own, compiled while it arrives. `await init()` once before anything else.
 *
 * @packageDocumentation
 */

import { type InitInput, initialize } from "./init.js";

export * from "./api.js";
export type { InitInput } from "./init.js";

/**
 * Loads the WebAssembly. Later calls give the first one's promise; a failed start may be tried again.
 * @param input where it is, or what it is: a URL, a Response, its bytes, a compiled module. Default: the file beside this one.
 * @throws {EtherealQueryError} kind `internal`, code `init_failed`
 */
export function init(input?: InitInput | Promise<Response>): Promise<void> {
  return initialize(input, () => new URL("./ethereal_query.wasm", import.meta.url));
}
