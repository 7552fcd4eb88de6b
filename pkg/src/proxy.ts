/**
 * A proxy for your own server: it adds the API key to the requests of your pages, so that no page has the key. It
 * forwards the endpoints of the service only, and checks each request by the rules of the service before it sends
 * anything.
 *
 * @packageDocumentation
 */

import type * as wasm from "../wasm/proxy/ethereal_query.js";
import { toArguments } from "./arguments/arguments.js";
import { readCallOptions } from "./arguments/headers.js";
import { readFunction, refuseUnknown } from "./arguments/checked-options.js";
import { wrapFetch } from "./client/fetch.js";
import { isEtherealQueryError } from "./errors/error.js";
import { CALL_HEADERS } from "./generated/calls.js";
import type { ProxyEndpoint } from "./generated/endpoints.js";
import { PROXY_OPTIONS } from "./generated/option-names.js";
import { ProxyExchange } from "./proxy/exchange.js";
import { type ProxyGlue, proxyInstance } from "./proxy/proxy-instance.js";
import { ownResponse, pageResponse, type ResponseContext } from "./proxy/responses.js";
import { RustObject } from "./runtime/rust-object.js";
import type { Fetch, FetchInit } from "./types/fetch.js";
import type { RequestHeaders } from "./types/request-headers.js";

export type { ProxyEndpoint };
export { type NodeRequest, type NodeResponse, toNodeHandler } from "./proxy/node.js";

/**
 * Options of a proxy.
 * @example
 * const baseUrl = "https://api.example.com";
 * const options: ProxyOptions = { baseUrl, apiKey, basePath: "/api/eq", allow: ["project"] };
 * const response = await createProxyHandler(options)(new Request("https://app.example.com/api/eq/project"));
 * console.log(response.status); // 200
 */
export interface ProxyOptions {
  /**
   * Address of the service, a string or `URL`: an absolute `https:` or `http:` URL. The path of each request
   * begins with the path of this URL.
   */
  baseUrl: string | URL;
  /**
   * The API key, or a function that returns it or a promise of it. The proxy calls the function for each request that
   * needs a key.
   *
   * The proxy sends the key in the header `x-api-key` of the calls that need one, never with `tokenUri`, and never to
   * the target of a redirect.
   */
  apiKey: string | (() => string | undefined | Promise<string | undefined>);
  /**
   * The calls that pages may make, such as `["tokenUri", "bridgeTransfer"]`. Other calls get status 403.
   * Default: all calls.
   *
   * `null` is refused, because a setting that was not found must not allow all.
   */
  allow?: readonly ProxyEndpoint[] | undefined;
  /** The path of the proxy in your app, such as `/api/eq`. The client's `baseUrl` is the same path. */
  basePath?: string | undefined;
  /** Headers that the proxy adds to each request to the service, for example for a gateway. */
  headers?: RequestHeaders | undefined;
  /**
   * Any function with the signature of `fetch`. The proxy calls it with a URL and plain options.
   * Default: the global `fetch` at the time of each call.
   */
  fetch?: Fetch | undefined;
  /**
   * Maximum time to wait for the service, in milliseconds: for the key, for the headers, and for each chunk of the
   * body. Default: 10,000.
   *
   * When the service responds with an error, the time limit covers the whole body.
   */
  timeoutMs?: number | undefined;
  /** Lets the API key go to an `http:` base URL of another machine, such as one in your own network. Default: `false`. */
  allowInsecure?: boolean | undefined;
}

/**
 * Responds to a request of a page. It is a route handler for Next.js, and the `fetch` of a worker, Deno, Bun and Hono.
 * @example
 * const withSession = (handler: ProxyHandler): ProxyHandler => async (request) =>
 *   request.headers.has("cookie") ? handler(request) : new Response(null, { status: 401 });
 */
export type ProxyHandler = (request: Request) => Promise<Response>;

/**
 * Returns a function that responds to the requests of your pages: it adds the API key and calls the service. A failure
 * is a response with `{ "message" }`. The page needs a client with `proxied: true`.
 *
 * Every visitor who can send a request to the handler uses your key. Check the session of your app before you call the
 * handler.
 *
 * @param options where the service is, the key, and what the proxy allows
 * @returns a function from a request to a response
 * @throws {EtherealQueryError} `invalid_argument` for an option that breaks its rule and for an unknown one
 * @example
 * // In a Next.js app, app/api/eq/[...path]/route.js exports the handler as GET and HEAD.
 * const baseUrl = "https://api.example.com";
 * const handler = createProxyHandler({ baseUrl, apiKey: () => apiKey, basePath: "/api/eq" });
 * const response = await handler(new Request("https://app.example.com/api/eq/project"));
 * console.log((await response.json()).requestOwner); // demo
 */
export function createProxyHandler(options: ProxyOptions): ProxyHandler {
  const proxyOptions = readCallOptions(options);
  const forRust = readProxyOptions(proxyOptions);
  const object = new RustObject(proxyInstance(), (glue: ProxyGlue) => new glue.Proxy(forRust));
  const withRust = <T>(callback: (rust: wasm.Proxy) => T): T =>
    proxyInstance().call((glue) => callback(object.current(glue)));
  // Read once, because each getter calls Rust.
  const { timeoutMs, optionHeaders } = withRust((rust) => ({
    timeoutMs: rust.timeoutMs,
    optionHeaders: rust.headers,
  }));
  // Throws for an invalid key. A function for the key is called only for a request.
  if (typeof proxyOptions.apiKey !== "function") checkApiKey(proxyOptions.apiKey);
  const fetch = wrapFetch(proxyOptions.fetch);
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const isHead = request.method === "HEAD";
    const forward = withRust((rust) => rust.forward(request.method, pathname + search));
    // Rust refused the request, and wrote the response.
    if (!("url" in forward)) return ownResponse(forward, isHead);
    const exchange = new ProxyExchange(request, timeoutMs);
    try {
      const apiKey = forward.requiresApiKey
        ? await exchange.wait(resolveApiKey(proxyOptions.apiKey))
        : undefined;
      const response = await exchange.send(
        fetch,
        forward,
        requestHeaders(optionHeaders, request, apiKey),
      );
      const failureResponse: ResponseContext["failureResponse"] = (status, body, hasRetryAfter) =>
        withRust((rust) => rust.failureResponse(status, body, hasRetryAfter, apiKey));
      return await pageResponse(response, { exchange, forward, failureResponse, isHead });
    } catch (thrown) {
      return ownResponse(
        proxyInstance().call((glue) => failureOf(thrown, exchange, glue)),
        isHead,
      );
    }
  };
}

/** Checks the names and types of options. Rust checks the values that this function returns. */
function readProxyOptions({ fetch, ...options }: ProxyOptions): wasm.ProxyOptions {
  const { allow, apiKey } = options;
  refuseUnknown({ ...options, fetch }, PROXY_OPTIONS, apiKey);
  readFunction("fetch", fetch);
  // A setting that was not found is often `null`. Rust refuses `[null]`, but an absent list would allow all endpoints.
  return toArguments({ ...options, allow: allow === null ? [null] : allow });
}

/**
 * The headers of a page's request that the proxy forwards: `if-none-match`, and the client's headers except the key.
 */
const PASSED_HEADERS = ["if-none-match", ...CALL_HEADERS.filter((name) => name !== "x-api-key")];

/**
 * Returns the headers for the service. `optionHeaders` come from the options of the proxy. The proxy forwards no
 * cookie, key or authorization of the page.
 */
function requestHeaders(
  optionHeaders: [string, string][],
  { headers }: Request,
  apiKey: string | undefined,
): FetchInit["headers"] {
  const sent = new Headers(optionHeaders);
  for (const name of PASSED_HEADERS) {
    const value = headers.get(name);
    if (value !== null) sent.set(name, value);
  }
  if (apiKey !== undefined) sent.set("x-api-key", apiKey);
  return Object.fromEntries(sent);
}

/** The API key is missing or unusable. */
class ApiKeyFailure extends Error {}

async function resolveApiKey(apiKey: ProxyOptions["apiKey"]): Promise<string> {
  try {
    return checkApiKey(typeof apiKey === "function" ? await apiKey() : apiKey);
  } catch (thrown) {
    // The message of any other error may contain the key.
    throw new ApiKeyFailure(
      isEtherealQueryError(thrown) ? thrown.message : "The apiKey function of this proxy failed.",
    );
  }
}

/** Returns a key that is usable; throws for any other value. */
function checkApiKey(key: unknown): string {
  const isMissing = key === undefined || key === null;
  // For a value that is not a string, Rust gets the empty text, which it refuses.
  const text = typeof key === "string" ? key : "";
  return proxyInstance().call((glue) => glue.checkApiKey(isMissing ? undefined : text));
}

/**
 * Returns the response for an error that was thrown before the headers of the service arrived, or while the proxy read
 * the body of a failure.
 */
function failureOf(thrown: unknown, exchange: ProxyExchange, glue: ProxyGlue): wasm.OwnResponse {
  const { failure } = exchange;
  if (failure) return glue.messageResponse(failure.status, failure.message);
  if (thrown instanceof ApiKeyFailure) return glue.withoutKeyResponse(thrown.message);
  const message =
    "Network error: no complete response from the service (unreachable, or connection lost).";
  return glue.messageResponse(502, message);
}
