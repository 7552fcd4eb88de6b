// The options of a client: the functions among them, and the others in the form that Rust reads.

import type { Arguments, Hooks, FetchFunctions } from "../../wasm/client/ethereal_query.js";
import { toArguments } from "../arguments/arguments.js";
import { headerPairs, readCallOptions } from "../arguments/headers.js";
import { readFunction, refuseUnknown } from "../arguments/options.js";
import { CLIENT_OPTIONS } from "../generated/option-names.js";
import type { ClientOptions } from "../types/options.js";
import { absoluteUrl } from "./base-url.js";
import { fetchFunctions } from "./fetch.js";

type HookName = Extract<keyof ClientOptions, `on${string}`>;
const isHook = (name: string): name is HookName => name.startsWith("on");

/** The options of a client that were read. */
export interface ReadOptions {
  /** The base URL as given. */
  baseUrl: unknown;
  /** Whether the global `fetch` sends the requests. */
  usesGlobalFetch: boolean;
  /** The key, unless it is a function. */
  secret: unknown;
  /** The arguments of the constructor in Rust. */
  forRust: [options: Arguments, fetch: FetchFunctions, hooks: Hooks, keyFunction: (() => unknown) | undefined];
  /** None throws. */
  hooks: Partial<Record<HookName, Hook>>;
}

/** Reads the options of a client: each property once. */
export function readClientOptions(options: ClientOptions): ReadOptions {
  const { fetch, ...all } = readCallOptions(options);
  const { baseUrl, apiKey } = all;
  const values: Record<string, unknown> = { ...all, baseUrl: absoluteUrl(baseUrl) };
  refuseUnknown({ ...all, fetch }, CLIENT_OPTIONS, apiKey);
  const hooks: ReadOptions["hooks"] = {};
  for (const name of CLIENT_OPTIONS.filter(isHook)) {
    const hook = readFunction(name, all[name] as Hook | undefined);
    if (hook) hooks[name] = logErrors(name, hook);
    delete values[name];
  }
  const wrapped = fetchFunctions(readFunction("fetch", fetch), all.proxied === true);
  const keyFunction = typeof apiKey === "function" ? apiKey : undefined;
  if (keyFunction) delete values.apiKey;
  return {
    baseUrl,
    usesGlobalFetch: !fetch,
    secret: values.apiKey,
    hooks,
    forRust: [toArguments(values), wrapped, hooks as Hooks, keyFunction],
  };
}

type Hook = (event: unknown) => unknown;

/**
 * Logs what a hook throws or rejects with, so that it does not affect the call. Resolves to the headers that the hook
 * returns if it is `onRequest`; Rust adds them to the request.
 */
function logErrors(name: string, hook: Hook): (event: unknown) => Promise<unknown> {
  return async (event) => {
    let headers: unknown;
    try {
      headers = ((await hook(event)) as { headers?: unknown } | null | undefined)?.headers;
    } catch (thrown) {
      console.error("A hook of ethereal-query's client failed:", thrown);
    }
    return name === "onRequest" ? headerPairs(name, headers) : undefined;
  };
}
