// Sends exact bytes, which an HTTP client would refuse to send.
import { connect } from "node:net";

/**
 * Opens a connection and writes `text`, then one of `laterTexts` every `intervalMs`. Resolves when the service closes
 * the connection, or after `timeoutMs`.
 * @param {string} url
 * @param {string} text
 * @param {{ laterTexts?: string[], intervalMs?: number, timeoutMs?: number }} options
 * @returns {Promise<{ text: string, closed: boolean, error?: string, elapsedMs: number }>} `text`: the bytes of the
 *   response; `closed`: whether the service closed the connection; `error`: the code of a socket error
 */
export function sendRaw(url, text, { laterTexts = [], intervalMs = 500, timeoutMs = 5000 } = {}) {
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const socket = connect(new URL(url).port, "127.0.0.1");
    const unsentTexts = [...laterTexts];
    let response = "";
    let error;
    const finish = (closed) => {
      clearTimeout(timeout);
      clearInterval(writer);
      socket.destroy();
      resolve({ text: response, closed, error, elapsedMs: performance.now() - startedMs });
    };
    const timeout = setTimeout(() => finish(false), timeoutMs);
    const writer = setInterval(() => {
      if (unsentTexts.length > 0) socket.write(unsentTexts.shift());
    }, intervalMs);
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      response += chunk;
    });
    socket.on("error", ({ code }) => {
      error = code;
    });
    socket.on("close", () => finish(true));
    socket.write(text);
  });
}

/**
 * Opens a connection. `write(text)` sends a text. `text()` returns the bytes of the response so far, followed by the
 * code of an error if there is one. `closed` resolves when the connection ends.
 */
export function openConnection(url) {
  const socket = connect(new URL(url).port, "127.0.0.1");
  let response = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    response += chunk;
  });
  socket.on("error", ({ code }) => {
    response += code;
  });
  const closed = new Promise((resolve) => socket.on("close", resolve));
  return { write: (text) => socket.write(text), text: () => response, closed };
}
