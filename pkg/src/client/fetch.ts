// Wraps the `fetch` of a client or a proxy. A custom `fetch` may come from another library, so its arguments are plain
// values, except the signal.

import type { FetchFunctions } from "../../wasm/client/ethereal_query.js";
import { Promise as GluePromise } from "../runtime/glue-globals.js";
import type { Fetch, FetchInit } from "../types/fetch.js";
import { cancelBody, readBody } from "./body.js";
import { hostResponse } from "./host-response.js";

/**
 * Wraps `fetch`. If `fetch` is undefined, each call looks up the global `fetch`, because a program may replace the
 * global function later.
 */
export function wrapFetch(
  fetch: Fetch | undefined,
): (url: string, init: FetchInit) => Promise<Response> {
  return (url, init) => {
    const response = send(fetch ?? globalThis.fetch, url, init);
    ignoreRejection(response);
    return response;
  };
}

/**
 * Marks a rejection as handled. After a trap, Rust does not handle the rejection, and an unhandled rejection ends a
 * Node.js process.
 */
function ignoreRejection(promise: Promise<unknown>): void {
  promise.catch(() => {});
}

/** The function that sends a request of Rust, and what `fetch` threw for the request. */
interface PreparedRequest {
  readonly send: () => Promise<Response>;
  failure?: unknown;
}

const preparedRequests = new WeakMap<Request, PreparedRequest>();

/** Returns the functions that Rust calls. Only a proxy gets the cookies of the page, which may identify the user. */
export function fetchFunctions(fetch: Fetch | undefined, isProxied: boolean): FetchFunctions {
  const sendRequest = wrapFetch(fetch);
  return {
    prepare(request, init, revalidates) {
      // Cloudflare's workers reject these options. Their requests have no `credentials`.
      if ("credentials" in request) {
        init.credentials = isProxied ? "same-origin" : "omit";
        init.referrerPolicy = "no-referrer";
        if (revalidates) init.cache = "no-cache";
      }
      preparedRequests.set(request, { send: () => sendRequest(request.url, init as FetchInit) });
    },
    failureOf: (request) => preparedRequests.get(request)?.failure,
    readBody,
  };
}

/**
 * The `fetch` of the glue, which gloo-net calls. scripts/bundle.mjs imports this function into the glue. The function
 * sends the request with the `fetch` of the client that prepared the request. The result rejects only with an Error,
 * because gloo-net panics on any other value.
 */
export function glueFetch(request: Request): PromiseLike<unknown> {
  const prepared = preparedRequests.get(request)!;
  const response = prepared.send().catch((thrown: unknown) => {
    prepared.failure = thrown;
    throw new Error("fetch failed");
  });
  ignoreRejection(response);
  return GluePromise.resolve(response) as PromiseLike<unknown>;
}

async function send(fetch: Fetch, url: string, init: FetchInit): Promise<Response> {
  const response: unknown = await fetch(url, init);
  if (init.signal.aborted) {
    // A custom `fetch` may ignore the signal. The body of its response would still download.
    void cancelBody(response);
    throw new Error("The request was aborted.");
  }
  return hostResponse(response);
}
