// `npm run matrix [-- ID… | -- --write]`: the packed package in every environment, and the table of what came of it.
import { ScriptError, main } from "../../scripts/run.mjs";
import { installTestTools } from "../../scripts/tools.mjs";
import { environments } from "./environments.mjs";
import { Lab } from "./lab.mjs";
import { runEnvironments } from "./rows.mjs";
import { markdown, writePage } from "./table.mjs";

function chosen(ids) {
  const unknown = ids.filter((id) => !environments.some((one) => one.id === id));
  const known = environments.map(({ id }) => id).join(", ");
  if (unknown.length > 0) throw new ScriptError(`There is no environment ${unknown.join(", ")}. There are: ${known}`);
  return ids.length === 0 ? environments : environments.filter(({ id }) => ids.includes(id));
}

function tell({ name, what, note, state, error, seconds }) {
  console.log(`${name}: ${what} … ${[state, note].filter(Boolean).join(": ")}, ${seconds.toFixed(1)} s`);
  if (state === "red") console.log(String(error.stack ?? error).trim().replace(/^/gm, "    "));
}

await main(import.meta, async (args) => {
  const list = chosen(args.filter((word) => word !== "--write"));
  const write = args.includes("--write");
  if (write && list.length !== environments.length) throw new ScriptError("--write needs all environments.");
  await installTestTools();
  const begun = Date.now();
  const lab = await Lab.open();
  try {
    const rows = await runEnvironments(lab, list, tell);
    console.log(`\n${markdown(rows)}`);
    const count = (state) => rows.filter((row) => row.state === state).length;
    console.log(`${count("ok")} ok, ${count("red")} failed, ${count("impossible")} impossible for anyone, `
      + `${count("absent")} not run, in ${Math.round((Date.now() - begun) / 1000)} s`);
    // Nothing tried is nothing shown.
    if (count("red") > 0 || count("ok") === 0) process.exitCode = 1;
    else if (write) writePage(rows);
  } finally {
    await lab.close();
  }
});
