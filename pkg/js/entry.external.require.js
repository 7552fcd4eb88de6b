// The same for `require` in Node.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { initializer } from "./external.js";

export const init = initializer(() => readFile(join(__dirname, "ethereal_query.wasm")));
export * from "./api.js";
