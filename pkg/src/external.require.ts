// `ethereal-query/external` for `require` in Node.js.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type InitInput, initialize } from "./init.js";

export * from "./api.js";

/** Starts the client's WebAssembly. Without `input` it reads the file beside this module. */
export function init(input?: InitInput | Promise<Response>): Promise<void> {
  return initialize(input, () => readFile(join(__dirname, "ethereal_query.wasm")));
}
