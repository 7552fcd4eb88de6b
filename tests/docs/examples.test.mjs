// Every `@example` in pkg/src compiles for a strict TypeScript user, and prints what its comments say.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import ts from "typescript";
import { root, run } from "../../scripts/run.mjs";
import { freshProject } from "../package/project.mjs";
import { examples } from "./examples.mjs";
import { assertPrinted, commentsOf } from "./expected.mjs";

const ALL = examples();
/** Names whose examples create elements. Node.js has no DOM; `tests/page` tests the elements in Chromium. */
const NEEDS_DOM = new Set([
  "account", "amount", "announcer", "badge", "CardToken", "Child", "commonSheet", "copyButton", "define", "Fact", "facts",
  "h", "hex", "icon", "link", "QueryElement", "register", "time", "TokenCard", "TransferRoute", "TransferRouteEventMap",
  "untrusted",
]);

let project;
const originalFetch = globalThis.fetch;

before(async () => {
  project = await freshProject();
  for (const example of ALL) {
    example.file = `${example.path.replaceAll(/[/.]/g, "-")}-${example.line}`;
    project.write(`${example.file}.ts`, example.module);
  }
  const embedded = join(project.folder, "node_modules/ethereal-query/dist/embedded.js");
  const { EmbeddedService } = await import(pathToFileURL(embedded));
  const seed = (name) => readFileSync(join(root, "seed", name), "utf8");
  const [tokens, transfers, ethereals] = ["tokens", "transfers", "ethereals"].map((name) => seed(`${name}.ndjson`));
  const service = new EmbeddedService({ dataset: { tokens, transfers, ethereals }, keys: seed("keys.json") });
  globalThis.fetch = service.fetch;
});
after(() => {
  globalThis.fetch = originalFetch;
  project?.remove();
});

test("the examples compile", async () => {
  assert.notEqual(ALL.length, 0);
  const compilerOptions = {
    module: "esnext", moduleResolution: "bundler", target: "es2022", lib: ["es2022", "dom", "dom.iterable"], types: [],
    strict: true, noEmit: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true,
  };
  project.write("tsconfig.json", JSON.stringify({ compilerOptions, files: ALL.map(({ file }) => `${file}.ts`) }));
  await run("tsc", ["--project", "tsconfig.json"], { cwd: project.folder });
});

for (const example of ALL) {
  const { path, line, name, code } = example;
  const skip = path.includes("/elements") && NEEDS_DOM.has(name) && "creates elements";
  test(`${path}:${line} ${name}`, { skip }, async (t) => {
    const compilerOptions = { module: "esnext", target: "es2022" };
    const { outputText } = ts.transpileModule(example.module, { compilerOptions });
    project.write(`${example.file}.mjs`, outputText);
    const output = [];
    t.mock.method(console, "log", (...values) => output.push(format(...values)));
    await import(pathToFileURL(join(project.folder, `${example.file}.mjs`)));
    assertPrinted(output.join("\n"), commentsOf(code));
  });
}
