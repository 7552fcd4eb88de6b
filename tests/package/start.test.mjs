// A host that lacks a part of the platform: importing works there, and the first use tells what is missing.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

test("the error of a failed start names its reason, and a later start works", () => {
  const { TextDecoder } = globalThis;
  delete globalThis.TextDecoder;
  let pkg;
  try {
    pkg = createRequire(import.meta.url)("../../pkg/dist/index.cjs");
    assert.throws(() => pkg.formatUnits("1"), (error) => {
      assert.equal(error.code, "init_failed");
      assert.match(error.message, /cannot be started \(ReferenceError: TextDecoder is not defined\)/);
      return error instanceof pkg.EtherealQueryError && error.cause instanceof ReferenceError;
    });
  } finally {
    globalThis.TextDecoder = TextDecoder;
  }
  assert.equal(pkg.formatUnits("1500000000000000000"), "1.5");
});
