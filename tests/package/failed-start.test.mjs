// A host that refuses to compile WebAssembly, as a browser does under a strict Content-Security-Policy: importing works
// there, and the first use fails with an error that names the reason.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

test("the error of a failed start names its reason, and a later start works", () => {
  const { Module } = WebAssembly;
  WebAssembly.Module = function () {
    throw new WebAssembly.CompileError("refused by a policy");
  };
  let pkg;
  try {
    pkg = createRequire(import.meta.url)("../../pkg/dist/index.cjs");
    assert.throws(() => new pkg.Client({ baseUrl: "https://api.example.com" }), (error) => {
      assert.equal(error.code, "init_failed");
      assert.match(error.message, /Cannot start the WebAssembly module \(CompileError: refused by a policy\)/);
      return error instanceof pkg.EtherealQueryError && error.cause instanceof WebAssembly.CompileError;
    });
  } finally {
    WebAssembly.Module = Module;
  }
  new pkg.Client({ baseUrl: "https://api.example.com" }).dispose();
});
