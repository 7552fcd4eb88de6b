// Listens for an HTTP server on a port that can close for a while. Counts the connections.
import { createServer } from "node:net";

const listen = (server, port) => new Promise((resolve, reject) => {
  server.once("error", reject).listen(port, "127.0.0.1", () => resolve(server.address().port));
});

export async function listenOnClosablePort(http) {
  const open = new Set();
  const closures = [];
  const accept = () => createServer((socket) => {
    open.add(socket);
    // The tests abort connections on purpose.
    socket.on("error", () => {}).on("close", () => open.delete(socket));
    http.emit("connection", socket);
  });
  let front = accept();
  const port = await listen(front, 0);
  let closed = false;

  async function reopen(closure) {
    while (!closed) {
      front = accept();
      // The system may have given the port to an outgoing connection for a moment.
      const done = await listen(front, port).then(() => true, () => new Promise((resolve) => setTimeout(resolve, 20)));
      if (done) break;
    }
    closure.to = Date.now();
    if (closed) front.close();
  }

  /** Closes the port for `ms` milliseconds. Open connections stay. */
  function refuse(ms) {
    const last = closures.at(-1);
    if (closed || (last && last.to === Infinity)) return;
    const closure = { from: Date.now(), to: Infinity };
    closures.push(closure);
    front.close();
    setTimeout(() => reopen(closure), ms);
  }

  function close() {
    closed = true;
    front.close();
    for (const socket of open) socket.destroy();
    return new Promise((resolve) => setImmediate(resolve));
  }

  return { port, closures, refuse, close, sockets: () => open.size };
}
