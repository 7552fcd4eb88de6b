// Runs environments and collects rows: one for each thing that an environment was asked to do.
import { NotHere } from "./project.mjs";

const AT_ONCE = 2;

/** A few words of an error: the first line that tells something. */
function words(error) {
  const lines = String(error.message ?? error).split("\n").map((line) => line.trim());
  const line = lines.find((line) => /error|fail|cannot|refused|other bytes/i.test(line)) ?? lines.find(Boolean) ?? "failed";
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

/**
 * Does one thing. `state` is "ok", "red" (with its `error`), "absent" (the environment cannot be installed here) or
 * "impossible": it was seen to fail in the one way that nobody can mend, which `note` tells.
 */
async function tried(work) {
  const begun = Date.now();
  const row = (state, note, error) => ({ state, note, error, seconds: (Date.now() - begun) / 1000 });
  try {
    const { impossible } = (await work()) ?? {};
    return impossible ? row("impossible", impossible) : row("ok", "");
  } catch (error) {
    return error instanceof NotHere ? row("absent", error.message) : row("red", words(error), error);
  }
}

/** Installs one environment and does everything in it; `told` hears of each row. */
export async function runEnvironment(lab, environment, told) {
  const { name, rows, version, start } = environment;
  let [project, state, failed, shown] = [null, null, null, "–"];
  const begun = Date.now();
  try {
    project = await lab.project(environment);
    shown = typeof version === "function" ? await version(lab) : project.version(version);
    state = await start?.(lab, project);
  } catch (error) {
    failed = error;
  }
  // What was started for all counts for the first.
  let before = start ? (Date.now() - begun) / 1000 : 0;
  for (const [what, work] of rows) {
    const row = await tried(() => {
      if (failed) throw failed;
      return work(lab, project, state);
    });
    row.seconds += before;
    before = 0;
    told({ name, version: shown, what, ...row });
  }
  project?.stop();
}

/** Resolves with all rows in the order of the environments. */
export async function runEnvironments(lab, list, told) {
  const found = new Map(list.map(({ id }) => [id, []]));
  const waiting = [...list];
  const worker = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      await runEnvironment(lab, one, (row) => {
        found.get(one.id).push(row);
        told(row);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return [...found.values()].flat();
}
