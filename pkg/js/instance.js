// The one WebAssembly instance: made at first use, by the loader of the entry that was imported.

import * as wasm from "../wasm/client/ethereal_query.js";
import { internal, isEtherealQueryError } from "./error.js";

let load;
let ready = false;

/** Names the loader; it calls `initSync`, or throws when it has nothing to call it with yet. */
export function use(loader) {
  load = loader;
}

export function instance() {
  if (!ready) {
    try {
      load();
    } catch (thrown) {
      if (isEtherealQueryError(thrown)) throw thrown;
      const message =
        "The WebAssembly module cannot be started; a Content-Security-Policy must allow 'wasm-unsafe-eval'.";
      throw internal("init_failed", message, thrown);
    }
    ready = true;
  }
  return wasm;
}
