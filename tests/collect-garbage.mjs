// Runs the garbage collector of V8, for tests of memory and of objects that the collector frees.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
// The global function `gc` exists only in contexts that are created after the flag is set.
export const collectGarbage = runInNewContext("gc");
