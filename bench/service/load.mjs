// Asks: once to compare the answers, then as fast as wrk can with the same number of connections for everyone.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ScriptError, run } from "../../scripts/run.mjs";
import { CASES, LANGUAGES } from "./cases.mjs";

const LUA = fileURLToPath(new URL("wrk.lua", import.meta.url));
export const CONNECTIONS = 16;

/** The same seeded order on every machine. */
export function shuffled(list, random) {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}

async function idsOf(contestant, name, place) {
  const { ask, ids } = LANGUAGES[contestant.language];
  const [method, path, body] = ask(name, place);
  const answer = await fetch(contestant.url + path, { method, body, headers: contestant.headers });
  const text = await answer.text();
  if (!answer.ok) throw new ScriptError(`${contestant.title}, ${CASES[name].title}: ${answer.status} ${text.slice(0, 500)}`);
  return { ids: ids(JSON.parse(text)), bytes: text.length };
}

/** Every contestant has to answer a few places of each case with the same records; resolves with sizes. */
export async function compare(contestants, asked) {
  const sizes = {};
  for (const name of Object.keys(CASES)) {
    const list = asked[name];
    for (const place of [0, 0.37, 0.81].map((part) => list[Math.floor(part * list.length)])) {
      const answers = await Promise.all(contestants.map((one) => idsOf(one, name, place)));
      const wanted = answers[0].ids.join();
      contestants.forEach((one, i) => {
        (sizes[one.title] ??= {})[name] = answers[i].bytes;
        if (answers[i].ids.join() === wanted && wanted !== "") return;
        const counts = `(${answers[i].ids.length}, ${answers[0].ids.length} records)`;
        throw new ScriptError(`${one.title} and ${contestants[0].title} differ in ${CASES[name].title} ${counts}.`);
      });
    }
  }
  return sizes;
}

/** Writes the requests of one contestant for one case into a file, in a shuffled order. */
export function prepare(folder, contestant, name, list, random) {
  const line = (place) => {
    const [method, path, body = ""] = LANGUAGES[contestant.language].ask(name, place);
    return `${method}\t${path}\t${body}`;
  };
  const file = join(folder, `${contestant.name}-${name}.requests`);
  writeFileSync(file, `${shuffled(list, random).map(line).join("\n")}\n`);
  return file;
}

/** One measurement of some seconds. */
export async function load(contestant, file, seconds) {
  const headers = Object.entries(contestant.headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "--timeout", "30s", "--latency", ...headers, "-s", LUA];
  const text = await run("wrk", [...args, contestant.url, "--", file]);
  const result = JSON.parse(/^JSON (.*)$/m.exec(text)[1]);
  if (result.errors > 0) throw new ScriptError(`${contestant.title}: ${result.errors} errors\n${text}`);
  // Nobody was answered: counted in its favour, as if one had been at the very end.
  if (result.requests === 0) return { rps: 1 / seconds, p50: seconds * 1000, p99: seconds * 1000, unanswered: true };
  return { rps: result.requests / result.seconds, p50: result.p50 / 1000, p99: result.p99 / 1000 };
}
