// The table in docs/environments.md. `npm run matrix` runs the environments.
import assert from "node:assert/strict";
import { test } from "node:test";
import { environments } from "./environments.mjs";
import { cellsOf, readTable } from "./table.mjs";

test("the table in docs/environments.md has all environments in their versions, and no failure", () => {
  const table = readTable();
  for (const environment of environments) {
    const { name, titles } = cellsOf(environment);
    const lines = table.filter(([first]) => first === name);
    assert.deepEqual(lines.flatMap(([, , cell]) => cell.split("; ")).sort(), titles.sort(), name);
    const pinned = environment.packages?.[environment.version];
    if (pinned)
      assert.deepEqual(new Set(lines.map(([, version]) => version)), new Set([pinned]), name);
  }
  const names = environments.map((environment) => cellsOf(environment).name);
  assert.deepEqual(
    table.map(([name]) => name).filter((name) => !names.includes(name)),
    [],
  );
  assert.deepEqual(
    table.filter(([, , , result]) => !/^(ok$|impossible: )/.test(result)),
    [],
  );
});
