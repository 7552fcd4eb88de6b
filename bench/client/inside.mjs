// What runs where the time is measured: `prove`, then `measure`. `get(name)` gives the bytes of a body.
import { CASES, isBlind } from "./paths.mjs";
import { compare, kept } from "./runner.mjs";

const decoder = new TextDecoder();
const load = async (get, name) => {
  const bytes = await get(name);
  return { bytes, text: decoder.decode(bytes) };
};

/** The records of whatever a path gives, as text that does not depend on the order of fields. */
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
  return kept.value;
}

async function refuses(block) {
  try {
    await block(1);
    return false;
  } catch {
    return true;
  }
}

/** Throws unless all paths give the same records and whatever checks refuses every bad body. */
export async function prove(part, get) {
  for (const { title, body, paths, bad = [], lossy = [] } of CASES[part]) {
    let wanted;
    for (const [name, block] of Object.entries(paths(await load(get, body)))) {
      if (lossy.includes(name)) continue;
      const found = records(await result(block));
      if (found !== (wanted ??= found)) throw new Error(`${title}: ${name} gives other records.`);
    }
    for (const file of bad) {
      for (const [name, block] of Object.entries(paths(await load(get, file)))) {
        if (isBlind(name)) await block(1);
        else if (!(await refuses(block))) throw new Error(`${title}: ${name} takes ${file}.`);
      }
    }
  }
}

/** Case → path → times. */
export async function measure(part, get, settings) {
  const times = {};
  for (const { title, body, paths } of CASES[part]) {
    times[title] = await compare(paths(await load(get, body)), settings);
  }
  return times;
}
