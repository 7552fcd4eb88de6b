// Every JavaScript program in the documents runs in Node.js with the packed package, and prints what the document says.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { serve } from "../../scripts/serve.mjs";
import { createProject } from "../package/project.mjs";
import { assertPrinted } from "./expected.mjs";
import { DOCUMENTS } from "./markdown.mjs";
import { programsOf } from "./programs.mjs";

const execute = promisify(execFile);
let project, service;

before(async () => {
  [project, service] = await Promise.all([createProject(), serve({ port: 0 })]);
  // The pages on the embedded service, on hooks and on many calls import them.
  for (const name of ["msw", "@opentelemetry", "p-map"]) project.link(name);
});
after(async () => {
  await service?.close();
  project?.remove();
});

for (const path of DOCUMENTS) {
  describe(path, { concurrency: 2 }, () => {
    for (const { code, line, lines } of programsOf(path)) {
      test(`the program in line ${line} prints what the document says`, async () => {
        const file = `${path.replaceAll("/", "-")}-${line}.mjs`;
        project.write(file, code.replaceAll("http://127.0.0.1:8787", service.url));
        const options = { cwd: project.folder, timeout: 60_000 };
        const running = execute(process.execPath, [file], options);
        const { stdout, stderr } = await running.catch((error) => assert.fail(error.stderr || error.message));
        assert.equal(stderr, "");
        assertPrinted(stdout, lines);
      });
    }
  });
}
