// Converts the result of a custom `fetch` to a Response of the host. The result may be any object, but gloo-net and
// web-sys panic if it is not a Response of the host.

import { RESPONSE_HEADERS } from "../generated/calls.js";
import { copyingReader, readerOf } from "./body.js";

/**
 * Returns a Response of the host: the result of `fetch` itself, or a new one with its status, headers and body.
 * @throws {Error} if the result is not a response, or if its body has been read
 */
export function hostResponse(response: unknown): Response {
  if (!isHostResponse(response)) return toResponse(response);
  if (response.bodyUsed) throw bodyUsedError();
  return response;
}

/** Returns whether the response, its headers and its body are objects of the host. */
function isHostResponse(response: unknown): response is Response {
  // In a browser, a Proxy of a Response throws when its headers are read. So it throws here, before Rust reads them.
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
  // An opaque redirect has the status 0. The new Response keeps its type.
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
