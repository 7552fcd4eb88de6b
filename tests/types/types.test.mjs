// Compiles programs that use the packed package, with strict options and with both TypeScript versions of this
// repository: `tsc` is TypeScript 7, and `tsc6` is TypeScript 6.
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root, run } from "../../scripts/run.mjs";
import { createProject } from "../package/project.mjs";
import { COMMONJS, ESM, JSX, LIBRARY, NO_PLATFORM, USING } from "./files.mjs";

let project;
before(async () => {
  project = await createProject();
  for (const name of [...ESM, ...COMMONJS, ...LIBRARY, ...USING, ...NO_PLATFORM, ...JSX])
    copyFileSync(join(root, "tests/types", name), join(project.folder, name));
  for (const name of ["react", "@types/react"]) project.link(name);
});
after(() => project?.remove());

const BROWSER = ["dom", "dom.iterable"];
/** The module resolution, the module format, the TypeScript libraries and the files of each program. */
const PROGRAMS = [
  ["bundler", "esnext", ["es2020", ...BROWSER], ESM],
  ["node16", "node16", ["es2020", ...BROWSER], [...ESM, ...COMMONJS]],
  ["nodenext", "nodenext", ["es2020", ...BROWSER], [...ESM, ...COMMONJS]],
  [
    "nodenext",
    "nodenext",
    ["es2022", "esnext.disposable", ...BROWSER],
    [...ESM, ...COMMONJS, ...USING],
  ],
];

for (const compiler of ["tsc", "tsc6"]) {
  for (const exactOptionalPropertyTypes of [true, false]) {
    for (const [moduleResolution, module, lib, files] of PROGRAMS) {
      const optional = exactOptionalPropertyTypes ? "exact" : "loose";
      const settings = `module resolution ${moduleResolution}, ${lib[0]}, ${optional} optional properties`;
      test(`${compiler} compiles the programs with ${settings}`, async () => {
        // `types: []` leaves out @types/node. The declarations may need only the types of the language and of the
        // browser.
        const compilerOptions = {
          module,
          moduleResolution,
          target: "es2022",
          lib,
          types: [],
          strict: true,
          noEmit: true,
          skipLibCheck: false,
          exactOptionalPropertyTypes,
          noUncheckedIndexedAccess: true,
          isolatedModules: true,
        };
        const config = `tsconfig.${[compiler, moduleResolution, lib[0], optional].join(".")}.json`;
        project.write(config, JSON.stringify({ compilerOptions, files }));
        await run(compiler, ["--project", config], { cwd: project.folder });
      });
    }
  }
}

for (const compiler of ["tsc", "tsc6"]) {
  test(`${compiler} writes the declarations of a library that exports wrappers of the package's functions`, async () => {
    const compilerOptions = {
      module: "nodenext",
      moduleResolution: "nodenext",
      target: "es2022",
      lib: ["es2022", ...BROWSER],
      types: [],
      strict: true,
      composite: true,
      emitDeclarationOnly: true,
      rootDir: ".",
      outDir: `declarations-${compiler}`,
    };
    const config = `tsconfig.${compiler}.library.json`;
    project.write(config, JSON.stringify({ compilerOptions, files: LIBRARY }));
    await run(compiler, ["--project", config], { cwd: project.folder });
  });
}

/** Compiles files in the project with the packed package. `options` adds to the strict options of the compiler. */
async function compile(compiler, name, files, options) {
  const compilerOptions = {
    target: "es2022",
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    ...options,
  };
  const config = `tsconfig.${compiler}.${name}.json`;
  project.write(config, JSON.stringify({ compilerOptions, files }));
  await run(compiler, ["--project", config], { cwd: project.folder });
}

for (const compiler of ["tsc", "tsc6"]) {
  for (const [module, moduleResolution] of [
    ["esnext", "bundler"],
    ["nodenext", "nodenext"],
  ]) {
    test(`${compiler} compiles ${moduleResolution} without declarations of a platform`, async () => {
      await compile(compiler, `platform.${module}`, NO_PLATFORM, {
        module,
        moduleResolution,
        lib: ["es2022"],
      });
    });

    test(`${compiler} compiles the elements in React with ${moduleResolution}`, async () => {
      const options = { module, moduleResolution, lib: ["es2022", ...BROWSER], jsx: "react-jsx" };
      await compile(compiler, `jsx.${module}`, JSX, options);
    });
  }
}

test("tsc6 finds the types of every entry with the module resolution of ts-jest", async () => {
  // TypeScript 7 no longer has this module resolution.
  await compile("tsc6", "node10", [...ESM, ...LIBRARY, ...JSX], {
    module: "commonjs",
    moduleResolution: "node10",
    ignoreDeprecations: "6.0",
    jsx: "react-jsx",
    lib: ["es2022", ...BROWSER],
  });
});
