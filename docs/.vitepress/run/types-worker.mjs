// TypeScript for the playground's editor, in a worker. The build writes types.json: the declarations of the package and
// of the language.
import { createSystem, createVirtualTypeScriptEnvironment } from "@typescript/vfs";
import { createWorker } from "@valtown/codemirror-ts/worker";
import { expose } from "comlink";
import ts from "typescript";

const OPTIONS = {
  allowJs: true,
  checkJs: true,
  // The examples are JavaScript, which does not narrow `null`.
  strict: false,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ["lib.es2022.full.d.ts"],
};

expose(
  createWorker(async () => {
    const files = new Map(
      Object.entries(await (await fetch(new URL("types.json", location.href))).json()),
    );
    return createVirtualTypeScriptEnvironment(createSystem(files), [], ts, OPTIONS);
  }),
);
