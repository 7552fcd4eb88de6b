// Every JavaScript program in the documents runs in Node.js with the packed package, and prints what the document says.
// Every TypeScript block is a module that a strict TypeScript user of the packed package can compile.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { run } from "../../scripts/run.mjs";
import { serve } from "../../scripts/serve.mjs";
import { createProject } from "../package/project.mjs";
import { DOCUMENTS, blocksOf } from "./markdown.mjs";
import { assertPrinted, programsOf } from "./programs.mjs";

const execute = promisify(execFile);
let project, service;

before(async () => {
  [project, service] = await Promise.all([createProject(), serve({ port: 0 })]);
  // Programs of docs/embedded-service.md and docs/many-at-once.md import these packages.
  for (const name of ["msw", "p-map"]) project.link(name);
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
        const options = { cwd: project.folder, timeout: 600_000 };
        const running = execute(process.execPath, [file], options);
        const { stdout, stderr } = await running.catch((error) =>
          assert.fail(error.stderr || error.message),
        );
        assert.equal(stderr, "");
        assertPrinted(stdout, lines);
      });
    }
  });
}

const modules = DOCUMENTS.flatMap(blocksOf).filter(({ language }) => language === "ts");

test("the TypeScript blocks compile", async () => {
  assert.notEqual(modules.length, 0);
  const compiled = await createProject();
  try {
    // TypeScript blocks of the documents import these packages.
    for (const name of ["@tanstack", "@types/react", "csstype", "undici"]) compiled.link(name);
    const files = [];
    for (const { path, line, code } of modules) {
      assert.match(
        code,
        /^import /,
        `${path}:${line}: a TypeScript block must begin with an import.`,
      );
      // An error of the compiler shows the name of the file, and so the document and the line.
      const name = `${path.replaceAll("/", "-")}-${line}.ts`;
      compiled.write(name, code);
      files.push(name);
    }
    const compilerOptions = {
      module: "esnext",
      moduleResolution: "bundler",
      target: "es2022",
      lib: ["es2022", "dom", "dom.iterable"],
      types: [],
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
    };
    compiled.write("tsconfig.json", JSON.stringify({ compilerOptions, files }));
    await run("tsc", ["--project", "tsconfig.json"], { cwd: compiled.folder });
  } finally {
    compiled.remove();
  }
});
