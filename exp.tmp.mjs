import binaryen from "binaryen";
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
const F = binaryen.Features;
const FEATURES = F.BulkMemory | F.BulkMemoryOpt | F.NontrappingFPToInt | F.SignExt | F.MutableGlobals | F.ReferenceTypes | F.Multivalue | F.CallIndirectOverlong;
const src = readFileSync("scripts/shrink.mjs","utf8");
const PANIC = eval("new RegExp(" + src.match(/const PANIC = new RegExp\(([^]*?)\);\n/)[1] + ")");
const input = readFileSync("/tmp/wb/ethereal_query_bg.wasm");
function go(name, {before=[], after=[], skip=["memory-packing","local-cse"], rounds=2, inl=100, opt=2, shr=2, conf=()=>{}}={}) {
  const module = binaryen.readBinary(input);
  module.removeExport("__wbindgen_realloc");
  module.setFeatures(FEATURES);
  for (let i = 0; i < module.getNumFunctions(); i++) { const func = module.getFunctionByIndex(i); const { name, base } = binaryen.getFunctionInfo(func); if (!base && PANIC.test(name)) binaryen.Function.setBody(func, module.unreachable()); }
  binaryen.setOptimizeLevel(opt); binaryen.setShrinkLevel(shr); binaryen.setLowMemoryUnused(true); binaryen.setOneCallerInlineMaxSize(inl);
  binaryen.setAlwaysInlineMaxSize(2); binaryen.setFlexibleInlineMaxSize(20); binaryen.setPassArgument("x",null);
  binaryen.clearPassesToSkip(); for (const s of skip) binaryen.addPassToSkip(s);
  conf();
  binaryen.setGenerateStackIR(true); binaryen.setOptimizeStackIR(true);
  try {
  if (before.length) module.runPasses(before);
  for (let i=0;i<rounds;i++) module.optimize();
  if (after.length) module.runPasses(after);
  const bytes = module.emitBinary(); module.dispose();
  // strip name section not needed
  console.log(name.padEnd(40), bytes.length, brotliCompressSync(bytes).length);
  } catch (e) { console.log(name, "failed", e.message); }
}
go("now");
for (const p of ["reorder-functions","reorder-functions-by-name","reorder-globals","reorder-locals","code-folding","rse","dae-optimizing","dae2","merge-locals","merge-blocks","merge-similar-functions","optimize-casts","precompute-propagate","signature-pruning","simplify-locals","simplify-locals-notee","simplify-locals-nostructure","simplify-locals-notee-nostructure","untee","tuple-optimization","avoid-reinterprets","const-hoisting","dealign","local-subtyping","minimize-rec-groups","once-reduction","pick-load-signs","poppify","remove-unused-names","flatten","rereloop","coalesce-locals-learning","optimize-added-constants","optimize-added-constants-propagate","monomorphize","heap2local","licm","outlining"])
  go("after " + p, {after:[p]});
for (const p of ["code-folding","rse","const-hoisting","merge-locals","tuple-optimization","vacuum","optimize-instructions","simplify-locals","inlining","inlining-optimizing","duplicate-function-elimination","code-pushing","simplify-globals-optimizing","ssa","ssa-nomerge","coalesce-locals","merge-blocks","reorder-locals","optimize-added-constants","directize","remove-unused-brs","local-cse","duplicate-import-elimination"])
  go("skip " + p, {skip:["memory-packing","local-cse",p]});
for (const inl of [0,20,50,200,400,1000]) go("inl "+inl,{inl});
go("alwaysInline 0",{conf:()=>binaryen.setAlwaysInlineMaxSize(0)}); go("alwaysInline 6",{conf:()=>binaryen.setAlwaysInlineMaxSize(6)});
go("rounds 1",{rounds:1}); go("rounds 3",{rounds:3}); go("rounds 4",{rounds:4});
go("O3/s1",{opt:3,shr:1}); go("O3/s2",{opt:3,shr:2}); go("O4/s2",{opt:4,shr:2}); go("O1 s2",{opt:1,shr:2});
