// Sends a request over a socket and returns the exact bytes of the response.
import { connect } from "node:net";

/**
 * Requests a path and reads until the connection ends, for at most `ms`.
 * @returns {{ text, end, error }} end: "open" after that time, "closed" by the server, "failed" with the code `error`
 */
export function rawGet(url, path, { ms = 2000, headers = "" } = {}) {
  return new Promise((resolve) => {
    let text = "";
    let error;
    const socket = connect(new URL(url).port, "127.0.0.1");
    const finish = (end) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, end, error });
    };
    const timer = setTimeout(() => finish("open"), ms);
    socket.setEncoding("latin1").on("data", (chunk) => (text += chunk));
    socket.on("error", ({ code }) => (error = code)).on("close", () => finish(error ? "failed" : "closed"));
    socket.write(`GET ${path} HTTP/1.1\r\nhost: fault\r\n${headers}\r\n`);
  });
}

/** Splits a response into its head, in lower case, and its body. */
export function splitResponse(text) {
  const at = text.indexOf("\r\n\r\n");
  return at < 0 ? { head: text, body: "" } : { head: text.slice(0, at).toLowerCase(), body: text.slice(at + 4) };
}
