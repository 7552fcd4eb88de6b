// A client whose service sends prepared bodies in chunks, for the tests of `stream`.
import { Client } from "../../pkg/dist/index.js";

export const encoder = new TextEncoder();
export const record = (n, more = {}) =>
  ({ _id: `r${n}`, status: n % 3 ? "active" : "unfunded", tokenName: `Ünïcode 𝄞 ${n}`, balance: `${n}0`, ...more });
export const records = (count, more) => Array.from({ length: count }, (_, n) => record(n, more));
export const page = (rows, nextCursor = null) => JSON.stringify({ etherealData: rows, nextCursor });

/**
 * A client whose service responds with these bodies in turn: a text, or a function that sends chunks to a controller.
 */
export function createClient(...bodies) {
  const requests = [];
  const fetch = async (request) => {
    const body = bodies[Math.min(requests.length, bodies.length - 1)];
    requests.push(request);
    if (typeof body !== "function") return body instanceof Response ? body : new Response(body);
    return new Response(new ReadableStream({ start: (controller) => void body(controller) }));
  };
  const client = new Client({ baseUrl: "https://api.example.com", apiKey: "k", fetch });
  return Object.assign(client, { requests });
}

/** Sends a text in chunks of `size` bytes, then calls `after`. */
export const sendInChunks = (text, size, after = (controller) => controller.close()) => async (controller) => {
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  for (let at = 0; at < bytes.length; at += size) {
    controller.enqueue(bytes.slice(at, at + size));
    if (size > 16) await new Promise((resolve) => setImmediate(resolve));
  }
  after(controller);
};
export const breakOff = (controller) => controller.error(new TypeError("broke off"));

export async function readAll(iterable) {
  const items = [];
  for await (const item of iterable) items.push(item);
  return items;
}

/** Reads the values before an error, and the error. */
export async function readUntilError(iterable) {
  const items = [];
  try {
    for await (const item of iterable) items.push(item);
  } catch (error) {
    return { items, error };
  }
  return { items };
}
