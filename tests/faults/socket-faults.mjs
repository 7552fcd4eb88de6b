// Faults below HTTP, which the server writes directly to the socket.

/** The status line and headers of a response. */
function head({ status, headers }, extra = {}) {
  const lines = Object.entries({ ...headers, ...extra }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} OK\r\n${lines.join("")}\r\n`;
}

/** A reset drops bytes that the kernel has not sent, so it waits for this time. */
const FLUSH_MS = 15;
const afterFlush = (socket, work) => setTimeout(() => socket.destroyed || work(), FLUSH_MS);

export function reset({ socket, answer }, when) {
  if (when === "before") return socket.resetAndDestroy();
  socket.write(head(answer, { "content-length": answer.body.length }));
  socket.write(answer.body.subarray(0, answer.body.length >> 1));
  afterFlush(socket, () => socket.resetAndDestroy());
}

/** Closes the port for a while, so that retries are refused. */
export function refused({ socket, refuse }) {
  refuse(60);
  socket.resetAndDestroy();
}

export function truncated({ socket, answer }, how) {
  const half = answer.body.subarray(0, answer.body.length >> 1);
  if (how === "length") {
    socket.write(head(answer, { "content-length": answer.body.length }));
    return socket.end(half);
  }
  // With `connection: close`, Node's fetch treats the end of the connection as the end of the body.
  const connection = how === "closing" ? "close" : "keep-alive";
  socket.write(head(answer, { connection, "transfer-encoding": "chunked" }));
  // The last chunk, of length 0, is missing.
  socket.end(Buffer.concat([Buffer.from(`${half.length.toString(16)}\r\n`), half, Buffer.from("\r\n")]));
}

/** Sends a wrong content-length: `short` is half of the body, `huge` is a terabyte. */
export function length({ socket, answer }, kind) {
  const promised = kind === "short" ? answer.body.length >> 1 : 10 ** 12;
  socket.write(head(answer, { "content-length": promised }));
  socket.end(answer.body);
}

/** Stops sending and keeps the connection open until the client closes it. */
export function stall({ socket, answer }, where) {
  if (where === "headers") return;
  socket.write(head(answer, { "content-length": answer.body.length }));
  if (where === "middle") socket.write(answer.body.subarray(0, answer.body.length >> 1));
}
