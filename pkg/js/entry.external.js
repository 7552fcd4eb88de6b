// `ethereal-query/external` in browsers: the .wasm file is fetched and compiled while it arrives.
import { initializer } from "./external.js";

export const init = initializer(() => new URL("./ethereal_query.wasm", import.meta.url));
export * from "./api.js";
