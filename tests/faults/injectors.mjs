// Injects the faults. For the fault "redirect:301:same", the fault server calls `redirect` with the details "301" and
// "same". The first argument has the request, the response without a fault (`correctResponse`), and several ways to
// respond: `send` makes a complete response, and `socket` takes the bytes of an incorrect response.
import { gzipSync } from "node:zlib";
import { DATE_FORMS } from "./fetch-responses.mjs";

const json = (value) => Buffer.from(JSON.stringify(value));
const html = Buffer.from("<!doctype html><title>Gateway</title><h1>It works!</h1>");

const firstHalf = (bytes) => bytes.subarray(0, bytes.length >> 1);

/** A value of Retry-After. The date is one hour ago for `past`, and one second ahead for the other forms of a date. */
export function retryAfter(form, now = Date.now()) {
  if (form === "junk") return "soon";
  if (form === "past") return DATE_FORMS.imf(new Date(now - 3_600_000));
  const formatDate = DATE_FORMS[form];
  // The other forms are numbers of seconds, such as "1".
  return formatDate ? formatDate(new Date(now + 1000)) : form;
}

export function status({ send, correctResponse }, code, form) {
  const body = json({ message: `Injected fault ${code}` });
  send(
    Number(code),
    { ...correctResponse.headers, ...(form ? { "retry-after": retryAfter(form) } : {}) },
    body,
  );
}

/** Redirects to the same resource below `/redirected`, which has no faults. `cross`: on the other origin. */
export function redirect({ send, correctResponse, origin, otherOrigin, request }, code, where) {
  const location = `${where === "cross" ? otherOrigin : origin}/redirected${request.url}`;
  send(Number(code), { ...correctResponse.headers, location }, Buffer.alloc(0));
}

/** The arguments of `send`: status, headers and body. */
const BODIES = {
  html: (headers) => [200, { ...headers, "content-type": "text/html" }, html],
  204: (headers) => [204, headers],
  empty: (headers) => [200, headers, Buffer.alloc(0)],
  array: (headers) => [200, headers, Buffer.from("[1,2,3]")],
  cut: (headers, body) => [200, headers, firstHalf(body)],
  // The string ends with an incomplete UTF-8 character.
  utf8: (headers) => [
    200,
    headers,
    Buffer.concat([Buffer.from('{"_id":"'), Buffer.from([0xe2]), Buffer.from('"}')]),
  ],
};

export function body({ send, correctResponse }, what) {
  send(...BODIES[what](correctResponse.headers, correctResponse.body));
}

export const BOMB_BYTES = 32 * 2 ** 20;
/** Spaces, which compress to 150 kB. The module compresses them in advance, so that the server stays responsive. */
const compressedBomb = gzipSync(Buffer.alloc(BOMB_BYTES, " "), { level: 1 });

export function bomb({ send, correctResponse }) {
  send(200, { ...correctResponse.headers, "content-encoding": "gzip" }, compressedBomb);
}

const DRIP_CHUNKS = 8;
const DRIP_INTERVAL_MS = 12;

/** Sends the body in eight chunks within about 100 ms. `endless`: sends spaces and never the body. */
export function drip({ response, correctResponse }, endless) {
  const { status, headers, body } = correctResponse;
  response.writeHead(status, endless ? headers : { ...headers, "content-length": body.length });
  const size = Math.ceil(body.length / DRIP_CHUNKS);
  let start = 0;
  const timer = setInterval(() => {
    if (endless) return response.write(" ");
    const end = start + size;
    response.write(body.subarray(start, end));
    start = end;
    if (start < body.length) return;
    clearInterval(timer);
    response.end();
  }, DRIP_INTERVAL_MS);
  response.on("close", () => clearInterval(timer));
}

/** The status line and headers of a response. */
function head({ status, headers }, extra = {}) {
  const lines = Object.entries({ ...headers, ...extra }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} OK\r\n${lines.join("")}\r\n`;
}

/** A reset drops bytes that the kernel has not sent. So a reset after a write waits for this time. */
const FLUSH_MS = 15;

export function reset({ socket, correctResponse }, when) {
  if (when === "before") return socket.resetAndDestroy();
  socket.write(head(correctResponse, { "content-length": correctResponse.body.length }));
  socket.write(firstHalf(correctResponse.body));
  setTimeout(() => {
    if (!socket.destroyed) socket.resetAndDestroy();
  }, FLUSH_MS);
}

/** Closes the port for 60 ms, so that retries in this time are refused. */
export function refused({ socket, refuse }) {
  refuse(60);
  socket.resetAndDestroy();
}

export function truncated({ socket, correctResponse }, how) {
  const half = firstHalf(correctResponse.body);
  if (how === "length") {
    socket.write(head(correctResponse, { "content-length": correctResponse.body.length }));
    return socket.end(half);
  }
  // With `connection: close`, Node's fetch treats the end of the connection as the end of the body.
  const connection = how === "closing" ? "close" : "keep-alive";
  socket.write(head(correctResponse, { connection, "transfer-encoding": "chunked" }));
  // Sends one chunk. The last chunk, of length 0, is missing.
  const hexLength = half.length.toString(16);
  socket.end(Buffer.concat([Buffer.from(`${hexLength}\r\n`), half, Buffer.from("\r\n")]));
}

/** Sends the whole body with a wrong content-length: `short` is half of the body, `huge` is a terabyte. */
export function length({ socket, correctResponse }, kind) {
  const promised = kind === "short" ? correctResponse.body.length >> 1 : 10 ** 12;
  socket.write(head(correctResponse, { "content-length": promised }));
  socket.end(correctResponse.body);
}

/** Stops sending before the headers, at the start of the body or in its middle. Keeps the connection open. */
export function stall({ socket, correctResponse }, where) {
  if (where === "headers") return;
  socket.write(head(correctResponse, { "content-length": correctResponse.body.length }));
  if (where === "middle") socket.write(firstHalf(correctResponse.body));
}
