// Every `@example` in pkg/src compiles for a strict TypeScript user, and prints what its comments say.
import assert from "node:assert/strict";
import { relative, join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import ts from "typescript";
import { VALUES } from "../../../docs/.vitepress/run/example-program.mjs";
import { root, run } from "../../../scripts/run.mjs";
import { seedOptions } from "../../../scripts/seed.mjs";
import { serve } from "../../../scripts/serve.mjs";
import { createProject } from "../../package/project.mjs";
import { launch } from "../../page/browser.mjs";
import { assertPrinted, commentsOf } from "../programs.mjs";

const { config } = ts.readConfigFile(`${root}/pkg/tsconfig.json`, ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, `${root}/pkg`);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

/** Declarations of the values that an example can use. */
const DECLARATIONS = Object.entries(VALUES)
  .map(([name, value]) => `const ${name} = ${value};`)
  .join("\n");

/** The entries that an example can use without an import. */
const ENTRIES = ["index", "embedded", "embedded/simulation", "elements", "query", "proxy"];

const IMPORTS = ENTRIES.map((entry) => {
  const file = program.getSourceFile(`${root}/pkg/src/${entry}.ts`);
  const isPublic = (symbol) =>
    !symbol.getJsDocTags(checker).some(({ name }) => name === "internal");
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(file)).filter(isPublic);
  const names = exported.map(({ name }) => name);
  return `import { ${names.join(", ")} } from "ethereal-query${entry === "index" ? "" : `/${entry}`}";`;
}).join("\n");

/**
 * The module of an example. Code without an import gets IMPORTS and DECLARATIONS. Such code is in a block, so that it
 * can declare the names that are imported or declared above the block.
 */
function moduleOf(code) {
  return /^import /m.test(code) ? code : `${IMPORTS}\n${DECLARATIONS}\n{\n${code}\n}\n`;
}

/**
 * Reads every example: the path and line, the name of the documented declaration, the code, the module of the example,
 * and a name for the file of the module.
 */
function readExamples() {
  const examples = [];
  for (const file of program.getSourceFiles()) {
    const path = relative(root, file.fileName);
    if (!path.startsWith("pkg/src/")) continue;
    // The examples of this file need React. tests/types/jsx.tsx compiles the props.
    if (path === "pkg/src/elements/react.ts") continue;
    const visit = (node) => {
      // Only the comments of this node: the TypeScript API also returns the comments of its parents.
      for (const tag of (node.jsDoc ?? []).flatMap(({ tags = [] }) => tags)) {
        if (tag.tagName.text !== "example") continue;
        const code = ts.getTextOfJSDocComment(tag.comment) ?? "";
        const line = file.getLineAndCharacterOfPosition(tag.pos).line + 1;
        // A variable has its name in a declaration below the statement. A constructor has no name.
        const name = node.name ?? node.declarationList?.declarations[0].name;
        examples.push({
          path,
          line,
          name: name?.getText() ?? "constructor",
          code,
          module: moduleOf(code),
          file: `${path.replaceAll(/[/.]/g, "-")}-${line}`,
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return examples;
}

const EXAMPLES = readExamples();
/** The examples of these names create elements. Therefore, they run in Chromium. */
const NEEDS_DOM = new Set([
  "account",
  "amount",
  "announce",
  "announcer",
  "badge",
  "CardToken",
  "Child",
  "commonSheet",
  "copyButton",
  "define",
  "Fact",
  "facts",
  "h",
  "hex",
  "icon",
  "IconName",
  "link",
  "RecordElement",
  "time",
  "TokenCard",
  "TransferRoute",
  "StateWords",
  "Support",
  "stateCard",
  "TransferRouteEventMap",
  "untrusted",
  "UsualTimes",
]);
const needsDom = ({ path, name }) =>
  /^pkg\/src\/(elements|display)\//.test(path) && NEEDS_DOM.has(name);

let project;
let service;
let server;
let browser;
let page;
const originalFetch = globalThis.fetch;

before(async () => {
  [project, server, browser] = await Promise.all([createProject(), serve({ port: 0 }), launch()]);
  for (const example of EXAMPLES) project.write(`${example.file}.ts`, example.module);
  const embedded = join(project.folder, "node_modules/ethereal-query/dist/embedded.js");
  const { EmbeddedService } = await import(pathToFileURL(embedded));
  service = new EmbeddedService(seedOptions());
  // The clients of examples that run in this process use the global `fetch`.
  globalThis.fetch = service.fetch;
});
after(async () => {
  globalThis.fetch = originalFetch;
  project?.remove();
  await browser?.close();
  await server?.close();
});

test("the examples compile", async () => {
  assert.notEqual(EXAMPLES.length, 0);
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
  project.write(
    "tsconfig.json",
    JSON.stringify({ compilerOptions, files: EXAMPLES.map(({ file }) => `${file}.ts`) }),
  );
  await run("tsc", ["--project", "tsconfig.json"], { cwd: project.folder });
});

function transpile({ module }) {
  return ts.transpileModule(module, { compilerOptions: { module: "esnext", target: "es2022" } })
    .outputText;
}

/** Runs an example in this process. Returns the lines that it prints. */
async function runInNode(t, example) {
  const output = [];
  t.mock.method(console, "log", (...values) => output.push(format(...values)));
  project.write(`${example.file}.mjs`, transpile(example));
  await import(pathToFileURL(join(project.folder, `${example.file}.mjs`)));
  return output;
}

/** Opens an empty page of the development server with the elements. The embedded service responds to its requests. */
async function openPage() {
  const newPage = await browser.newPage({ bypassCSP: true });
  await newPage.route("https://api.example.com/**", async (route, request) => {
    const response = await service.fetch(request.url(), { headers: request.headers() });
    const headers = { "access-control-allow-origin": "*", "content-type": "application/json" };
    await route.fulfill({ status: response.status, headers, body: await response.text() });
  });
  await newPage.route(`${server.url}/`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
  );
  await newPage.goto(server.url);
  await newPage.evaluate(() => import("/pkg/elements.js"));
  return newPage;
}

/** Runs an example in Chromium. Returns the lines that it prints. */
async function runInBrowser(example) {
  page ??= await openPage();
  const output = [];
  const onConsole = (message) => output.push(message.text());
  page.on("console", onConsole);
  // The development server does not read `exports` of the package. It serves the files of the entries below /pkg.
  const toFile = (_, entry = "/index") => `"/pkg${entry}.js"`;
  const body = transpile(example).replaceAll(/"ethereal-query(\/[\w/-]+)?"/g, toFile);
  const path = `/${example.file}.js`;
  await page.route(server.url + path, (route) =>
    route.fulfill({ contentType: "text/javascript", body }),
  );
  // `evaluate` waits for the module. The page returns nothing, because `evaluate` copies what the page returns.
  await page.evaluate((url) => import(url).then(() => {}), path);
  page.off("console", onConsole);
  return output;
}

for (const example of EXAMPLES) {
  test(`${example.path}:${example.line} ${example.name}`, async (t) => {
    const output = await (needsDom(example) ? runInBrowser(example) : runInNode(t, example));
    assertPrinted(output.join("\n"), commentsOf(example.code));
  });
}
