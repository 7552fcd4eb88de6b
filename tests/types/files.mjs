// Lists of the programs in this folder, by what each program needs. The tests compile the programs and do not run them.

/** ES modules that need only the TypeScript libraries `es2020` and `dom`. */
export const ESM = ["consumer.ts", "errors.ts", "options.ts", "results.ts"];
export const COMMONJS = ["consumer.cts"];
/** A library, compiled to declarations. */
export const LIBRARY = ["exported.ts"];
/** Modules with `using` declarations, which need the TypeScript library `esnext.disposable`. */
export const USING = ["using.ts"];
/** Modules that need no declarations of a platform, neither of the browser nor of Node.js. */
export const NO_PLATFORM = ["platform.ts"];
/** Modules that need the declarations of React. */
export const JSX = ["jsx.tsx"];
