// Faults below HTTP, which the server writes directly to the socket.

/** The status line and headers of a response. */
function head({ status, headers }, extra = {}) {
  const lines = Object.entries({ ...headers, ...extra }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} OK\r\n${lines.join("")}\r\n`;
}

/** A reset drops bytes that the kernel has not sent, so it waits for this time. */
const FLUSH_MS = 15;
const afterFlush = (socket, callback) => setTimeout(() => socket.destroyed || callback(), FLUSH_MS);

export function reset({ socket, correctResponse }, when) {
  if (when === "before") return socket.resetAndDestroy();
  socket.write(head(correctResponse, { "content-length": correctResponse.body.length }));
  socket.write(correctResponse.body.subarray(0, correctResponse.body.length >> 1));
  afterFlush(socket, () => socket.resetAndDestroy());
}

/** Closes the port for a while, so that retries are refused. */
export function refused({ socket, refuse }) {
  refuse(60);
  socket.resetAndDestroy();
}

export function truncated({ socket, correctResponse }, how) {
  const half = correctResponse.body.subarray(0, correctResponse.body.length >> 1);
  if (how === "length") {
    socket.write(head(correctResponse, { "content-length": correctResponse.body.length }));
    return socket.end(half);
  }
  // With `connection: close`, Node's fetch treats the end of the connection as the end of the body.
  const connection = how === "closing" ? "close" : "keep-alive";
  socket.write(head(correctResponse, { connection, "transfer-encoding": "chunked" }));
  // The last chunk, of length 0, is missing.
  socket.end(Buffer.concat([Buffer.from(`${half.length.toString(16)}\r\n`), half, Buffer.from("\r\n")]));
}

/** Sends a wrong content-length: `short` is half of the body, `huge` is a terabyte. */
export function length({ socket, correctResponse }, kind) {
  const promised = kind === "short" ? correctResponse.body.length >> 1 : 10 ** 12;
  socket.write(head(correctResponse, { "content-length": promised }));
  socket.end(correctResponse.body);
}

/** Stops sending and keeps the connection open until the client closes it. */
export function stall({ socket, correctResponse }, where) {
  if (where === "headers") return;
  socket.write(head(correctResponse, { "content-length": correctResponse.body.length }));
  if (where === "middle") socket.write(correctResponse.body.subarray(0, correctResponse.body.length >> 1));
}
