// `ethereal-query/external` in Node, whose fetch reads no files.
import { readFile } from "node:fs/promises";
import { initializer } from "./external.js";

export const init = initializer(() => readFile(new URL("./ethereal_query.wasm", import.meta.url)));
export * from "./api.js";
