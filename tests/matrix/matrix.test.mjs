// A few environments of the matrix, those that are quick, and the table in docs/environments.md; `npm run matrix` tries all.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { environments } from "./environments.mjs";
import { Lab } from "./lab.mjs";
import { runEnvironment } from "./rows.mjs";
import { cells, shown } from "./table.mjs";

const QUICK = ["webpack", "rollup", "esbuild", "workerd", "publint", "attw"];

describe("quick environments", { concurrency: 2 }, () => {
  let lab;
  before(async () => (lab = await Lab.open()));
  after(() => lab?.close());
  for (const environment of environments.filter(({ id }) => QUICK.includes(id))) {
    test(environment.name, async () => {
      const rows = [];
      await runEnvironment(lab, environment, (row) => rows.push(row));
      assert.equal(rows.length, environment.rows.length);
      for (const { what, state, note, error } of rows) assert.equal(state, "ok", `${what}: ${error?.stack ?? note}`);
    });
  }
});

test("the table in docs/environments.md is of these environments, in these versions, and nothing fails in it", () => {
  const table = shown();
  for (const environment of environments) {
    const { name, whats } = cells(environment);
    const lines = table.filter(([first]) => first === name);
    assert.deepEqual(lines.flatMap(([, , what]) => what.split("; ")).sort(), whats.sort(), name);
    const pinned = environment.packages?.[environment.version];
    if (pinned) assert.deepEqual(new Set(lines.map(([, version]) => version)), new Set([pinned]), name);
  }
  const names = environments.map((one) => cells(one).name);
  assert.deepEqual(table.map(([name]) => name).filter((name) => !names.includes(name)), []);
  assert.deepEqual(table.filter(([, , , result]) => !/^(ok$|impossible: )/.test(result)), []);
});
