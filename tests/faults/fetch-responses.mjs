// Responses of an injected fetch, with the same faults as the fault server but without sockets.
import { DATE_FORMS } from "./http-dates.mjs";
import { expectedResponse } from "./expected-responses.mjs";

const HEADERS = { "content-type": "application/json" };

/** The correct response to a request. */
export function correctResponse(request) {
  const { status, body } = expectedResponse(new URL(request.url), request.headers.get("x-api-key"));
  return new Response(JSON.stringify(body), { status, headers: HEADERS });
}

/** A response with this status and this Retry-After header. */
export function statusResponse(status, retryAfter) {
  const headers = retryAfter === undefined ? HEADERS : { ...HEADERS, "retry-after": retryAfter };
  return new Response(`{"message":"Injected fault ${status}"}`, { status, headers });
}

/** Rejects as Node's fetch does when a connection is reset. */
export function reset() {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  return Promise.reject(new TypeError("fetch failed", { cause }));
}

/** Sends half of the body and then fails. */
export async function truncated(request) {
  const bytes = new Uint8Array(await correctResponse(request).arrayBuffer());
  let sent = false;
  const pull = (controller) => {
    if (sent) return controller.error(new TypeError("terminated"));
    sent = true;
    controller.enqueue(bytes.subarray(0, bytes.length >> 1));
  };
  return new Response(new ReadableStream({ pull }), { headers: HEADERS });
}

/** Never responds. Rejects when the signal of the request aborts, as fetch does. */
export function stalled(request) {
  return new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
}

/** Sends half of the body and then stalls. */
export async function stalledBody(request) {
  const bytes = new Uint8Array(await correctResponse(request).arrayBuffer());
  const start = (controller) => controller.enqueue(bytes.subarray(0, bytes.length >> 1));
  return new Response(new ReadableStream({ start }), { headers: HEADERS });
}

/** A Retry-After of `ms` from `now`, and its exact value: dates have whole seconds. */
export function retryAfterOf(form, ms, now) {
  if (form === "seconds") return { text: String(Math.round(ms / 1000)), hintMs: Math.round(ms / 1000) * 1000 };
  if (form === "junk") return { text: "as soon as possible", hintMs: undefined };
  const date = Math.floor((now + ms) / 1000) * 1000;
  return { text: DATE_FORMS[form](new Date(date)), hintMs: Math.max(0, date - now) };
}
