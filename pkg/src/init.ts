// Loading the WebAssembly of `ethereal-query/external`.

import { client } from "./client-instance.js";
import { setClientModule } from "./client-module.external.js";
import { internalError } from "./error.js";

/** What `init` takes. */
export type InitInput = string | URL | Request | BufferSource | WebAssembly.Module | Response;

let started: Promise<void> | undefined;

/** Loads the module once; `defaultInput` says where it is when the caller does not. */
export function initialize(
  input: InitInput | Promise<Response> | undefined,
  defaultInput: () => InitInput | Promise<InitInput>,
): Promise<void> {
  started ??= load(input ?? defaultInput()).catch((thrown: unknown) => {
    // May be tried again, with the same or another input.
    started = undefined;
    throw internalError("init_failed", "Cannot load or start the WebAssembly module. See cause.", thrown);
  });
  return started;
}

async function load(input: InitInput | Promise<InitInput>): Promise<void> {
  setClientModule(await compile(await input));
  client().start();
}

/** The module of a URL, a Response or bytes. */
async function compile(input: InitInput): Promise<WebAssembly.Module> {
  if (input instanceof WebAssembly.Module) return input;
  if (typeof input === "string" || input instanceof URL || input instanceof Request) return compile(await fetch(input));
  if (!(input instanceof Response)) return WebAssembly.compile(input);
  if (!input.ok) throw new Error(`Status ${input.status} for ${input.url}.`);
  // Compiled while it arrives where the server names the type right.
  const isStreamable = input.headers.get("content-type") === "application/wasm";
  return isStreamable ? WebAssembly.compileStreaming(input) : WebAssembly.compile(await input.arrayBuffer());
}
