// The one WebAssembly instance: made at first use, by the loader of the entry that was imported.

import * as wasm from "../wasm/client/ethereal_query.js";
import { start } from "./error.js";

let load;
let ready = false;

/** Names the loader; it calls `initSync`, or throws when it has nothing to call it with yet. */
export function use(loader) {
  load = loader;
}

export function instance() {
  if (!ready) start(load);
  ready = true;
  return wasm;
}
