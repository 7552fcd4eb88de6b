// Sends exact bytes, which an HTTP client would refuse to send.
import { connect } from "node:net";

/**
 * Opens a connection and writes `text`, then one of `more` every `every` ms. Resolves when the service closes it, or
 * after `ms`: `{ text, closed, error, after }`, `after` in milliseconds.
 */
export function sendRaw(url, text, { more = [], every = 500, ms = 5000 } = {}) {
  return new Promise((resolve) => {
    const from = performance.now();
    const socket = connect(new URL(url).port, "127.0.0.1");
    const rest = [...more];
    let [response, error] = ["", undefined];
    const finish = (closed) => {
      clearTimeout(timer);
      clearInterval(writer);
      socket.destroy();
      resolve({ text: response, closed, error, after: performance.now() - from });
    };
    const timer = setTimeout(() => finish(false), ms);
    const writer = setInterval(() => rest.length && socket.write(rest.shift()), every);
    socket.setEncoding("latin1").on("data", (chunk) => (response += chunk));
    socket.on("error", ({ code }) => (error = code)).on("close", () => finish(true));
    socket.write(text);
  });
}

/** Opens a connection. `write(text)` sends, `text()` returns the bytes so far, `closed` resolves when it ends. */
export function openConnection(url) {
  const socket = connect(new URL(url).port, "127.0.0.1");
  let response = "";
  socket.setEncoding("latin1").on("data", (chunk) => (response += chunk));
  const closed = new Promise((resolve) =>
    socket.on("close", resolve).on("error", ({ code }) => (response += code)),
  );
  return { write: (text) => socket.write(text), text: () => response, closed };
}
