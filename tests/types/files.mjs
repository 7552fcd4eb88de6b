// The programs of this folder, which are compiled and never run.

/** ES modules that need no more than the language of 2020 and the browser's own declarations. */
export const ESM = ["consumer.ts", "documents.ts", "errors.ts", "options.ts", "results.ts"];
export const COMMONJS = ["consumer.cts"];
/** Those that need the declarations of `using`. */
export const USING = ["using.ts"];
