// Responses for the page: the service's response byte for byte, or `{ "message" }`.

import type { Forward, OwnResponse } from "../../wasm/proxy/ethereal_query.js";
import { RESPONSE_HEADERS } from "../generated/calls.js";
import type { ProxyExchange } from "./exchange.js";

/** The `cache-control` of a response that depends on the key, or that the proxy itself writes: no cache stores it. */
const PRIVATE = "private, no-store";
/** Headers that the proxy forwards with every response, including `date`: a date in `retry-after` is relative to it. */
const PASSED_HEADERS = [...RESPONSE_HEADERS, "x-token-uri-content"];
/** After this number of bytes, the proxy stops reading a failure's body, in which it searches for a message. */
const MAX_FAILURE_BYTES = 65_536;
/** Statuses whose responses have no body. */
const WITHOUT_BODY = [204, 205, 304];
/** A JSON type without a comma. After a comma, the header has a second type, and a browser takes the last. */
const JSON_TYPE = /^application\/([\w.-]+\+)?json *(;[^,]*)?$/i;

/** The properties of a request that its response depends on. */
export interface ResponseContext {
  exchange: ProxyExchange;
  forward: Forward;
  /** Returns the response for a failure of the service. */
  failureResponse: (status: number, body: Uint8Array, hasRetryAfter: boolean) => OwnResponse;
  isHead: boolean;
}

/** Returns the response for the page to a response of the service. */
export async function pageResponse(
  upstream: Response,
  context: ResponseContext,
): Promise<Response> {
  const { exchange, failureResponse, isHead } = context;
  // A custom `fetch` may follow a redirect although `redirect` is "manual". With status 0, the response is a failure.
  const status = upstream.redirected ? 0 : upstream.status;
  if (status !== 304 && !(status >= 200 && status < 300)) {
    const body = await readFailure(upstream, exchange);
    const passed = passedHeaders(upstream);
    const response = failureResponse(status, body, passed.has("retry-after"));
    return ownResponse(response, isHead, passed);
  }
  const headers = successHeaders(upstream, context);
  if (!upstream.body || isHead || WITHOUT_BODY.includes(status)) {
    // The response for the page has no body, so the proxy reads no more bytes.
    exchange.abort();
    return new Response(null, { status, headers });
  }
  return new Response(streamOf(upstream.body, exchange), { status, headers });
}

/**
 * Returns a response that Rust wrote, with the headers `passed` too, which this function extends. The response has no
 * CORS headers, because only pages of the proxy's own origin may use the proxy.
 */
export function ownResponse(
  { status, headers, body }: OwnResponse,
  isHead: boolean,
  passed = new Headers(),
): Response {
  for (const [name, value] of headers)
    if (!name.startsWith("access-control-")) passed.set(name, value);
  passed.set("cache-control", PRIVATE);
  return new Response(isHead ? null : body, { status, headers: passed });
}

function passedHeaders({ headers }: Response): Headers {
  const passed = new Headers();
  for (const name of PASSED_HEADERS) {
    const value = headers.get(name);
    if (value !== null) passed.set(name, value);
  }
  return passed;
}

function successHeaders(upstream: Response, { forward }: ResponseContext): Headers {
  const headers = passedHeaders(upstream);
  const etag = upstream.headers.get("etag");
  if (etag !== null) headers.set("etag", etag);
  // Browsers must not show a body as a document of the app's origin, even if the service calls it HTML.
  const type = upstream.headers.get("content-type") ?? "";
  headers.set("content-type", JSON_TYPE.test(type) ? type : "application/json");
  headers.set("x-content-type-options", "nosniff");
  const caching = forward.requiresApiKey ? PRIVATE : upstream.headers.get("cache-control");
  if (caching !== null) headers.set("cache-control", caching);
  return headers;
}

/** Reads the first bytes of a failure's body, within one time limit for all of them. */
async function readFailure({ body }: Response, exchange: ProxyExchange): Promise<Uint8Array> {
  const reader = body?.getReader();
  try {
    return reader ? await exchange.wait(firstBytes(reader)) : new Uint8Array();
  } finally {
    exchange.abort();
    // For a body of a custom `fetch`, which may ignore the signal.
    reader?.cancel().catch(() => {});
  }
}

async function firstBytes(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array> {
  let bytes = new Uint8Array();
  while (bytes.length < MAX_FAILURE_BYTES) {
    const { done, value } = await reader.read();
    if (done) break;
    const longer = new Uint8Array(bytes.length + value.length);
    longer.set(bytes);
    longer.set(value, bytes.length);
    bytes = longer;
  }
  return bytes;
}

/** Returns the body as a stream that ends with the page's request, and when the service sends nothing for too long. */
function streamOf(
  body: ReadableStream<Uint8Array>,
  exchange: ProxyExchange,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      try {
        const { done, value } = await exchange.wait(reader.read());
        if (done) controller.close();
        else controller.enqueue(value);
      } catch {
        exchange.abort();
        controller.error(
          new Error(exchange.failure?.message ?? "The response of the service broke off."),
        );
      }
    },
    cancel() {
      exchange.abort();
    },
  };
  // The stream reads nothing ahead of the page.
  return new ReadableStream(source, { highWaterMark: 0 });
}
