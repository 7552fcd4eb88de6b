// Runs the vectors against any service. `send(method, path, headers) → Promise<Response>` sends a request to the
// service.
import { readFileSync } from "node:fs";
import { canonical, sha256, complaints } from "./match.mjs";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
export const vectors = JSON.parse(read("./vectors.json"));
const keysByOwner = new Map(
  JSON.parse(read("../../seed/keys.json")).map(({ requestOwner, key }) => [requestOwner, key]),
);

/**
 * `key` is the owner of a key in seed/keys.json, or the text to send as the key. `null` and `undefined` send no key.
 */
function headersOf({ key, headers }) {
  if (key === null || key === undefined) return { ...headers };
  return { ...headers, "x-api-key": keysByOwner.get(key) ?? key };
}

async function sendRequest(send, request) {
  const method = request.method ?? "GET";
  const response = await send(method, request.path, headersOf(request));
  const bytes = new Uint8Array(await response.arrayBuffer());
  // With `ignoreBOM: true`, the decoder keeps a byte order mark in the text.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    json: parseOrUndefined(text),
  };
}

function parseOrUndefined(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces the character at an index by a different character of the base64url alphabet: by "Q", or a "Q" by "g". */
function swap(text, index) {
  const replacement = text[index] === "Q" ? "g" : "Q";
  return text.slice(0, index) + replacement + text.slice(index + 1);
}

/** Ways to damage a cursor. */
const DAMAGE = {
  "edit-first": (text) => swap(text, 0),
  "edit-middle": (text) => swap(text, Math.floor(text.length / 2)),
  "edit-late": (text) => swap(text, text.length - 4),
  "edit-last": (text) => swap(text, text.length - 1),
  "cut-start": (text) => text.slice(1),
  "cut-end": (text) => text.slice(0, -2),
  longer: (text) => `${text}QQ`,
  twice: (text) => text + text,
};

/** Replaces `{cursor}` in a path by `cursor`, and `{cursor|edit-first}` by the cursor with this damage. */
function fill(path, cursor) {
  return path.replace(/\{cursor(?:\|([a-z-]+))?\}/g, (_, damage) =>
    encodeURIComponent(damage ? DAMAGE[damage](cursor) : cursor),
  );
}

async function runSteps(send, vector) {
  const allComplaints = [];
  // The last cursor that a response had.
  let cursor = "";
  for (const [i, step] of vector.steps.entries()) {
    const request = { key: vector.key, ...step.request, path: fill(step.request.path, cursor) };
    const response = await sendRequest(send, request);
    for (const text of complaints(step, request.method ?? "GET", response)) {
      allComplaints.push(`step ${i + 1} (${step.request.path}): ${text}`);
    }
    if (typeof response.json?.nextCursor === "string") cursor = response.json.nextCursor;
  }
  return allComplaints;
}

/**
 * Follows nextCursor from the first page to the last, and compares the ids of all pages. `walk.path` already has a
 * query, to which this function appends the cursor.
 */
async function runWalk(send, { walk, key }) {
  const ids = [];
  let cursor = "";
  let pages = 0;
  // The loop stops one page after the expected end, because a service with wrong cursors may never end the list.
  do {
    const path = walk.path + (cursor && `&cursor=${encodeURIComponent(cursor)}`);
    const response = await sendRequest(send, { path, key });
    const pageComplaints = complaints({ status: 200 }, "GET", response);
    if (pageComplaints.length) return pageComplaints.map((text) => `page ${pages + 1}: ${text}`);
    ids.push(...response.json.etherealData.map((record) => record._id));
    cursor = response.json.nextCursor;
    pages += 1;
  } while (cursor !== null && pages <= walk.pages);
  const actual = { pages, count: ids.length, idsSha256: sha256(canonical(ids)) };
  return Object.entries(actual)
    .filter(([name, value]) => walk[name] !== value)
    .map(([name, value]) => `${name}: expected ${walk[name]}, got ${value}`);
}

/** The complaints about one vector. An exception counts as a complaint. */
export async function runVector(send, vector) {
  try {
    if (vector.steps) return await runSteps(send, vector);
    if (vector.walk) return await runWalk(send, vector);
    const response = await sendRequest(send, vector.request);
    return complaints(vector, vector.request.method ?? "GET", response);
  } catch (error) {
    return [`threw ${error?.stack ?? error}`];
  }
}

/** Every failure as { name, section, complaints }. An empty list means that the service conforms. */
export async function runVectors(send) {
  const failures = [];
  for (const vector of vectors) {
    const { name, section } = vector;
    const vectorComplaints = await runVector(send, vector);
    if (vectorComplaints.length > 0) failures.push({ name, section, complaints: vectorComplaints });
  }
  return failures;
}
