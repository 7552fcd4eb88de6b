// What the elements need of the package's computing half. It is handed in by `define`, so that this module holds no
// WebAssembly and works with every entry that does.

const needed = ["routeOf", "formatUnits", "checksumAddress", "resolveUri"];

/** Until `define` is called, asking says what is missing. */
export let helpers = Object.fromEntries(
  needed.map((name) => [
    name,
    () => {
      throw new TypeError(`Call define() of "ethereal-query/elements" first; it brings ${name}.`);
    },
  ]),
);

export function use(given) {
  const missing = needed.find((name) => typeof given?.[name] !== "function");
  if (missing) {
    throw new TypeError(
      `define() needs ${needed.join(", ")}; ${missing} is missing. Pass what "ethereal-query" exports.`,
    );
  }
  helpers = given;
}
