/**
 * The client with its WebAssembly in a separate file, which the host compiles while it arrives. Await {@link init} once
 * before you use any other export.
 *
 * @packageDocumentation
 */

import { type InitInput, initialize } from "./init.js";

export * from "./api.js";
export type { InitInput } from "./init.js";

/**
 * Loads and starts the WebAssembly. Later calls return the promise of the first; after a failure, the next call tries
 * again.
 * @param input URL, response, bytes or compiled module. Default: the file beside this module.
 * @throws {EtherealQueryError} kind `internal`, code `init_failed`
 * @example
 * import { Client, init } from "ethereal-query/external";
 *
 * await init();
 * const client = new Client({ baseUrl: "https://api.example.com" });
 * const token = await client.tokenUri("0xc1a625bee9fc58d2e43438243d9dd64b012cec47", 2, { chainId: 1 });
 * console.log(token.name); // Ethereal Trees #2
 */
export function init(input?: InitInput | Promise<Response>): Promise<void> {
  return initialize(input, () => new URL("./ethereal_query.wasm", import.meta.url));
}
