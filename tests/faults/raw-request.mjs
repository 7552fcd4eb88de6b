// Requests a path over a socket, for the exact bytes of the response.
import { sendRaw } from "../service/raw-request.mjs";

/**
 * Requests a path and reads until the connection ends, for at most `ms`.
 * @returns {{ text, end, error }} end: "open" after that time, "closed" by the server, "failed" with the code `error`
 */
export async function rawGet(url, path, { ms = 2000, headers = "" } = {}) {
  const request = `GET ${path} HTTP/1.1\r\nhost: fault\r\n${headers}\r\n`;
  const { text, closed, error } = await sendRaw(url, request, { ms });
  if (!closed) return { text, end: "open", error };
  return { text, end: error ? "failed" : "closed", error };
}

/** Splits a response into its head, in lower case, and its body. */
export function splitResponse(text) {
  const at = text.indexOf("\r\n\r\n");
  return at < 0 ? { head: text, body: "" } : { head: text.slice(0, at).toLowerCase(), body: text.slice(at + 4) };
}
