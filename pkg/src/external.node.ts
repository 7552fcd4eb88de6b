// `ethereal-query/external` in Node.js, where `fetch` cannot read files.

import { readFile } from "node:fs/promises";
import { type InitInput, initialize } from "./init.js";

export * from "./api.js";

/** Starts the client's WebAssembly. Without `input` it reads the file beside this module. */
export function init(input?: InitInput | Promise<Response>): Promise<void> {
  return initialize(input, () => readFile(new URL("./ethereal_query.wasm", import.meta.url)));
}
