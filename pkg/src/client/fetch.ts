// Wraps the `fetch` of a client or a proxy. A custom `fetch` may come from another library, so its arguments are plain
// values, except the signal. Its result may be any object. gloo-net and web-sys panic on anything but a Response of the
// host, so this module converts the result.

import type { FetchFunctions } from "../../wasm/client/ethereal_query.js";
import { RESPONSE_HEADERS } from "../generated/calls.js";
import { Promise as GluePromise } from "../runtime/glue-globals.js";
import type { Fetch, FetchInit } from "../types/fetch.js";

/**
 * Wraps `fetch`. If `fetch` is undefined, each call looks up the global `fetch`, because a program may replace the
 * global function later.
 */
export function wrapFetch(
  fetch: Fetch | undefined,
): (url: string, init: FetchInit) => Promise<Response> {
  return (url, init) => {
    const response = send(fetch ?? globalThis.fetch, url, init);
    // After a trap, nothing handles this rejection, and it would end a Node.js process.
    response.catch(() => {});
    return response;
  };
}

/** How to send a request of Rust, and what `fetch` threw for it. */
interface PreparedRequest {
  readonly send: () => Promise<Response>;
  failure?: unknown;
}

const preparedRequests = new WeakMap<Request, PreparedRequest>();

/** Returns the functions that Rust calls. Only a proxy gets the cookies of the page, which may tell it the user. */
export function fetchFunctions(fetch: Fetch | undefined, isProxied: boolean): FetchFunctions {
  const sendRequest = wrapFetch(fetch);
  return {
    prepare(request, init, revalidates) {
      // Only browsers have these options. Cloudflare's workers reject them.
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
 * The `fetch` of the glue, which gloo-net calls. scripts/bundle.mjs imports this function into the glue. It sends the
 * request with the `fetch` of the client that prepared the request. It rejects only with an Error, because gloo-net
 * panics on any other value.
 */
export function glueFetch(request: Request): PromiseLike<unknown> {
  const prepared = preparedRequests.get(request)!;
  const response = prepared.send().catch((thrown: unknown) => {
    prepared.failure = thrown;
    throw new Error("fetch failed");
  });
  // After a trap, Rust does not handle a rejection, and the rejection would end a Node.js process.
  response.catch(() => {});
  return GluePromise.resolve(response) as PromiseLike<unknown>;
}

async function send(fetch: Fetch, url: string, init: FetchInit): Promise<Response> {
  const response: unknown = await fetch(url, init);
  if (init.signal.aborted) {
    // A custom `fetch` may ignore the signal. The body of its response would still download.
    void cancelBody(response);
    throw new Error("The request was aborted.");
  }
  if (!isHostResponse(response)) return toResponse(response);
  if (response.bodyUsed) throw bodyUsedError();
  return response;
}

async function cancelBody(response: unknown): Promise<void> {
  try {
    await readerOf(response as Response).cancel();
  } catch {
    // The call has already ended.
  }
}

/** Returns whether the response, its headers and its body are objects of the host. */
function isHostResponse(response: unknown): response is Response {
  // A Proxy passes `instanceof`, and then throws when Rust reads it.
  return (
    isUnchanged(response, Response) &&
    isUnchanged(response.headers, Headers) &&
    isHostStream(response.body)
  );
}

/** Returns whether a body is a stream of the host. Jest with jsdom has such streams, and perhaps no global class. */
function isHostStream(body: unknown): boolean {
  return body === null || typeof ReadableStream === "undefined" || body instanceof ReadableStream;
}

/** Returns whether a value is an instance of the host's class without own properties, which might throw. */
function isUnchanged<T extends object>(value: unknown, hostClass: { prototype: T }): value is T {
  const isInstance = Object.getPrototypeOf(value) === hostClass.prototype;
  return isInstance && Object.getOwnPropertyNames(value).length === 0;
}

/** Converts an object with a status and a body to a Response of the host. */
function toResponse(response: unknown): Response {
  const { status, redirected, bodyUsed, type } = response as Response;
  const isStatus = typeof status === "number" && status >= 100 && status < 1000;
  // The status of an opaque redirect is 0.
  if (!isStatus && type !== "opaqueredirect") throw new Error("fetch returned no Response.");
  if (bodyUsed) throw bodyUsedError();
  const reader = copyingReader(readerOf(response as Response));
  const converted = new Response(null, { headers: headersOf(response as Response) });
  // The constructor accepts no status below 200, and has no option for `redirected` and `type`. The constructor of a
  // polyfill takes no stream.
  return Object.defineProperties(converted, {
    status: { value: Math.trunc(status) },
    redirected: { value: (redirected as unknown) === true },
    type: { value: type === "opaqueredirect" ? type : "default" },
    body: { value: { getReader: () => reader } },
  });
}

const bodyUsedError = (): Error => new Error("The body of the Response was read before.");

/** Copies the headers. A response without readable headers has none. */
function headersOf(response: Response): Headers {
  const headers = new Headers();
  try {
    // First the headers that the client reads, by name: the headers of a custom `fetch` need not be iterable.
    for (const name of RESPONSE_HEADERS) {
      const value: unknown = response.headers.get(name);
      if (typeof value === "string") headers.set(name, value);
    }
    for (const [name, value] of response.headers) headers.set(name, value);
  } catch {
    // The headers of a custom fetch may be anything.
  }
  return headers;
}

/** The members of a reader that this module uses. */
type BodyReader = Pick<ReadableStreamDefaultReader<unknown>, "read" | "cancel">;

/**
 * Returns a reader of the body. The body is a web stream, or a stream of Node.js, as in a response of node-fetch. The
 * response of a polyfill may have no stream: the reader then returns the whole body as one chunk.
 */
function readerOf(response: Response): BodyReader {
  const body = response.body as
    (Partial<AsyncIterable<unknown>> & Partial<ReadableStream<unknown>>) | null | undefined;
  if (body?.getReader) return body.getReader();
  const chunks = body?.[Symbol.asyncIterator]?.() ?? wholeBody(response);
  return {
    read: () => chunks.next() as never,
    async cancel() {
      await chunks.return?.();
    },
  };
}

async function* wholeBody(response: Partial<Response>): AsyncGenerator<unknown, undefined> {
  if (response.text && !response.arrayBuffer) yield new TextEncoder().encode(await response.text());
  else yield await response.arrayBuffer!();
}

/** Returns a reader of copies, because the next read of a foreign stream may change the bytes. */
function copyingReader(reader: BodyReader): BodyReader {
  return {
    async read() {
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done: false, value: bytesOf(value).slice() };
    },
    cancel: async (reason) => reader.cancel(reason),
  };
}

/** The maximum number of empty chunks in a row. Without a limit, they could keep every timer from firing. */
const MAX_EMPTY_CHUNKS = 1000;

/** Reads the first `maxBytes` of a body, until the signal aborts. */
async function readBody(
  { body }: Response,
  signal: AbortSignal,
  maxBytes: number,
): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  // Node.js continues to read the body of an aborted request.
  signal.addEventListener("abort", () => void reader.cancel().catch(() => {}));
  const chunks: Uint8Array[] = [];
  let length = 0;
  let emptyChunks = 0;
  while (length < maxBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    const bytes = bytesOf(value).subarray(0, maxBytes - length);
    chunks.push(bytes);
    length += bytes.length;
    emptyChunks = bytes.length > 0 ? 0 : emptyChunks + 1;
    if (emptyChunks > MAX_EMPTY_CHUNKS) throw new Error("The body has too many empty chunks.");
  }
  return concat(chunks, length);
}

function concat(chunks: Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1) return chunks[0]!;
  const whole = new Uint8Array(length);
  let start = 0;
  for (const chunk of chunks) {
    whole.set(chunk, start);
    start += chunk.length;
  }
  return whole;
}

/** Returns the bytes of an ArrayBuffer or of a view, of any realm. A detached buffer has no bytes. */
function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  const { byteLength, buffer, byteOffset } = value as Uint8Array<ArrayBuffer>;
  if (typeof value !== "object" || typeof byteLength !== "number") {
    throw new Error("A chunk of the body is not bytes.");
  }
  if (byteLength === 0) return new Uint8Array();
  return ArrayBuffer.isView(value)
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint8Array(value as ArrayBuffer);
}
