// The site shows a program for each error code. Each program raises its error code in Node.js.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { ERROR_PROGRAMS } from "../../docs/.vitepress/run/error-programs.mjs";
import { run } from "../../scripts/run.mjs";
import { createProject } from "../package/project.mjs";

let project;
before(async () => {
  project = await createProject();
});
after(() => project?.remove());

describe("a program raises its code", { concurrency: 2 }, () => {
  for (const [code, program] of Object.entries(ERROR_PROGRAMS)) {
    test(code, async () => {
      project.write(`${code}.mjs`, program);
      const output = await run(process.execPath, [`${code}.mjs`], { cwd: project.folder });
      const [printed, message] = output.split("\n");
      assert.equal(printed, code);
      assert.match(message, /\w/);
    });
  }
});
