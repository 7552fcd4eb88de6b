// The package with the global `fetch` of a host. Each test loads the package in a separate realm, as Jest does. A realm
// is a context of `node:vm`. The objects of a realm are not instances of the classes of this program.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { errorOf } from "../client/assertions.mjs";

const require = createRequire(import.meta.url);
const DIST = fileURLToPath(new URL("../../pkg/dist", import.meta.url));
const BODY = '{"name":"Tree"}';
const BYTES = new TextEncoder().encode(BODY);
const GLOBALS = Object.getOwnPropertyNames(globalThis);
/** The names of the global object. A realm has a separate global object. */
const GLOBAL_OBJECT = ["globalThis", "global"];

/** Creates a realm with the globals of Node.js. `replaced` replaces globals by name; `undefined` removes a global. */
function createRealm(replaced = {}) {
  const realm = createContext({});
  const standard = new Set(runInContext("Object.getOwnPropertyNames(globalThis)", realm));
  const added = GLOBALS.filter((name) => !standard.has(name) && !GLOBAL_OBJECT.includes(name));
  for (const name of added) realm[name] = globalThis[name];
  for (const [name, value] of Object.entries(replaced)) {
    if (value === undefined) delete realm[name];
    else realm[name] = value;
  }
  return realm;
}

/** Loads the package into a realm. */
function loadInto(realm) {
  const modules = new Map();
  const load = (file) => {
    if (modules.has(file)) return modules.get(file).exports;
    const module = { exports: {} };
    modules.set(file, module);
    const requireFrom = (id) => {
      // The only import that is not relative is "#ethereal-query/client-module".
      const required = id.startsWith(".")
        ? join(dirname(file), id)
        : join(DIST, "client", "module.cjs");
      return load(required);
    };
    const wrapped = `(function (require, module, exports) {${readFileSync(file, "utf8")}\n})`;
    const runModule = runInContext(wrapped, realm, { filename: file });
    runModule(requireFrom, module, module.exports);
    return module.exports;
  };
  return load(join(DIST, "index.cjs"));
}

/** Makes a call in a realm with the global `fetch` of that realm. */
function callIn(realm) {
  const { Client } = loadInto(realm);
  const client = new Client({ baseUrl: "https://api.example.com", maxRetries: 0 });
  return client.tokenUri(`0x${"1".repeat(40)}`, 1, { chainId: 1 });
}

/** Evaluates an expression inside a realm. The value is an instance of the classes of this realm. */
const evaluate = (realm, program) => runInContext(`(${program})`, realm);

test("a global fetch set before the package is loaded gets a URL and plain options", async () => {
  const calls = [];
  const realm = createRealm({
    async fetch(...args) {
      calls.push(args);
      return new Response(BODY);
    },
  });
  assert.equal((await callIn(realm)).name, "Tree");
  assert.equal(calls.length, 1);
  const [url, init, ...others] = calls[0];
  // `b` is the query parameter for the chain id.
  assert.equal(url, `https://api.example.com/tokens/0x${"1".repeat(40)}/1/uri?b=1`);
  assert.equal(init.method, "GET");
  assert.ok(init.signal instanceof AbortSignal);
  assert.deepEqual(others, []);
});

for (const thrown of ['"boom"', "undefined", "null", "42", '{ code: "ECONNREFUSED" }']) {
  test(`if a global mock of another realm rejects, its value is the cause: ${thrown}`, async () => {
    const realm = createRealm();
    const value = evaluate(realm, thrown);
    realm.thrown = value;
    realm.fetch = evaluate(realm, "() => Promise.reject(thrown)");
    const error = await errorOf(callIn(realm));
    assert.equal(error.kind, "network");
    assert.equal(error.cause, value);
  });
}

for (const [title, response] of [
  ["text() alone", `{ status: 200, text: async () => '${BODY}' }`],
  [
    "arrayBuffer()",
    `{ status: 200, arrayBuffer: async () => new TextEncoder().encode('${BODY}') }`,
  ],
  // The client reads the bytes of arrayBuffer(), so the wrong value of text() does not matter.
  [
    "text() and arrayBuffer()",
    `{ status: 200, ok: true, text: () => 1, arrayBuffer: () => Buffer.from('${BODY}') }`,
  ],
]) {
  test(`a global mock of another realm may return a plain object with ${title}`, async () => {
    const realm = createRealm();
    realm.fetch = evaluate(realm, `async () => (${response})`);
    assert.equal((await callIn(realm)).name, "Tree");
  });
}

test("an object of another realm without a body is a network error", async () => {
  const realm = createRealm();
  realm.fetch = evaluate(realm, "async () => ({ status: 200, ok: true })");
  assert.equal((await errorOf(callIn(realm))).kind, "network");
});

const sourceOf = (id) => readFileSync(require.resolve(id), "utf8");

/** Packages that replace `fetch` and its classes in a realm, and a response of their class. */
const POLYFILLS = {
  "node-fetch 2": {
    // In Node.js, cross-fetch loads node-fetch 2.
    install: (realm) => Object.assign(realm, require("cross-fetch")),
    respond: ({ Response }) => new Response(BODY),
  },
  "whatwg-fetch": {
    // For browsers, cross-fetch contains whatwg-fetch.
    install: (realm) => runInContext(sourceOf("cross-fetch/dist/browser-polyfill.js"), realm),
    // Without `FileReader`, whatwg-fetch reads only buffers of the same realm.
    respond: (realm) => evaluate(realm, `new Response(Uint8Array.from([${BYTES}]).buffer)`),
  },
};
for (const [name, { install, respond }] of Object.entries(POLYFILLS)) {
  test(`a call works with the classes of ${name} and without web streams`, async () => {
    const realm = createRealm({ fetch: undefined, ReadableStream: undefined });
    install(realm);
    assert.notEqual(realm.Response, Response);
    realm.fetch = async () => respond(realm);
    assert.equal((await callIn(realm)).name, "Tree");
  });
}
