// The quick environments of the matrix, and the table in docs/environments.md. `npm run matrix` runs all environments.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { environments } from "./environments.mjs";
import { Lab } from "./lab.mjs";
import { runEnvironment } from "./rows.mjs";
import { cellsOf, readTable } from "./table.mjs";

const QUICK = ["webpack", "rollup", "esbuild", "workerd", "publint", "attw"];

describe("quick environments", { concurrency: 2 }, () => {
  let lab;
  before(async () => (lab = await Lab.open()));
  after(() => lab?.close());
  for (const environment of environments.filter(({ id }) => QUICK.includes(id))) {
    test(`the package works in ${environment.name}`, async () => {
      const rows = [];
      await runEnvironment(lab, environment, (row) => rows.push(row));
      assert.equal(rows.length, environment.rows.length);
      for (const { title, state, note, error } of rows) assert.equal(state, "ok", `${title}: ${error?.stack ?? note}`);
    });
  }
});

test("the table in docs/environments.md has all environments in their versions, and no failure", () => {
  const table = readTable();
  for (const environment of environments) {
    const { name, titles } = cellsOf(environment);
    const lines = table.filter(([first]) => first === name);
    assert.deepEqual(lines.flatMap(([, , cell]) => cell.split("; ")).sort(), titles.sort(), name);
    const pinned = environment.packages?.[environment.version];
    if (pinned) assert.deepEqual(new Set(lines.map(([, version]) => version)), new Set([pinned]), name);
  }
  const names = environments.map((environment) => cellsOf(environment).name);
  assert.deepEqual(table.map(([name]) => name).filter((name) => !names.includes(name)), []);
  assert.deepEqual(table.filter(([, , , result]) => !/^(ok$|impossible: )/.test(result)), []);
});
