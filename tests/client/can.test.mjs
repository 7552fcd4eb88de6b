// Tests `can`: whether an API key has a permission in an area or, if no permission is passed, whether it has any there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { can } from "../../pkg/dist/index.js";
import { show } from "./assertions.mjs";

for (const [granted, permission, expected] of [
  [["write", "create"], "write", true],
  [["write", "create"], "create", true],
  [["write", "create"], undefined, true],
  [true, "anything", true],
  [true, undefined, true],
  [["write", "create"], "read", false],
  [["write", "create"], "", false],
  [["write", "create"], "write,create", false],
  [["write,create"], "write", false],
  [[], undefined, false],
  [[], "", false],
  [false, undefined, false],
  [false, "x", false],
  [null, undefined, false],
  [{}, undefined, false],
  [7.5, undefined, false],
  ["true", undefined, false],
]) {
  test(`can is ${expected} for the permission ${show(permission)} when ${show(granted)} is granted`, () => {
    assert.equal(can({ auth: { area: granted } }, "area", permission), expected);
  });
}

test("can is false for a project without permissions", () => {
  for (const project of [null, undefined, {}, { auth: null }]) {
    assert.equal(can(project, "area"), false, show(project));
  }
});

test("can looks for the permission in the given area of the project", () => {
  const auth = {
    aa: ["write", "create"],
    none: [],
    sprinkle: true,
    off: false,
    odd: "write",
    numbers: [1],
    x: [1, null, "y"],
  };
  for (const [area, permission, expected] of [
    ["aa", "write", true],
    ["aa", "create", true],
    ["aa", "delete", false],
    ["aa", "Write", false],
    ["aa", undefined, true],
    ["none", undefined, false],
    ["none", "write", false],
    ["sprinkle", undefined, true],
    ["sprinkle", "anything", true],
    ["off", undefined, false],
    ["off", "write", false],
    ["odd", "write", false],
    ["odd", undefined, false],
    ["x", "y", true],
    ["x", "1", false],
    ["numbers", undefined, false],
    ["unknown", undefined, false],
    ["__proto__", undefined, false],
  ]) {
    assert.equal(can({ auth }, area, permission), expected, `${area} ${permission}`);
  }
});
