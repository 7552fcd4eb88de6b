// One module becomes two: the first, and a late one with the functions that only some programs call. The late one has no
// memory, table or data of its own: it takes those of the first, and every function that both need.
import binaryen from "binaryen";

/** What the late one calls the first, among its imports. */
export const FROM = "p";
const CLEAN = ["remove-unused-module-elements"];

const list = (count, at) => Array.from({ length: count }, (_, i) => at(i));
const functionsOf = (module) =>
  list(module.getNumFunctions(), (i) => binaryen.getFunctionInfo(module.getFunctionByIndex(i)));

/** The bytes of both. `late` names what the late one exports. */
export function split(bytes, features, late) {
  const read = (keeps) => {
    const module = binaryen.readBinary(bytes);
    module.setFeatures(features);
    const exported = list(module.getNumExports(), (i) => binaryen.getExportInfo(module.getExportByIndex(i)).name);
    for (const name of exported) if (!keeps(name)) module.removeExport(name);
    return module;
  };
  // Both from the same bytes: what is the same has the same name in both.
  const first = read((name) => !late.includes(name));
  first.runPasses(CLEAN);
  const second = read((name) => late.includes(name));
  borrow(first, second);
  second.runPasses(CLEAN);
  offer(first, second);
  return [emit(first), emit(second)];
}

function emit(module) {
  if (!module.validate()) throw new Error("Splitting made an invalid module.");
  const bytes = module.emitBinary();
  module.dispose();
  return bytes;
}

const globalsOf = (module) => list(module.getNumGlobals(), (i) => binaryen.getGlobalInfo(module.getGlobalByIndex(i)));
const tablesOf = (module) => list(module.getNumTables(), (i) => binaryen.getTableInfo(module.getTableByIndex(i)));

/** Makes imports of what both have. */
function borrow(first, second) {
  const there = new Set(functionsOf(first).map(({ name }) => name));
  for (const { name, params, results } of functionsOf(second).filter(({ name }) => there.has(name))) {
    second.removeFunction(name);
    second.addFunctionImport(name, FROM, name, params, results);
  }
  for (const { name, type, mutable } of globalsOf(second)) second.addGlobalImport(name, FROM, name, type, mutable);
  for (const { name } of tablesOf(second)) second.addTableImport(name, FROM, name);
  for (const i of list(second.getNumElementSegments(), (i) => i).reverse()) {
    second.removeElementSegment(binaryen.getElementSegmentInfo(second.getElementSegmentByIndex(i)).name);
  }
  const { initial } = second.getMemoryInfo("0");
  // Without its data, which is the first one's.
  second.setMemory(initial, -1, null, [], false, false, "0");
  second.addMemoryImport("0", FROM, "memory");
}

/** Exports from the first what the second still imports, both by a short name. */
function offer(first, second) {
  let count = 0;
  const short = () => `s${(count++).toString(36)}`;
  for (const { name, params, results } of functionsOf(second).filter(({ base }) => base)) {
    const it = short();
    second.removeFunction(name);
    second.addFunctionImport(name, FROM, it, params, results);
    first.addFunctionExport(name, it);
  }
  for (const { name, type, mutable } of globalsOf(second)) {
    const it = short();
    second.addGlobalImport(name, FROM, it, type, mutable);
    first.addGlobalExport(name, it);
  }
  for (const { name } of tablesOf(second)) {
    const it = short();
    second.addTableImport(name, FROM, it);
    first.addTableExport(name, it);
  }
}
