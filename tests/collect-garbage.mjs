// Runs the garbage collector of V8, for tests of memory and of objects that the collector frees.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
export const collectGarbage = runInNewContext("gc");
