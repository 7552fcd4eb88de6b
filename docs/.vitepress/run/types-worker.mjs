// The worker that runs TypeScript for the editor of the playground. The build writes types.json, which has the
// declarations of the package and of the language.
import { createSystem, createVirtualTypeScriptEnvironment } from "@typescript/vfs";
import { createWorker } from "@valtown/codemirror-ts/worker";
import { expose } from "comlink";
import ts from "typescript";

const OPTIONS = {
  allowJs: true,
  checkJs: true,
  // With `strict`, TypeScript would report each value that may be `null`. The examples do not check for `null`.
  strict: false,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ["lib.es2022.full.d.ts"],
};

expose(
  createWorker(async () => {
    const response = await fetch(new URL("types.json", location.href));
    const files = new Map(Object.entries(await response.json()));
    return createVirtualTypeScriptEnvironment(createSystem(files), [], ts, OPTIONS);
  }),
);
