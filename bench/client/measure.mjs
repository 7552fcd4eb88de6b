// What runs where the time is measured: `verify`, then `measure`. `origin` is that of the server in times.mjs.
import { CASES, isUnchecked } from "./paths.mjs";
import { compare, last } from "./runner.mjs";

const decoder = new TextDecoder();
async function load(origin, name) {
  const url = `${origin}/${name}`;
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  return { url, bytes, text: decoder.decode(bytes) };
}

/** The records of what a path gives, as text that does not depend on the order of fields. */
function records(value) {
  const rows = value.etherealData ?? value.items ?? value.bridgeData?.bridgeData ?? (value[Symbol.iterator] ? [...value] : value);
  return JSON.stringify([rows].flat(), (_, it) => {
    if (typeof it === "bigint") return String(it);
    if (typeof it !== "object" || it === null || Array.isArray(it)) return it;
    return Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

async function result(block) {
  await block(1);
  return last.result;
}

async function refuses(block) {
  try {
    await block(1);
    return false;
  } catch {
    return true;
  }
}

/** Throws unless all paths give the same records and every check refuses every bad body. */
export async function verify(part, origin) {
  for (const { title, body, paths, bad = [], lossy = [] } of CASES[part]) {
    let expected;
    for (const [name, block] of Object.entries(paths(await load(origin, body)))) {
      if (lossy.includes(name)) continue;
      const found = records(await result(block));
      if (found !== (expected ??= found)) throw new Error(`${title}: ${name} gives other records.`);
    }
    for (const file of bad) {
      for (const [name, block] of Object.entries(paths(await load(origin, file)))) {
        if (isUnchecked(name)) await block(1);
        else if (!(await refuses(block))) throw new Error(`${title}: ${name} takes ${file}.`);
      }
    }
  }
}

/** Case → path → times. */
export async function measure(part, origin, settings) {
  const times = {};
  for (const { title, body, paths } of CASES[part]) {
    times[title] = await compare(paths(await load(origin, body)), settings);
  }
  return times;
}
