// Runs the vectors against any service: `send(method, path, headers) → Promise<Response>`.
import { readFileSync } from "node:fs";
import { canonical, sha256, complaints } from "./match.mjs";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
export const vectors = JSON.parse(read("./vectors.json"));
const keys = new Map(
  JSON.parse(read("../../seed/keys.json")).map(({ requestOwner, key }) => [requestOwner, key]),
);

/** `key` is the owner of a key in seed/keys.json, or the text to send; null sends no key. */
function headersOf({ key, headers }) {
  return {
    ...headers,
    ...(key === null || key === undefined ? {} : { "x-api-key": keys.get(key) ?? key }),
  };
}

async function sendRequest(send, request) {
  const method = request.method ?? "GET";
  const response = await send(method, request.path, headersOf(request));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return { status: response.status, headers: response.headers, bytes, text, json: parsed(text) };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces a character by a different character of the base64url alphabet. */
const swap = (text, at) => text.slice(0, at) + (text[at] === "Q" ? "g" : "Q") + text.slice(at + 1);
/** Ways to damage a cursor. */
const DAMAGE = {
  "edit-first": (text) => swap(text, 0),
  "edit-middle": (text) => swap(text, text.length >> 1),
  "edit-late": (text) => swap(text, text.length - 4),
  "edit-last": (text) => swap(text, text.length - 1),
  "cut-start": (text) => text.slice(1),
  "cut-end": (text) => text.slice(0, -2),
  longer: (text) => `${text}QQ`,
  twice: (text) => text + text,
};

/** Replaces `{cursor}` in a path by the last cursor received, and `{cursor|edit-first}` by that cursor with damage. */
function fill(path, cursor) {
  return path.replace(/\{cursor(?:\|([a-z-]+))?\}/g, (_, damage) =>
    encodeURIComponent(damage ? DAMAGE[damage](cursor) : cursor),
  );
}

async function runSteps(send, vector) {
  const found = [];
  let cursor = "";
  for (const [i, step] of vector.steps.entries()) {
    const request = { key: vector.key, ...step.request, path: fill(step.request.path, cursor) };
    const response = await sendRequest(send, request);
    found.push(
      ...complaints(step, request.method ?? "GET", response).map(
        (text) => `step ${i + 1} (${step.request.path}): ${text}`,
      ),
    );
    if (typeof response.json?.nextCursor === "string") cursor = response.json.nextCursor;
  }
  return found;
}

/** Follows nextCursor from the first page to the last, and compares the ids of all pages. */
async function runWalk(send, { walk, key }) {
  const ids = [];
  let [cursor, pages] = ["", 0];
  do {
    const path = walk.path + (cursor && `&cursor=${encodeURIComponent(cursor)}`);
    const response = await sendRequest(send, { path, key });
    const bad = complaints({ status: 200 }, "GET", response);
    if (bad.length) return bad.map((text) => `page ${pages + 1}: ${text}`);
    ids.push(...response.json.etherealData.map((record) => record._id));
    cursor = response.json.nextCursor;
    pages += 1;
  } while (cursor !== null && pages <= walk.pages);
  const found = { pages, count: ids.length, idsSha256: sha256(canonical(ids)) };
  return Object.entries(found)
    .filter(([name, value]) => walk[name] !== value)
    .map(([name, value]) => `${name}: expected ${walk[name]}, got ${value}`);
}

/** The complaints about one vector; an exception counts as one. */
export async function runVector(send, vector) {
  try {
    if (vector.steps) return await runSteps(send, vector);
    if (vector.walk) return await runWalk(send, vector);
    return complaints(
      vector,
      vector.request.method ?? "GET",
      await sendRequest(send, vector.request),
    );
  } catch (error) {
    return [`threw ${error?.stack ?? error}`];
  }
}

/** Every failure as { name, section, complaints }; an empty list means that the service conforms. */
export async function runVectors(send) {
  const failures = [];
  for (const vector of vectors) {
    const found = await runVector(send, vector);
    if (found.length)
      failures.push({ name: vector.name, section: vector.section, complaints: found });
  }
  return failures;
}
