// `npm run matrix [-- ID… | -- --write]`: runs the packed package in every environment, or in some, and prints a table.
import { ScriptError, main } from "../../scripts/run.mjs";
import { environments } from "./environments.mjs";
import { Lab } from "./lab.mjs";
import { NotInstallable } from "./project.mjs";
import { markdown, writePage } from "./table.mjs";

const MAX_PARALLEL = 2;

/** Shortens an error to its most useful line. */
function summaryOf(error) {
  const lines = String(error.message ?? error)
    .split("\n")
    .map((line) => line.trim());
  const line =
    lines.find((line) => /error|fail|cannot|refused/i.test(line)) ??
    lines.find(Boolean) ??
    "failed";
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

/**
 * Runs the function of a row. `state` is "ok", "failed" (with its `error`), "absent" (the environment cannot be
 * installed here), or "impossible" (it failed as expected, for the reason in `note`).
 */
async function runRow(callback) {
  const started = Date.now();
  const result = (state, note, error) => ({
    state,
    note,
    error,
    seconds: (Date.now() - started) / 1000,
  });
  try {
    const { impossible } = (await callback()) ?? {};
    return impossible ? result("impossible", impossible) : result("ok", "");
  } catch (error) {
    return error instanceof NotInstallable
      ? result("absent", error.message)
      : result("failed", summaryOf(error), error);
  }
}

/** Installs an environment and runs its rows. Calls `onRow` with the result of each row. */
async function runEnvironment(lab, environment, onRow) {
  const { name, rows, version, start } = environment;
  let project = null;
  let server = null;
  let failure = null;
  let shownVersion = "–";
  const started = Date.now();
  try {
    project = await lab.createProject(environment);
    shownVersion = typeof version === "function" ? await version(lab) : project.version(version);
    server = await start?.(lab, project);
  } catch (error) {
    failure = error;
  }
  // If the environment has a server, the time of the installation and of `start` counts for the first row.
  let startSeconds = start ? (Date.now() - started) / 1000 : 0;
  for (const [title, callback] of rows) {
    const row = await runRow(() => {
      if (failure) throw failure;
      return callback(lab, project, server);
    });
    row.seconds += startSeconds;
    startSeconds = 0;
    onRow({ name, version: shownVersion, title, ...row });
  }
  // Also ends the server, because `start` starts it with `project.start`.
  project?.stop();
}

/** Runs environments in parallel. Resolves with all results, in the order of the environments. */
async function runEnvironments(lab, list, onRow) {
  const results = new Map(list.map(({ id }) => [id, []]));
  const waiting = [...list];
  const worker = async () => {
    while (waiting.length > 0) {
      const environment = waiting.shift();
      await runEnvironment(lab, environment, (row) => {
        results.get(environment.id).push(row);
        onRow(row);
      });
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL }, worker));
  return [...results.values()].flat();
}

function selectEnvironments(ids) {
  const unknown = ids.filter((id) => !environments.some((environment) => environment.id === id));
  const known = environments.map(({ id }) => id).join(", ");
  if (unknown.length > 0)
    throw new ScriptError(
      `Unknown environment: ${unknown.join(", ")}. Known environments: ${known}`,
    );
  return ids.length === 0 ? environments : environments.filter(({ id }) => ids.includes(id));
}

function printRow({ name, title, note, state, error, seconds }) {
  console.log(
    `${name}: ${title} … ${[state, note].filter(Boolean).join(": ")}, ${seconds.toFixed(1)} s`,
  );
  if (state === "failed")
    console.log(
      String(error.stack ?? error)
        .trim()
        .replace(/^/gm, "    "),
    );
}

await main(import.meta, async (args) => {
  const list = selectEnvironments(args.filter((arg) => arg !== "--write"));
  const write = args.includes("--write");
  if (write && list.length !== environments.length)
    throw new ScriptError(
      "Invalid arguments: --write with names of environments. Expected --write alone.",
    );
  const started = Date.now();
  const lab = await Lab.open();
  try {
    const rows = await runEnvironments(lab, list, printRow);
    console.log(`\n${markdown(rows)}`);
    const count = (state) => rows.filter((row) => row.state === state).length;
    console.log(
      `${count("ok")} ok, ${count("failed")} failed, ${count("impossible")} impossible for anyone, ` +
        `${count("absent")} not run, in ${Math.round((Date.now() - started) / 1000)} s`,
    );
    // A run without any result is a failure.
    if (count("failed") > 0 || count("ok") === 0) process.exitCode = 1;
    else if (write) writePage(rows);
  } finally {
    await lab.close();
  }
});
