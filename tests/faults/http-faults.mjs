// Faults in well-formed HTTP: statuses, redirects and wrong bodies.
import { gzipSync } from "node:zlib";
import { DATE_FORMS } from "./http-dates.mjs";

const json = (value) => Buffer.from(JSON.stringify(value));
const html = Buffer.from("<!doctype html><title>Gateway</title><h1>It works!</h1>");

/** A value of Retry-After. Dates are one second ahead. */
export function retryAfter(form, now = Date.now()) {
  if (form === "junk") return "soon";
  if (form === "past") return DATE_FORMS.imf(new Date(now - 3_600_000));
  return DATE_FORMS[form]?.(new Date(now + 1000)) ?? form;
}

export function status({ send, correctResponse }, code, form) {
  const body = json({ message: `Injected fault ${code}` });
  send(Number(code), { ...correctResponse.headers, ...(form ? { "retry-after": retryAfter(form) } : {}) }, body);
}

/** Redirects to the same resource below `/redirected`, which has no faults. `cross`: on the other origin. */
export function redirect({ send, correctResponse, origin, otherOrigin, request }, code, where) {
  const location = `${where === "cross" ? otherOrigin : origin}/redirected${request.url}`;
  send(Number(code), { ...correctResponse.headers, location }, Buffer.alloc(0));
}

const BODIES = {
  html: (headers) => [200, { ...headers, "content-type": "text/html" }, html],
  204: (headers) => [204, headers],
  empty: (headers) => [200, headers, Buffer.alloc(0)],
  array: (headers) => [200, headers, Buffer.from("[1,2,3]")],
  cut: (headers, body) => [200, headers, body.subarray(0, body.length >> 1)],
  // The string ends with an incomplete character.
  utf8: (headers) => [200, headers, Buffer.concat([Buffer.from('{"_id":"'), Buffer.from([0xe2]), Buffer.from('"}')])],
};

export function body({ send, correctResponse }, what) {
  send(...BODIES[what](correctResponse.headers, correctResponse.body));
}

export const BOMB_BYTES = 32 * 2 ** 20;
/** Spaces in 150 kB. They are compressed in advance, so that the server stays responsive. */
const compressed = gzipSync(Buffer.alloc(BOMB_BYTES, " "), { level: 1 });

export function bomb({ send, correctResponse }) {
  send(200, { ...correctResponse.headers, "content-encoding": "gzip" }, compressed);
}

/** Sends the body in eight chunks within about 100 ms. `endless`: sends spaces and never the body. */
export function drip({ response, correctResponse }, endless) {
  const { status, headers, body } = correctResponse;
  response.writeHead(status, endless ? headers : { ...headers, "content-length": body.length });
  const size = Math.ceil(body.length / 8);
  let at = 0;
  const timer = setInterval(() => {
    if (endless) return response.write(" ");
    response.write(body.subarray(at, (at += size)));
    if (at < body.length) return;
    clearInterval(timer);
    response.end();
  }, 12);
  response.on("close", () => clearInterval(timer));
}
