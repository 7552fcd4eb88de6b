// Tests the options of the proxy: valid values, invalid values, and the messages of the errors.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isEtherealQueryError } from "../../pkg/dist/index.js";
import { createProxyHandler } from "../../pkg/dist/proxy.js";
import { API_KEY, proxyOver } from "./servers.mjs";

const VALID = { baseUrl: "https://service.example/v1", apiKey: API_KEY };
const create = (options) => createProxyHandler({ ...VALID, ...options });

/** Asserts that `run` throws an `invalid_argument` error about `parameter`. */
function assertRefused(run, parameter, message = /./) {
  assert.throws(run, (error) => {
    assert.ok(isEtherealQueryError(error, "invalid_argument"), String(error));
    assert.equal(error.parameter, parameter);
    assert.match(error.message, message);
    return true;
  });
}

test("accepts valid options", () => {
  for (const options of [
    {},
    { baseUrl: new URL("https://service.example") },
    { baseUrl: "http://localhost:8787" },
    { apiKey: async () => API_KEY },
    { baseUrl: "http://service.internal", allowInsecure: true },
    { allow: ["project"] },
    { allow: undefined },
    { basePath: "/" },
    { basePath: "" },
    { basePath: "/api/eq/" },
    { headers: {} },
    { headers: { "x-gateway": "app" } },
    { headers: [["x-gateway", "app"]] },
    { fetch },
    { timeoutMs: 1 },
    {
      headers: undefined,
      fetch: undefined,
      timeoutMs: undefined,
      basePath: undefined,
      allowInsecure: undefined,
    },
  ]) {
    assert.equal(typeof create(options), "function", JSON.stringify(options));
  }
});

test("an option that breaks its rule is refused when the handler is made", () => {
  for (const [name, values] of Object.entries({
    baseUrl: [
      undefined,
      "",
      "/api",
      "service.example",
      "ftp://service.example",
      "https://user@service.example",
      5,
    ],
    apiKey: [undefined, null, "", "two words", 5, {}, []],
    allow: [null, [], "", ["transfers"], ["project", "x"], ["GET /project"], 5, {}],
    basePath: ["api", "api/eq", "//a.example", "/a?b", "/a#b", "/a b", "/ä", 5, {}],
    headers: ["x", ["x"], 5, { "a b": "c" }, { a: "b\nc" }, { "X-API-Key": "x" }, { cookie: "x" }],
    fetch: ["fetch", {}, 5],
    // A timer of JavaScript accepts at most 2 ** 31 - 1 ms.
    timeoutMs: [0, -1, 1.5, "soon", 2 ** 31, {}],
    allowInsecure: ["yes", 1, {}],
  })) {
    for (const value of values) {
      const createWithValue = () => create({ [name]: value });
      // If nothing is thrown, this message names the value.
      assert.throws(createWithValue, undefined, `${name}: ${JSON.stringify(value)}`);
      assertRefused(createWithValue, name);
    }
  }
});

test("refuses an http base URL with an API key, and the error names allowInsecure", () => {
  for (const apiKey of [API_KEY, () => API_KEY]) {
    assertRefused(
      () => create({ baseUrl: "http://service.example", apiKey }),
      "baseUrl",
      /allowInsecure/,
    );
  }
});

test("the error for an unknown option names a similar option, or all options", () => {
  assertRefused(
    () => create({ basepath: "/api" }),
    "options",
    /^Unknown option "basepath"\. Did you mean "basePath"\?$/,
  );
  assertRefused(
    () => create({ proxied: true }),
    "options",
    /^Unknown option "proxied"\. Known options: .*allow/,
  );
  for (const options of [5, "x", []]) assertRefused(() => createProxyHandler(options), "options");
  for (const options of [undefined, null, {}])
    assertRefused(() => createProxyHandler(options), "baseUrl");
});

test("ignores later changes of the options object", async () => {
  const options = { allow: ["project"], basePath: "/a" };
  const { ask } = proxyOver(() => Response.json({}), options);
  options.allow.push("ethereals");
  options.basePath = "/b";
  assert.equal((await ask("/a/ethereals")).status, 403);
  assert.equal((await ask("/b/project")).status, 400);
});
