// Local servers that send the responses of a test, correct or not.
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { Readable, pipeline } from "node:stream";

function listen(server) {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${server.address().port}`));
  });
}

/** Responds to each request with the same bytes. With `end`, the server then closes the connection. */
export async function serveBytes(bytes, { end = false } = {}) {
  const sockets = new Set();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    // A request of these tests is small, so it comes in one chunk.
    socket.on("data", () => {
      socket.write(bytes);
      if (end) socket.end();
    });
  });
  const baseUrl = await listen(server);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { baseUrl, close };
}

/** Calls `respond` for each request. */
export async function serve(respond) {
  const server = createServer(respond);
  const baseUrl = await listen(server);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl, close };
}

/** Sends the chunk again and again until the client closes the connection. Resolves with the number of bytes sent. */
export function sendEndlessly(chunk, response) {
  let sent = 0;
  const body = new Readable({
    read() {
      sent += chunk.length;
      this.push(chunk);
    },
  });
  return new Promise((resolve) => pipeline(body, response, () => resolve(sent)));
}
