// Every TypeScript block in the documents is a module that a strict TypeScript user of the packed package can compile.
import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "../../scripts/run.mjs";
import { createProject } from "../package/project.mjs";
import { DOCUMENTS, blocksOf } from "./markdown.mjs";

const modules = DOCUMENTS.flatMap(blocksOf).filter(({ language }) => language === "ts");

test("the TypeScript blocks compile", async () => {
  assert.notEqual(modules.length, 0);
  const project = await createProject();
  try {
    // The pages on other packages import these.
    for (const name of ["@tanstack", "@types/react", "csstype"]) project.link(name);
    // The compiler names the file, so that the file is named after the document and the line.
    const files = modules.map(({ path, line, code }) => {
      assert.match(code, /^import /, `${path}:${line}: a TypeScript block must begin with an import.`);
      const name = `${path.replaceAll("/", "-")}-${line}.ts`;
      project.write(name, code);
      return name;
    });
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
    project.write("tsconfig.json", JSON.stringify({ compilerOptions, files }));
    await run("tsc", ["--project", "tsconfig.json"], { cwd: project.folder });
  } finally {
    project.remove();
  }
});
