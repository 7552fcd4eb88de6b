// The table in docs/environments.md. `npm run matrix` runs the environments.
import assert from "node:assert/strict";
import { test } from "node:test";
import { environments } from "./environments.mjs";
import { cellsOf, readTable } from "./table.mjs";

test("the table in docs/environments.md has all environments in their versions, and no failure", () => {
  const table = readTable().map(([name, version, titles, result]) => ({
    name,
    version,
    titles: titles.split("; "),
    result,
  }));
  for (const environment of environments) {
    const { name, titles } = cellsOf(environment);
    const lines = table.filter((line) => line.name === name);
    assert.deepEqual(lines.flatMap((line) => line.titles).sort(), titles.sort(), name);
    const pinnedVersion = environment.packages?.[environment.version];
    if (!pinnedVersion) continue;
    const versions = new Set(lines.map(({ version }) => version));
    assert.deepEqual(versions, new Set([pinnedVersion]), name);
  }
  const names = environments.map((environment) => cellsOf(environment).name);
  const unknownNames = table.map(({ name }) => name).filter((name) => !names.includes(name));
  assert.deepEqual(unknownNames, []);
  const failedLines = table.filter(({ result }) => !/^(ok$|impossible: )/.test(result));
  assert.deepEqual(failedLines, []);
});
