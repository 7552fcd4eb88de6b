// Between wasm-bindgen and the bundle: what the module needs no more goes, and long names become short ones.
import binaryen from "binaryen";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { IMPORTS, data, leb, sections, toLeb } from "./binary.mjs";
import { factory, rename, simpler } from "./glue.mjs";
import { split } from "./split.mjs";

const F = binaryen.Features;
// One by one what rustc emits: `All` makes a module that engines reject.
export const FEATURES =
  F.BulkMemory | F.BulkMemoryOpt | F.NontrappingFPToInt | F.SignExt | F.MutableGlobals | F.ReferenceTypes | F.Multivalue |
  F.CallIndirectOverlong;

// A panic ends in a trap whether its text was formatted or not, because nothing in a browser would print it. So the code
// that begins a panic becomes the trap itself, and the formatting behind it disappears. So do the tasks of js-sys, which
// nothing begins: they hang from a table, through which the optimiser does not look.
const PANIC = new RegExp(
  "js_sys::futures::|(^|<|::|\\b)(core|alloc|std|__rustc)(\\[\\w+\\])?::" +
    "(panicking::|fmt::|option::(unwrap|expect)_failed|result::unwrap_failed|cell::panic_already|" +
    "slice::index::\\w*fail|slice::copy_from_slice_impl::len_mismatch|str::slice_error_fail|" +
    "raw_vec::(handle_error|capacity_overflow)|alloc::handle_alloc_error|rust_begin_unwind|rust_panic)",
);

/**
 * Optimises the module in `dir` in place. `panics`: whether texts of panics can go (nothing in it formats text). `late`:
 * by name, exports that get a module of their own, `ethereal_query_NAME.wasm`.
 */
export function shrink(dir, { panics, late = {} }) {
  const file = join(dir, "ethereal_query_bg.wasm");
  const glue = join(dir, "ethereal_query.js");
  const text = simpler(readFileSync(glue, "utf8"));
  const module = binaryen.readBinary(readFileSync(file));
  // Needed no more.
  for (const name of ["__wbindgen_realloc", "__abort_handler", "__instance_terminated"]) {
    if (!text.includes(`wasm.${name}`)) module.removeExport(name);
  }
  module.setFeatures(FEATURES);
  for (let i = 0; panics && i < module.getNumFunctions(); i++) {
    const func = module.getFunctionByIndex(i);
    const { name, base } = binaryen.getFunctionInfo(func);
    if (!base && PANIC.test(name)) binaryen.Function.setBody(func, module.unreachable());
  }
  binaryen.setOptimizeLevel(2);
  binaryen.setShrinkLevel(2);
  // Nothing of Rust's lies in the first kilobyte: the stack begins far above it.
  binaryen.setLowMemoryUnused(true);
  // Larger functions stay where they are, even when only one place calls them.
  binaryen.setOneCallerInlineMaxSize(100);
  // Zeros between data cost less, compressed, than the heads of the 70 segments it would make to leave them out.
  binaryen.addPassToSkip("memory-packing");
  // A value in a local of its own compresses worse than computed twice.
  binaryen.addPassToSkip("local-cse");
  binaryen.setGenerateStackIR(true);
  binaryen.setOptimizeStackIR(true);
  module.optimize();
  module.optimize();
  const { exported, names: inner } = renameExports(module);
  const { bytes, names } = renameImports(panics ? withoutPanicTexts(module.emitBinary(), constants(module)) : module.emitBinary());
  module.dispose();
  const [first, ...others] = split(bytes, FEATURES, Object.values(late));
  writeFileSync(file, first);
  Object.keys(late).forEach((name, i) => writeFileSync(join(dir, `ethereal_query_${name}.wasm`), others[i]));
  writeFileSync(glue, factory(exported(rename(text, names)), inner));
}

/** All numbers in the code: whatever it reads from memory is at one of them, or after it. */
function constants(module) {
  const numbers = [...module.emitText().matchAll(/(?:\.const |offset=)(-?\d+)/g)].map(([, number]) => BigInt(number));
  // An address may be half of a number of 64 bits.
  return numbers.flatMap((n) => [Number(n & 0xffffffffn), Number((n >> 32n) & 0xffffffffn)]);
}

// What panics say, and where: nobody reads it once they are traps. The pairs of digits are those of `core::fmt`.
const PANIC_TEXTS = [
  /\.?(\/[\w.-]+)*\/?src\/[\w./-]+\.rs/g, /RefCell already (mutably )?borrowed/g,
  /index out of bounds: the len is [^]{2} but the index is [^]/g, /capacity overflow/g, /mid > len/g,
  /attempt to join into collection with len > usize::MAX/g, /assertion failed: self\.is_char_boundary\(new_len\)/g,
  /assertion `left [^]{2} right` failed[^]  left: [^]{3} right: [^]{2}/g, /000102030405\d{188}/g,
];

/** Zeros instead of those that the code does not name. The data stands where it stood, so nothing else changes. */
function withoutPanicTexts(bytes, used) {
  const out = Buffer.from(bytes);
  const text = out.toString("latin1");
  const { start, end, address } = data(bytes);
  for (const { index, 0: said } of PANIC_TEXTS.flatMap((pattern) => [...text.matchAll(pattern)])) {
    const place = address + index - start;
    if (index >= end || used.some((number) => number >= place && number < place + said.length)) continue;
    out.fill(0, index, index + said.length);
    // `core::panic::Location`: address and length of the file's name, line, column.
    const name = Buffer.from(Uint32Array.of(place, said.length).buffer);
    for (let at; said.endsWith(".rs") && (at = out.indexOf(name)) >= 0; ) out.fill(0, at, at + 16);
  }
  return out;
}

/** What only the glue calls gets a short name as well. */
function renameExports(module) {
  const names = new Map();
  for (let i = module.getNumExports() - 1; i >= 0; i--) {
    const { name, kind, value } = binaryen.getExportInfo(module.getExportByIndex(i));
    if (!name.startsWith("__") || ![binaryen.ExternalFunction, binaryen.ExternalTable].includes(kind)) continue;
    const short = `e${names.size.toString(36)}`;
    names.set(name, short);
    module.removeExport(name);
    if (kind === binaryen.ExternalFunction) module.addFunctionExport(value, short);
    else module.addTableExport(value, short);
  }
  const exported = (text) => text.replace(/\bwasm\.(\w+)/g, (all, name) => (names.has(name) ? `wasm.${names.get(name)}` : all));
  return { exported, names };
}

/** Imports come with hashes (`__wbg_get_ff21…`), once in the module and once in the glue: they become `a`, `b`, … */
function renameImports(bytes) {
  const names = new Map();
  for (const { module, name } of WebAssembly.Module.imports(new WebAssembly.Module(bytes))) {
    if (!names.has(module)) names.set(module, "m");
    if (!names.has(name)) names.set(name, `i${names.size.toString(36)}`);
  }
  const parts = [bytes.slice(0, 8)];
  for (const { id, body } of sections(bytes)) {
    const section = id === IMPORTS ? renamed(body, names) : body;
    parts.push(Uint8Array.of(id, ...toLeb(section.length)), section);
  }
  return { bytes: Buffer.concat(parts), names };
}

/** The import section (WebAssembly 1.0 §5.5.5; wasm-bindgen imports functions only) with other names. */
function renamed(body, names) {
  const out = [];
  let [count, at] = leb(body, 0);
  out.push(...toLeb(count));
  for (; count > 0; count--) {
    for (const _ of ["module", "name"]) {
      const [length, start] = leb(body, at);
      at = start + length;
      const short = Buffer.from(names.get(Buffer.from(body.slice(start, at)).toString()));
      out.push(...toLeb(short.length), ...short);
    }
    if (body[at] !== 0) throw new Error("An import is no function: shrink.mjs has to learn its form.");
    const [, next] = leb(body, at + 1);
    out.push(...body.slice(at, next));
    at = next;
  }
  return Uint8Array.from(out);
}
