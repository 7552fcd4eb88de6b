// What both external entries share: `init` has to be awaited once.
import start, { initSync } from "../wasm/client/ethereal_query.js";
import { internal } from "./error.js";
import { instance, use } from "./instance.js";

/** @param fetched gives the default input when the caller names none */
export function initializer(fetched) {
  let started;
  let failed = false;
  use(() => {
    throw internal("not_initialized", "ethereal-query/external needs `await init()` before its first use.");
  });
  return function init(input) {
    // A failed start may be tried again, with the same or another input.
    if (!started || failed) {
      failed = false;
      started = load(input ?? fetched()).catch((thrown) => {
        failed = true;
        throw internal("init_failed", "The WebAssembly module cannot be loaded or started.", thrown);
      });
    }
    return started;
  };
}

async function load(input) {
  const source = await input;
  if (source instanceof WebAssembly.Module) initSync({ module: source });
  else await start({ module_or_path: source });
  use(() => {});
  instance();
}
