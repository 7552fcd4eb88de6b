// The programs of this folder. The tests compile them and do not run them.

/** ES modules that need only the language of 2020 and the declarations of the browser. */
export const ESM = ["consumer.ts", "errors.ts", "options.ts", "results.ts"];
export const COMMONJS = ["consumer.cts"];
/** A library, compiled to declarations. */
export const LIBRARY = ["exported.ts"];
/** Modules that need the declarations of `using`. */
export const USING = ["using.ts"];
/** Modules that need no declarations of the platform. */
export const PLATFORM = ["platform.ts"];
/** Modules that need the declarations of React. */
export const JSX = ["jsx.tsx"];
