// Two kinds of hosts that cannot start the WebAssembly module. The first kind lacks globals of the web, as Jest with
// jsdom does. The second kind refuses to compile WebAssembly, as a browser does under a strict Content-Security-Policy.
// On both kinds, importing the package works, and the first use fails with an error that names the reason.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client } from "../../pkg/dist/index.js";
import { runToEnd } from "../service/processes.mjs";

const PACKAGE = new URL("../../pkg/", import.meta.url);
const { exports } = JSON.parse(readFileSync(new URL("package.json", PACKAGE), "utf8"));
/** The scripts of all entries, for `import` and for `require`. */
const scripts = Object.values(exports)
  .flatMap((entry) => [entry.import, entry.require])
  .filter((path) => path?.endsWith("js"));

/** A program that deletes every global that is not part of ECMAScript, and the globals that older engines lack. */
const BARE_HOST = `
const { createRequire } = process.getBuiltinModule("node:module");
const { runInNewContext } = process.getBuiltinModule("node:vm");
const require = createRequire(import.meta.url);
const print = console.log.bind(console);
const standard = new Set(runInNewContext("Object.getOwnPropertyNames(globalThis)"));
for (const name of ["WebAssembly", "FinalizationRegistry", "WeakRef", "Intl"]) standard.delete(name);
for (const name of Object.getOwnPropertyNames(globalThis)) if (!standard.has(name)) delete globalThis[name];
if (globalThis.fetch !== undefined) throw new Error("A global is still there.");
`;

/** Runs a program in a bare host, and returns what it prints. */
async function printedBy(program) {
  const args = ["--input-type=module", "--eval", BARE_HOST + program];
  const { status, stdout, stderr } = await runToEnd(process.execPath, args, { ms: 30_000 });
  assert.deepEqual([status, stderr], [0, ""]);
  return stdout.trim();
}

// At least seven entries, each with a script for `import` and a script for `require`.
assert.ok(scripts.length >= 14, "the package has its entries");
for (const script of scripts) {
  test(`imports ${script} without the globals of the web`, async () => {
    const url = new URL(script, PACKAGE);
    const load = script.endsWith(".cjs")
      ? `require(${JSON.stringify(fileURLToPath(url))})`
      : `await import(${JSON.stringify(url.href)})`;
    const exportCount = await printedBy(`print(Object.keys(${load}).length);`);
    const exportsOnlyTypes = script.includes("/elements/react.");
    assert.match(exportCount, exportsOnlyTypes ? /^0$/ : /^[1-9]\d*$/);
  });
}

test("the first use names a missing global", async () => {
  const url = JSON.stringify(new URL("dist/index.js", PACKAGE).href);
  const program = `const { Client } = await import(${url});
    try { new Client({ baseUrl: "https://api.example.com" }); } catch (error) { print(error.code, error.message); }`;
  const printed = await printedBy(program);
  assert.match(
    printed,
    /^init_failed Cannot start the WebAssembly module \(ReferenceError: TextDecoder is not defined\)/,
  );
});

for (const name of ["Request", "Response", "Headers", "URL"]) {
  test(`in a host without ${name}, the error names ${name} and not the argument baseUrl`, async () => {
    const url = JSON.stringify(new URL("dist/index.js", PACKAGE).href);
    const program = `delete globalThis.${name};
      const { Client } = await import(${url});
      try { new Client({ baseUrl: "/api/eq" }); } catch (error) { console.log(error.code, error.message); }`;
    const { stdout } = await runToEnd(
      process.execPath,
      ["--input-type=module", "--eval", program],
      { ms: 30_000 },
    );
    assert.ok(
      stdout.startsWith(
        `init_failed Cannot start the WebAssembly module (ReferenceError: ${name} is not`,
      ),
    );
  });
}

test("a call needs no global class of streams", async (t) => {
  const responses = [
    new Response('{"name":"Tree"}'),
    { status: 200, text: () => '{"name":"Tree"}' },
  ];
  for (const name of ["ReadableStream", "ReadableStreamDefaultReader"]) {
    const original = globalThis[name];
    delete globalThis[name];
    t.after(() => (globalThis[name] = original));
  }
  for (const response of responses) {
    const client = new Client({ baseUrl: "https://api.example.com", fetch: async () => response });
    const { name } = await client.tokenUri(`0x${"1".repeat(40)}`, 1, { chainId: 1 });
    assert.equal(name, "Tree");
  }
});

test("the error of a failed start names its reason, and a later start works", () => {
  const { Module } = WebAssembly;
  WebAssembly.Module = function () {
    throw new WebAssembly.CompileError("refused by a policy");
  };
  let pkg;
  try {
    pkg = createRequire(import.meta.url)("../../pkg/dist/index.cjs");
    assert.throws(
      () => new pkg.Client({ baseUrl: "https://api.example.com" }),
      (error) => {
        assert.equal(error.code, "init_failed");
        assert.match(
          error.message,
          /Cannot start the WebAssembly module \(CompileError: refused by a policy\)/,
        );
        return (
          error instanceof pkg.EtherealQueryError && error.cause instanceof WebAssembly.CompileError
        );
      },
    );
  } finally {
    WebAssembly.Module = Module;
  }
  new pkg.Client({ baseUrl: "https://api.example.com" }).dispose();
});
