// Stubs of `fetch`, which respond like the service and record their requests. The other functions build responses, and
// read the bodies in tests/fixtures.
import assert from "node:assert/strict";
import { bodyFor } from "../calls.mjs";

/** A function that records the arguments of each call in `calls`. */
export function spy(implementation = () => {}) {
  const calls = [];
  const record = (...args) => {
    calls.push(args);
    return implementation(...args);
  };
  return Object.assign(record, { calls });
}

/** A `fetch` that returns a new response with this status and JSON body for each request. */
export const respondWith = (status, body) => spy(() => jsonResponse(status, body));

export function jsonResponse(status, body) {
  // With status 204, the constructor rejects every body, even an empty text.
  return new Response(body === "" ? null : body, {
    status,
    headers: { "content-type": "application/json" },
  });
}

/** A `fetch` that responds to each request with a valid body for the requested endpoint. */
export const respondToCalls = () => spy((url) => succeed({ url }));

/** Responds to a request with a valid body for the requested endpoint. */
export const succeed = (request) => jsonResponse(200, bodyFor(request));

/** A `fetch` that never settles. */
export const neverRespond = () => spy(() => new Promise(() => {}));

/** The arguments of a `fetch` as an object, with the headers as `Headers`. */
export const requestOf = (url, init) => ({ url, ...init, headers: new Headers(init.headers) });

/** A `fetch` that calls one responder for each request, in order, and the last responder for all further requests. */
export function respondInTurn(...responders) {
  let requestCount = 0;
  return spy((url, init) => {
    const responder = responders[requestCount] ?? responders.at(-1);
    requestCount++;
    return responder(requestOf(url, init));
  });
}

/** A `fetch` whose responses wait in `pending` until `respond()`. */
export function respondLater(bodyOf = bodyFor) {
  const pending = [];
  const fetch = spy(
    (url, init) =>
      new Promise((resolve) => pending.push({ request: requestOf(url, init), resolve })),
  );
  /** Responds to all pending requests, the latest first. */
  const respond = () => {
    for (const { request, resolve } of pending.splice(0).reverse())
      resolve(jsonResponse(200, bodyOf(request)));
  };
  return Object.assign(fetch, { pending, respond });
}

/** The requests that a `fetch` of this module received. */
export const requestsOf = (fetch) => fetch.calls.map(([url, init]) => requestOf(url, init));

/** The API keys of the requests that a `fetch` of this module received; `null` for a request without a key. */
export const keysSentTo = (fetch) =>
  requestsOf(fetch).map((request) => request.headers.get("x-api-key"));

/**
 * Returns the only request so far. Asserts that `fetch` got a string and an object of plain values, because a custom
 * `fetch` need not know the classes `Request` and `Headers`.
 */
export function onlyRequestOf(fetch) {
  assert.equal(fetch.calls.length, 1);
  assert.equal(fetch.calls[0].length, 2);
  const [url, init] = fetch.calls[0];
  assert.equal(typeof url, "string");
  assert.equal(init.method, "GET");
  assert.equal(Object.getPrototypeOf(init.headers), Object.prototype);
  assert.ok(init.signal instanceof AbortSignal);
  return requestOf(url, init);
}

export const encode = (text) => new TextEncoder().encode(text);

/** A response with a streamed body; `source` is the source of its `ReadableStream`. */
export const streamResponse = (source, init) => new Response(new ReadableStream(source), init);

/** A response whose body stream provides `chunks`, one for each read. */
export function responseOfChunks(chunks) {
  const unread = [...chunks];
  return streamResponse({
    pull(body) {
      if (unread.length > 0) body.enqueue(unread.shift());
      else body.close();
    },
  });
}

/** The text of a file in `tests/fixtures`. */
export async function readFixture(name) {
  const url = new URL(`../fixtures/${name}`, import.meta.url);
  // In the browser run, this module is bundled, and the server of the test pages sends the fixtures.
  const isInBrowser = url.protocol !== "file:";
  if (isInBrowser) {
    const response = await fetch(url);
    return response.text();
  }
  const { readFile } = await import("node:fs/promises");
  return readFile(url, "utf8");
}
