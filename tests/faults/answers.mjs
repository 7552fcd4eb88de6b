// Answers of an injected fetch: what the fault server does on a socket, without one.
import { DATE_FORMS } from "./dates.mjs";
import { answer as truth } from "./truth.mjs";

const HEADERS = { "content-type": "application/json" };

/** What the service answers to this request when nothing goes wrong. */
export function right(request) {
  const { status, body } = truth(new URL(request.url), request.headers.get("x-api-key"));
  return new Response(JSON.stringify(body), { status, headers: HEADERS });
}

/** An answer of this status; `retryAfter`: the text of that header. */
export function failing(status, retryAfter) {
  const headers = retryAfter === undefined ? HEADERS : { ...HEADERS, "retry-after": retryAfter };
  return new Response(`{"message":"Injected fault ${status}"}`, { status, headers });
}

/** What Node's fetch says of a connection that was reset. */
export function reset() {
  const cause = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  return Promise.reject(new TypeError("fetch failed", { cause }));
}

/** Half of the right body, then the connection ends. */
export async function truncated(request) {
  const bytes = new Uint8Array(await right(request).arrayBuffer());
  let sent = false;
  const pull = (controller) => {
    if (sent) return controller.error(new TypeError("terminated"));
    sent = true;
    controller.enqueue(bytes.subarray(0, bytes.length >> 1));
  };
  return new Response(new ReadableStream({ pull }), { headers: HEADERS });
}

/** Never answers; as fetch does, it rejects when the request's signal aborts. */
export function stalled(request) {
  return new Promise((_, reject) => request.signal.addEventListener("abort", () => reject(request.signal.reason)));
}

/** The first half of a body, and never the rest. */
export async function stalledBody(request) {
  const bytes = new Uint8Array(await right(request).arrayBuffer());
  const start = (controller) => controller.enqueue(bytes.subarray(0, bytes.length >> 1));
  return new Response(new ReadableStream({ start }), { headers: HEADERS });
}

/** The text of Retry-After that asks for `ms` from `now` on, and what it comes to: dates have whole seconds. */
export function hint(form, ms, now) {
  if (form === "seconds") return { text: String(Math.round(ms / 1000)), hintMs: Math.round(ms / 1000) * 1000 };
  if (form === "junk") return { text: "as soon as possible", hintMs: undefined };
  const date = Math.floor((now + ms) / 1000) * 1000;
  return { text: DATE_FORMS[form](new Date(date)), hintMs: Math.max(0, date - now) };
}
