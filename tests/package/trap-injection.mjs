// Adds a trap to the WebAssembly modules of the package: `setFuse(n)` makes the n-th following call trap.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import binaryen from "binaryen";

const dist = new URL("../../pkg/dist/", import.meta.url);
const require = createRequire(import.meta.url);
const { Module } = WebAssembly;
const { ExternalFunction, Features, i32, none } = binaryen;
/** The features that rustc uses for wasm32-unknown-unknown. */
const FEATURES =
  Features.BulkMemory |
  Features.BulkMemoryOpt |
  Features.CallIndirectOverlong |
  Features.Multivalue |
  Features.MutableGlobals |
  Features.NontrappingFPToInt |
  Features.ReferenceTypes |
  Features.SignExt;

/** The files of the modules, relative to pkg/dist. */
export const MODULES = {
  client: { file: "ethereal_query.wasm" },
  embedded: { file: "ethereal_query_embedded.wasm" },
};

const bytesOf = ({ file }) => readFileSync(new URL(file, dist));

/**
 * Loads a new copy of an entry. The copy uses the compiled module `replacement` instead of `module`. `restoreModules`
 * undoes the replacement.
 */
export function requireCopy(entry, module, replacement) {
  const original = bytesOf(module);
  WebAssembly.Module = new Proxy(Module, {
    construct: (target, [bytes]) => (original.equals(bytes) ? replacement : new target(bytes)),
  });
  const path = require.resolve(`../../pkg/dist/${entry}.cjs`);
  // The entries share modules, which hold the state. So all loaded modules of the package must be loaded again.
  for (const loaded of Object.keys(require.cache))
    if (loaded.includes("/pkg/dist/")) delete require.cache[loaded];
  return require(path);
}

export function restoreModules() {
  WebAssembly.Module = Module;
}

/**
 * Compiles a module in which each call of an export that matches `pattern` decrements the fuse. The call that makes the
 * fuse 0 traps. A negative fuse causes no trap.
 */
export function fuse(module, pattern) {
  const wasm = read(module);
  wasm.addGlobal("fuse", i32, true, wasm.i32.const(-1));
  const functions = exportedFunctions(wasm, pattern);
  assert.ok(functions.length > 0, `no export matches ${pattern}`);
  for (const func of functions) {
    const { body, results } = binaryen.getFunctionInfo(func);
    const decrement = wasm.global.set(
      "fuse",
      wasm.i32.sub(wasm.global.get("fuse", i32), wasm.i32.const(1)),
    );
    const trapAtZero = wasm.if(wasm.i32.eqz(wasm.global.get("fuse", i32)), wasm.unreachable());
    binaryen.Function.setBody(func, wasm.block(null, [decrement, trapAtZero, body], results));
  }
  wasm.addFunction("setFuse", i32, none, [], wasm.global.set("fuse", wasm.local.get(0, i32)));
  wasm.addFunctionExport("setFuse", "setFuse");
  wasm.addFunction("remainingFuse", none, i32, [], wasm.global.get("fuse", i32));
  wasm.addFunctionExport("remainingFuse", "remainingFuse");
  return compile(wasm);
}

function read(module) {
  const wasm = binaryen.readBinary(bytesOf(module));
  wasm.setFeatures(FEATURES);
  return wasm;
}

function compile(wasm) {
  assert.ok(wasm.validate());
  return new Module(wasm.emitBinary());
}

/** The functions that a module defines, without its imports. */
function functionsOf(wasm) {
  const functions = Array.from({ length: wasm.getNumFunctions() }, (_, index) =>
    wasm.getFunctionByIndex(index),
  );
  // Only an imported function has a `base`.
  return functions.filter((func) => !binaryen.getFunctionInfo(func).base);
}

function exportedFunctions(wasm, pattern) {
  const exports = Array.from({ length: wasm.getNumExports() }, (_, i) =>
    binaryen.getExportInfo(wasm.getExportByIndex(i)),
  );
  const matching = exports.filter(
    ({ kind, name }) => kind === ExternalFunction && pattern.test(name),
  );
  // `value` is the name of the function inside the module.
  const names = new Set(matching.map(({ value }) => value));
  return functionsOf(wasm).filter((func) => names.has(binaryen.getFunctionInfo(func).name));
}
