// The error of a WebAssembly module that cannot start. The advice in the message must fit the cause.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, test } from "node:test";
import { root } from "../../scripts/run.mjs";

const BROWSER_FILE = join(root, "pkg", "dist", "browser", "ethereal-query.js");
const folder = mkdtempSync(join(tmpdir(), "ethereal-query-start-"));
after(() => rmSync(folder, { recursive: true }));

let copies = 0;

/** Imports a new copy of the browser file. A new copy has not started its WebAssembly module. */
async function importCopy(text = readFileSync(BROWSER_FILE, "utf8")) {
  copies++;
  const path = join(folder, `copy-${copies}.mjs`);
  writeFileSync(path, text);
  return import(pathToFileURL(path));
}

/** Creates a client, and returns the error. */
function startError({ Client }) {
  try {
    new Client({ baseUrl: "https://a.invalid" });
  } catch (error) {
    return error;
  }
  return assert.fail("the module started");
}

/** Returns the error of a host with this `WebAssembly`, or without `WebAssembly` if it is undefined. */
async function startErrorWith(webAssembly) {
  const copy = await importCopy();
  const original = globalThis.WebAssembly;
  if (webAssembly) globalThis.WebAssembly = webAssembly;
  else delete globalThis.WebAssembly;
  try {
    return startError(copy);
  } finally {
    globalThis.WebAssembly = original;
  }
}

for (const encoding of ["latin1", "windows-1252", "utf-16le"]) {
  test(`a script that was read as ${encoding} asks for UTF-8`, async () => {
    const bytes = readFileSync(BROWSER_FILE);
    const source = bytes.toString("utf8");
    const decoder = new TextDecoder(encoding);
    // The encoded module has characters that are not ASCII. In the rest of the file, such characters do not matter.
    const misread = source.replace(/[^\0-\x7f]+/g, (text) => decoder.decode(Buffer.from(text)));
    const error = startError(await importCopy(misread));
    assert.equal(error.code, "init_failed");
    assert.match(error.message, /charset=utf-8/);
    assert.doesNotMatch(error.message, /Content-Security-Policy/);
  });
}

const CSP_ADVICE = / A Content-Security-Policy must allow 'wasm-unsafe-eval'\.$/;

/** [message of a host, end of the error's message, which is the advice] */
const MESSAGES = [
  [
    "WebAssembly.Module(): Compiling or instantiating WebAssembly module violates the following Content Security policy directive because neither 'wasm-eval' nor 'unsafe-eval' is an allowed source of script",
    CSP_ADVICE,
  ],
  ["call to WebAssembly.Module() blocked by CSP", CSP_ADVICE],
  [
    "Refused to create a WebAssembly object because 'unsafe-eval' or 'wasm-unsafe-eval' is not an allowed source of script",
    CSP_ADVICE,
  ],
  [
    "WebAssembly.Compile is disallowed on the main thread, if the buffer size is larger than 4KB.",
    / Use a worker, or Chrome 115\.$/,
  ],
  [
    "WebAssembly.Module(): Wasm code generation disallowed by embedder",
    / Bundle it with the condition 'workerd'\.$/,
  ],
  [
    "WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance",
    // No advice.
    /new instance\)\.$/,
  ],
];

for (const [message, expected] of MESSAGES) {
  test(`the advice fits the message of the host: ${message.slice(0, 70)}`, async () => {
    class Module {
      constructor() {
        throw new Error(message);
      }
    }
    const error = await startErrorWith({ Module });
    assert.equal(error.code, "init_failed");
    assert.ok(error.message.includes(message), "the message has the reason of the host");
    assert.match(error.message, expected);
  });
}

test("a host without WebAssembly is named in the message", async () => {
  const error = await startErrorWith(undefined);
  assert.equal(error.code, "init_failed");
  assert.match(error.message, /WebAssembly is not defined/);
  assert.doesNotMatch(error.message, /Content-Security-Policy/);
});
