// One module becomes several: the first, and late ones with functions that only some programs call. A late one has no
// memory, table or data of its own: it takes those of the first, and every function that both need.
import binaryen from "binaryen";
import { codes } from "./binary.mjs";

/** What a late one calls the first, among its imports. */
export const FROM = "p";
const CLEAN = ["remove-unused-module-elements"];

const list = (count, at) => Array.from({ length: count }, (_, i) => at(i));
const functionsOf = (module) =>
  list(module.getNumFunctions(), (i) => binaryen.getFunctionInfo(module.getFunctionByIndex(i)));
const globalsOf = (module) => list(module.getNumGlobals(), (i) => binaryen.getGlobalInfo(module.getGlobalByIndex(i)));
const tablesOf = (module) => list(module.getNumTables(), (i) => binaryen.getTableInfo(module.getTableByIndex(i)));

/** The bytes of the first, then those of the late ones; each of `late` names what one of them exports. */
export function split(bytes, features, late) {
  const read = (keeps) => {
    const module = binaryen.readBinary(bytes);
    module.setFeatures(features);
    const exported = list(module.getNumExports(), (i) => binaryen.getExportInfo(module.getExportByIndex(i)).name);
    for (const name of exported) if (!keeps(name)) module.removeExport(name);
    return module;
  };
  // All from the same bytes: what is the same has the same name in each.
  const first = read((name) => !late.flat().includes(name));
  first.runPasses(CLEAN);
  const there = new Set(functionsOf(first).map(({ name }) => name));
  const others = late.map((names) => read((name) => names.includes(name)));
  const short = offers(first);
  for (const other of others) {
    borrow(other, there);
    other.runPasses(CLEAN);
    rename(other, short);
  }
  return [first, ...others].map(emit);
}

function emit(module) {
  sort(module);
  // Sections for tools: no engine reads them (0.2 kB brotli in each module).
  module.runPasses(["strip-producers", "strip-target-features"]);
  if (!module.validate()) throw new Error("Splitting made an invalid module.");
  const bytes = module.emitBinary();
  module.dispose();
  return bytes;
}

/** Small functions first: what is alike lies close together then, and compresses better (0.2 kB brotli). */
function sort(module) {
  const own = functionsOf(module).filter(({ base }) => !base);
  const code = codes(module.emitBinary());
  const sorted = own.map((info, i) => ({ ...info, code: code[i] }))
    .sort((a, b) => a.code.length - b.code.length || Buffer.compare(a.code, b.code));
  for (const { name, params, results, vars, body } of sorted) {
    const copy = module.copyExpression(body);
    module.removeFunction(name);
    module.addFunction(name, params, results, vars, copy);
  }
}

/** Makes imports of what the first has. */
function borrow(module, there) {
  for (const { name, params, results } of functionsOf(module).filter(({ name }) => there.has(name))) {
    module.removeFunction(name);
    module.addFunctionImport(name, FROM, name, params, results);
  }
  for (const { name, type, mutable } of globalsOf(module)) module.addGlobalImport(name, FROM, name, type, mutable);
  for (const { name } of tablesOf(module)) module.addTableImport(name, FROM, name);
  for (let i = module.getNumElementSegments() - 1; i >= 0; i--) {
    module.removeElementSegment(binaryen.getElementSegmentInfo(module.getElementSegmentByIndex(i)).name);
  }
  const { initial } = module.getMemoryInfo("0");
  // Without its data, which is the first one's.
  module.setMemory(initial, -1, null, [], false, false, "0");
  module.addMemoryImport("0", FROM, "memory");
}

/** Gives what exports something from the first, once, and tells its short name. */
function offers(first) {
  const names = new Map();
  return (kind, name) => {
    const key = `${kind} ${name}`;
    if (!names.has(key)) {
      names.set(key, `s${names.size.toString(36)}`);
      first[`add${kind}Export`](name, names.get(key));
    }
    return names.get(key);
  };
}

/** Gives short names to the imports that are left. */
function rename(module, short) {
  for (const { name, params, results } of functionsOf(module).filter(({ base }) => base)) {
    module.removeFunction(name);
    module.addFunctionImport(name, FROM, short("Function", name), params, results);
  }
  for (const { name, type, mutable } of globalsOf(module)) {
    module.addGlobalImport(name, FROM, short("Global", name), type, mutable);
  }
  for (const { name } of tablesOf(module)) module.addTableImport(name, FROM, short("Table", name));
}
