// The options of a client as Rust expects them.

import { isEtherealQueryError } from "../errors/error.js";
import { wrapFetch } from "./fetch.js";
import { headersObject } from "../arguments/headers.js";
import type { ClientOptions } from "../types/options.js";

/** Wraps `fetch` and the hooks, so that they return and throw what Rust expects. Rust checks every option. */
export function prepareOptions(options: ClientOptions): ClientOptions {
  try {
    if (typeof options !== "object" || Array.isArray(options)) return options;
    const prepared: Record<string, unknown> = { ...options };
    if (!prepared.fetch || typeof prepared.fetch === "function") prepared.fetch = wrapFetch(options.fetch);
    if (prepared.headers) prepared.headers = headersObject(prepared.headers);
    for (const [name, hook] of Object.entries(prepared)) {
      if (name.startsWith("on") && typeof hook === "function") prepared[name] = logErrors(hook as Hook);
    }
    return prepared as unknown as ClientOptions;
  } catch (thrown) {
    if (isEtherealQueryError(thrown)) throw thrown;
    // A property throws. Rust reads it again, and reports that.
    return options;
  }
}

type Hook = (event: unknown) => unknown;

/**
 * Logs what a hook throws or rejects with, so that it does not affect the call. Resolves to the headers that the hook
 * returns, which Rust adds to the request if the hook is `onRequest`.
 */
function logErrors(hook: Hook): (event: unknown) => Promise<unknown> {
  return async (event) => {
    try {
      return headersObject(((await hook(event)) as { headers?: unknown } | null | undefined)?.headers);
    } catch (thrown) {
      console.error("A hook of ethereal-query's client failed:", thrown);
      return undefined;
    }
  };
}
