// Loads the WebAssembly of `ethereal-query/external`.

import { client } from "./client-instance.js";
import { setClientModule } from "./client-module.external.js";
import { internalError } from "./error.js";

/**
 * The WebAssembly file of the package, as `init` of `ethereal-query/external` accepts it: a URL, a request, a response,
 * the bytes, or the compiled module.
 * @example
 * import { init, type InitInput } from "ethereal-query/external";
 *
 * const input: InitInput = new URL("ethereal_query.wasm", "https://cdn.example.com/");
 * const load = () => init(input);
 */
export type InitInput = string | URL | Request | BufferSource | WebAssembly.Module | Response;

let started: Promise<void> | undefined;

/** Loads the module once. `defaultInput` returns the input for a caller that passes none. */
export function initialize(
  input: InitInput | Promise<Response> | undefined,
  defaultInput: () => InitInput | Promise<InitInput>,
): Promise<void> {
  started ??= load(input ?? defaultInput()).catch((thrown: unknown) => {
    // The next call tries again, with the same or another input.
    started = undefined;
    throw internalError("init_failed", "Cannot load or start the WebAssembly module. See cause.", thrown);
  });
  return started;
}

async function load(input: InitInput | Promise<InitInput>): Promise<void> {
  setClientModule(await compile(await input));
  client().start();
}

/** Compiles the module from any input. */
async function compile(input: InitInput): Promise<WebAssembly.Module> {
  if (input instanceof WebAssembly.Module) return input;
  if (typeof input === "string" || input instanceof URL || input instanceof Request) return compile(await fetch(input));
  if (!(input instanceof Response)) return WebAssembly.compile(input);
  if (!input.ok) throw new Error(`Status ${input.status} for ${input.url}.`);
  // `compileStreaming` rejects a response with another content type.
  const isStreamable = input.headers.get("content-type") === "application/wasm";
  return isStreamable ? WebAssembly.compileStreaming(input) : WebAssembly.compile(await input.arrayBuffer());
}
