// Reads the options of a client: checks the functions, and converts the other options to the form that Rust reads.

import type {
  ClientOptions as RustOptions,
  FetchFunctions,
} from "../../wasm/client/ethereal_query.js";
import { toArguments } from "../arguments/arguments.js";
import { headerPairs, readCallOptions } from "../arguments/headers.js";
import { readFunction, refuseUnknown } from "../arguments/checked-options.js";
import { HOOKS } from "../generated/hooks.js";
import { CLIENT_OPTIONS } from "../generated/option-names.js";
import type { ClientOptions } from "../types/options.js";
import { absoluteUrl } from "./base-url.js";
import { fetchFunctions } from "./fetch.js";

/** The checked options of a client. */
export interface CheckedClientOptions {
  /** The base URL as the caller passed it. */
  baseUrl: unknown;
  /** Whether the global `fetch` sends the requests. */
  usesGlobalFetch: boolean;
  /** The key, or the function that returns it. */
  secret: unknown;
  /** The arguments of the constructor in Rust. */
  forRust: [options: RustOptions, fetch: FetchFunctions, hooks: Hooks];
  /** The hooks of the caller, each in the wrapper of `logErrors`. */
  hooks: Hooks;
}

/** Reads the options of a client: each property once. */
export function readClientOptions(options: ClientOptions): CheckedClientOptions {
  // The option `headers` has the same forms as in the options of a call.
  const { fetch, ...others } = readCallOptions(options);
  const { baseUrl, apiKey } = others;
  // The error does not show the name of an unknown option that contains the API key.
  refuseUnknown({ ...others, fetch }, CLIENT_OPTIONS, apiKey);
  const values: Record<string, unknown> = { ...others, baseUrl: absoluteUrl(baseUrl) };
  const hooks: Hooks = {};
  for (const name of HOOKS) {
    const hook = readFunction(name, others[name] as Hook | undefined);
    if (hook) hooks[name] = logErrors(name, hook);
    delete values[name];
  }
  const functions = fetchFunctions(readFunction("fetch", fetch), others.proxied === true);
  return {
    baseUrl,
    usesGlobalFetch: !fetch,
    secret: apiKey,
    hooks,
    forRust: [toArguments(values), functions, hooks],
  };
}

type Hook = (event: unknown) => unknown;
type Hooks = Partial<Record<(typeof HOOKS)[number], Hook>>;

/**
 * Wraps a hook: an error of the hook is logged, and does not affect the call. The wrapper of `onRequest` resolves to
 * the headers that the hook returns, which Rust adds to the request. Only invalid headers make the call fail.
 */
function logErrors(name: string, hook: Hook): (event: unknown) => Promise<unknown> {
  return async (event) => {
    let headers: unknown;
    try {
      const result = (await hook(event)) as { headers?: unknown } | null | undefined;
      headers = result?.headers;
    } catch (thrown) {
      console.error("A hook of ethereal-query's client failed:", thrown);
    }
    return name === "onRequest" ? headerPairs(name, headers) : undefined;
  };
}
