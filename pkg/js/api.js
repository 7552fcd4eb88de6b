// Everything the package exports, whatever the entry.
export { Client } from "./client.js";
export { EtherealQueryError, isEtherealQueryError } from "./error.js";
export * from "./helpers.js";
export { stream } from "./stream.js";
