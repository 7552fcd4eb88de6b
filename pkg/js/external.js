// What both external entries share: `init` has to be awaited once.
import { internal } from "./error.js";
import { instance, use } from "./instance.js";

/** @param fetched gives the default input when the caller names none */
export function initializer(fetched) {
  let started;
  use(() => {
    throw internal("not_initialized", "ethereal-query/external needs `await init()` before its first use.");
  });
  return function init(input) {
    started ??= load(input ?? fetched()).catch((thrown) => {
      // May be tried again, with the same or another input.
      started = undefined;
      throw internal("init_failed", "The WebAssembly module cannot be loaded or started.", thrown);
    });
    return started;
  };
}

async function load(input) {
  const module = await compiled(await input);
  use(() => module);
  instance();
}

/** A module of a URL, a Response, bytes, or a module. */
async function compiled(input) {
  if (input instanceof WebAssembly.Module) return input;
  if (typeof input === "string" || input instanceof URL) return compiled(await fetch(input));
  if (!(input instanceof Response)) return WebAssembly.compile(input);
  if (!input.ok) throw new Error(`Status ${input.status} for ${input.url}.`);
  // Compiled while it arrives where the server names the type right.
  const streaming = input.headers.get("content-type") === "application/wasm";
  return streaming ? WebAssembly.compileStreaming(input) : WebAssembly.compile(await input.arrayBuffer());
}
