// `npm run matrix [-- ID… | -- --write]`: runs the packed package in every environment, or in some, and prints a table.
import { ScriptError, main } from "../../scripts/run.mjs";
import { installTestTools } from "../../scripts/tools.mjs";
import { environments } from "./environments.mjs";
import { Lab } from "./lab.mjs";
import { runEnvironments } from "./rows.mjs";
import { markdown, writePage } from "./table.mjs";

function selectEnvironments(ids) {
  const unknown = ids.filter((id) => !environments.some((environment) => environment.id === id));
  const known = environments.map(({ id }) => id).join(", ");
  if (unknown.length > 0)
    throw new ScriptError(`Unknown environment: ${unknown.join(", ")}. Known environments: ${known}`);
  return ids.length === 0 ? environments : environments.filter(({ id }) => ids.includes(id));
}

function printRow({ name, title, note, state, error, seconds }) {
  console.log(`${name}: ${title} … ${[state, note].filter(Boolean).join(": ")}, ${seconds.toFixed(1)} s`);
  if (state === "failed") console.log(String(error.stack ?? error).trim().replace(/^/gm, "    "));
}

await main(import.meta, async (args) => {
  const list = selectEnvironments(args.filter((arg) => arg !== "--write"));
  const write = args.includes("--write");
  if (write && list.length !== environments.length)
    throw new ScriptError("Invalid arguments: --write with names of environments. Expected --write alone.");
  await installTestTools();
  const started = Date.now();
  const lab = await Lab.open();
  try {
    const rows = await runEnvironments(lab, list, printRow);
    console.log(`\n${markdown(rows)}`);
    const count = (state) => rows.filter((row) => row.state === state).length;
    console.log(`${count("ok")} ok, ${count("failed")} failed, ${count("impossible")} impossible for anyone, `
      + `${count("absent")} not run, in ${Math.round((Date.now() - started) / 1000)} s`);
    // A run without any result is a failure.
    if (count("failed") > 0 || count("ok") === 0) process.exitCode = 1;
    else if (write) writePage(rows);
  } finally {
    await lab.close();
  }
});
