// Adds a trap to the WebAssembly modules of the package: `setFuse(n)` makes the n-th following call trap.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import binaryen from "binaryen";

const dist = new URL("../../pkg/dist/", import.meta.url);
const { ExternalFunction, Features, i32, none } = binaryen;
/** The features that rustc uses for wasm32-unknown-unknown. */
const FEATURES =
  Features.BulkMemory | Features.BulkMemoryOpt | Features.CallIndirectOverlong | Features.Multivalue |
  Features.MutableGlobals | Features.NontrappingFPToInt | Features.ReferenceTypes | Features.SignExt;

/** File and glue of the modules, relative to pkg/dist. */
export const MODULES = {
  client: { file: "ethereal_query.wasm", glue: "wasm/client.ethereal_query.js" },
  // The package has it only as text.
  embedded: { file: "../wasm/embedded/ethereal_query_bg.wasm" },
};

export const bytesOf = ({ file }) => readFileSync(new URL(file, dist));

/**
 * Compiles a module that counts calls of the exports that match `pattern`, and traps at the count of `setFuse`.
 * @param panicFunction a function that panics and so breaks the call; without it, a trap instruction breaks the call
 */
export function fuse(module, pattern, panicFunction) {
  const wasm = read(module);
  wasm.addGlobal("fuse", i32, true, wasm.i32.const(-1));
  const functions = exportedFunctions(wasm, pattern);
  assert.ok(functions.length > 0, `no export matches ${pattern}`);
  for (const func of functions) {
    const { body, results } = binaryen.getFunctionInfo(func);
    const burn = wasm.global.set("fuse", wasm.i32.sub(wasm.global.get("fuse", i32), wasm.i32.const(1)));
    const explode = panicFunction ? wasm.call(panicFunction, [], none) : wasm.unreachable();
    const test = wasm.if(wasm.i32.eqz(wasm.global.get("fuse", i32)), explode);
    binaryen.Function.setBody(func, wasm.block(null, [burn, test, body], results));
  }
  wasm.addFunction("setFuse", i32, none, [], wasm.global.set("fuse", wasm.local.get(0, i32)));
  wasm.addFunctionExport("setFuse", "setFuse");
  wasm.addFunction("remainingFuse", none, i32, [], wasm.global.get("fuse", i32));
  wasm.addFunctionExport("remainingFuse", "remainingFuse");
  return compile(wasm);
}

/**
 * Finds a function of a module that panics, and the message of its panic. The module has no names, so this calls each
 * function without parameters that ends with a trap, until the panic listener receives something.
 */
export async function findPanic(module) {
  const wasm = read(module);
  const candidates = functionsOf(wasm).filter(endsWithTrap).map((func) => binaryen.getFunctionInfo(func).name);
  for (const name of candidates) wasm.addFunctionExport(name, `candidate ${name}`);
  const compiled = compile(wasm);
  for (const name of candidates) {
    const glue = await import(new URL(`${module.glue}?${name}`, dist));
    const exports = glue.initSync({ module: compiled });
    let message;
    glue.setPanicListener((text) => (message = text));
    try {
      exports[`candidate ${name}`]();
    } catch {
      // Other functions of this kind trap, or throw an error of wasm-bindgen.
    }
    if (message !== undefined) return { name, message };
  }
  return assert.fail(`no function of ${module.file} panics`);
}

function read(module) {
  const wasm = binaryen.readBinary(bytesOf(module));
  wasm.setFeatures(FEATURES);
  return wasm;
}

function compile(wasm) {
  assert.ok(wasm.validate());
  return new WebAssembly.Module(wasm.emitBinary());
}

/** The functions that a module defines, without its imports. */
function functionsOf(wasm) {
  const functions = Array.from({ length: wasm.getNumFunctions() }, (_, index) => wasm.getFunctionByIndex(index));
  return functions.filter((func) => !binaryen.getFunctionInfo(func).base);
}

function exportedFunctions(wasm, pattern) {
  const exports = Array.from({ length: wasm.getNumExports() }, (_, i) =>
    binaryen.getExportInfo(wasm.getExportByIndex(i)),
  );
  const named = exports.filter(({ kind, name }) => kind === ExternalFunction && pattern.test(name));
  const names = new Set(named.map(({ value }) => value));
  return functionsOf(wasm).filter((func) => names.has(binaryen.getFunctionInfo(func).name));
}

/** Whether a function has neither parameters nor results, and ends with the instruction that traps. */
function endsWithTrap(func) {
  const { params, results, body } = binaryen.getFunctionInfo(func);
  if (params !== none || results !== none) return false;
  let last = body;
  while (binaryen.getExpressionId(last) === binaryen.BlockId) last = binaryen.getExpressionInfo(last).children.at(-1);
  return binaryen.getExpressionId(last) === binaryen.UnreachableId;
}
