// TypeScript as a strict user has it, under each way of finding modules, against the packed package.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root, run } from "../../scripts/run.mjs";
import { freshProject } from "../package/project.mjs";

let project;
before(async () => {
  project = await freshProject();
  for (const name of ["consumer.ts", "consumer.cts"]) copyFileSync(join(root, "tests/types", name), join(project.folder, name));
});
after(() => project?.remove());

const MODES = [
  ["bundler", "esnext", ["consumer.ts"]],
  ["node16", "node16", ["consumer.ts", "consumer.cts"]],
  ["nodenext", "nodenext", ["consumer.ts", "consumer.cts"]],
];

for (const [moduleResolution, module, files] of MODES) {
  test(`moduleResolution ${moduleResolution}`, async () => {
    // No @types/node: the declarations may need nothing but the language and the browser's own.
    const compilerOptions = {
      module, moduleResolution, target: "es2020", lib: ["es2020", "dom", "dom.iterable"], types: [],
      strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true,
      isolatedModules: true,
    };
    const config = `tsconfig.${moduleResolution}.json`;
    project.write(config, JSON.stringify({ compilerOptions, files }));
    await run("tsc", ["--project", config], { cwd: project.folder });
  });
}
