// Servers on this machine that say exactly what a test wants, right or wrong.
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { Readable, pipeline } from "node:stream";

function listening(server) {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${server.address().port}`));
  });
}

/** Answers each request on a connection with the same bytes; `end` closes the connection after them. */
export async function saying(bytes, { end = false } = {}) {
  const sockets = new Set();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    // A request here is small, has no body and comes in one piece.
    socket.on("data", () => {
      socket.write(bytes);
      if (end) socket.end();
    });
  });
  const baseUrl = await listening(server);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { baseUrl, close };
}

/** Runs `answer` for each request. */
export async function answered(answer) {
  const server = createServer(answer);
  const baseUrl = await listening(server);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl, close };
}

/** Sends the piece for as long as the other side takes it; resolves with how many bytes that were. */
export function endless(piece, response) {
  let sent = 0;
  const pieces = new Readable({
    read() {
      sent += piece.length;
      this.push(piece);
    },
  });
  return new Promise((resolve) => pipeline(pieces, response, () => resolve(sent)));
}
