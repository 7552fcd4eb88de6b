// Checks and measures the paths of paths.mjs, in Node.js and in a page: first `verify`, then `measure`. `origin` is the
// URL of the server of times.mjs.
import { CASES, isUnchecked } from "./paths.mjs";
import { last, measureInTurns } from "./runner.mjs";

const decoder = new TextDecoder();
async function loadBody(origin, name) {
  const url = `${origin}/${name}`;
  const response = await fetch(url);
  if (!response.ok)
    throw new Error(`${url} has status ${response.status}. Expected a body of data.mjs.`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { url, bytes, text: decoder.decode(bytes) };
}

/** Returns the records of a result: a body, a page of our client, an iterable of records, or one record. */
function recordsOf(value) {
  const list = value.etherealData ?? value.items ?? value.bridgeData?.bridgeData;
  if (list) return list;
  return value[Symbol.iterator] ? [...value] : [value];
}

/** The records of a result as text, with sorted fields. */
function recordsText(value) {
  return JSON.stringify(recordsOf(value), (_, field) => {
    if (typeof field === "bigint") return String(field);
    if (typeof field !== "object" || field === null || Array.isArray(field)) return field;
    return Object.fromEntries(Object.entries(field).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

const isRejectedBy = (block) =>
  block(1).then(
    () => false,
    () => true,
  );

/**
 * Throws unless all paths return the same records and every check rejects every invalid body. The records of lossy
 * paths may differ, because these paths round integers.
 */
export async function verify(part, origin) {
  for (const { title, body, paths, invalid = [], lossy = [] } of CASES[part]) {
    let expected;
    for (const [name, block] of Object.entries(paths(await loadBody(origin, body)))) {
      if (lossy.includes(name)) continue;
      // The block stores its result in `last`.
      await block(1);
      const records = recordsText(last.result);
      expected ??= records;
      if (records !== expected) throw new Error(`${title}: ${name} returns other records.`);
    }
    for (const file of invalid) {
      for (const [name, block] of Object.entries(paths(await loadBody(origin, file)))) {
        if (isUnchecked(name)) await block(1);
        else if (!(await isRejectedBy(block)))
          throw new Error(`${title}: ${name} accepts ${file}.`);
      }
    }
  }
}

/** Returns the times of each case, by path. */
export async function measure(part, origin, settings) {
  const times = {};
  for (const { title, body, paths } of CASES[part]) {
    times[title] = await measureInTurns(paths(await loadBody(origin, body)), settings);
  }
  return times;
}
