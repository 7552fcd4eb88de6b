// Faults below HTTP: what a well-behaved server cannot send is written on the socket itself.

/** The head of an answer, byte for byte. */
function head({ status, headers }, extra = {}) {
  const lines = Object.entries({ ...headers, ...extra }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} OK\r\n${lines.join("")}\r\n`;
}

/** Lets what was written go out before the connection is reset: a reset drops what waits in the kernel. */
const GOING_OUT = 15;
const later = (socket, work) => setTimeout(() => socket.destroyed || work(), GOING_OUT);

export function reset({ socket, answer }, when) {
  if (when === "before") return socket.resetAndDestroy();
  socket.write(head(answer, { "content-length": answer.body.length }));
  socket.write(answer.body.subarray(0, answer.body.length >> 1));
  later(socket, () => socket.resetAndDestroy());
}

/** The port stays closed for a while: whoever tries again meanwhile is refused. */
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
  // After `connection: close` Node's fetch takes the end of the connection for the end of the body.
  const connection = how === "closing" ? "close" : "keep-alive";
  socket.write(head(answer, { connection, "transfer-encoding": "chunked" }));
  // No chunk of length 0: the body never ended.
  socket.end(Buffer.concat([Buffer.from(`${half.length.toString(16)}\r\n`), half, Buffer.from("\r\n")]));
}

/** A length that is a lie: `short` ends in the middle of the body, `huge` is never reached. */
export function length({ socket, answer }, lie) {
  const promised = lie === "short" ? answer.body.length >> 1 : 10 ** 12;
  socket.write(head(answer, { "content-length": promised }));
  socket.end(answer.body);
}

/** Nothing more is sent and the connection stays open until the client closes it. */
export function stall({ socket, answer }, where) {
  if (where === "headers") return;
  socket.write(head(answer, { "content-length": answer.body.length }));
  if (where === "middle") socket.write(answer.body.subarray(0, answer.body.length >> 1));
}
