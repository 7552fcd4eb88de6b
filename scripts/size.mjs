// `npm run size`: prints the sizes that a browser loads, their change since the last tag, and the lines of code. Fails
// if a size is over its budget. `npm run size -- --write` writes the sizes of a release to bench/size.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { buildSync, transformSync } from "esbuild";
import { countParts } from "./code-lines.mjs";
import { ScriptError, main, output, root } from "./run.mjs";

const SIZES_FILE = "bench/size.json";

/** A part of a size: returns a function that reads a file of pkg/dist. */
const file = (name) => () => readFileSync(join(root, "pkg", "dist", name));

/**
 * A part of a size: returns a function that bundles a program, which exports `names` of an entry. The bundler keeps
 * only the code that these names need.
 */
const bundled = (names, entry = "index") => bundledSource(`export ${names} from "./${entry}.js"`);
const bundledSource = (contents) => () => {
  const stdin = { contents, resolveDir: join(root, "pkg", "dist") };
  const options = {
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    write: false,
  };
  return Buffer.from(buildSync({ stdin, ...options }).outputFiles[0].contents);
};

/** A part of a size: the JavaScript that wasm-pack writes for the client, minified. */
const minifiedGlue = () => {
  const text = readFileSync(join(root, "pkg", "wasm", "client", "ethereal_query.js"), "utf8");
  return Buffer.from(transformSync(text, { minify: true, format: "esm" }).code);
};

const HELPERS = "resolveUri, normalizeMetadata, parseTokenRef";
/** A page that shows tokens and transfers with TanStack Query. */
const PAGE = bundledSource(
  `export { Client, routeOf, formatUnits, checksumAddress, ${HELPERS} } from "./index.js"; export * from "./query.js"`,
);

/**
 * Each size with its parts, and its budget in bytes after brotli. A budget has 2 kB of room over
 * the measured size, so that a change that adds an endpoint need not raise each budget.
 */
const ROWS = [
  { name: "four calls by ethereal-query", parts: [bundled("{ Client }")], budget: 64_900 },
  { name: "a page of tokens and transfers", parts: [PAGE], budget: 72_200 },
  {
    name: "isEtherealQueryError alone",
    parts: [bundled("{ isEtherealQueryError }")],
    budget: 2_500,
  },
  { name: "one helper alone: formatUnits", parts: [bundled("{ formatUnits }")], budget: 3_200 },
  {
    name: "one helper alone: checksumAddress",
    parts: [bundled("{ checksumAddress }")],
    budget: 4_000,
  },
  {
    name: "one helper alone: normalizeMetadata",
    parts: [bundled("{ normalizeMetadata }")],
    budget: 6_700,
  },
  { name: `the helpers of tokens: ${HELPERS}`, parts: [bundled(`{ ${HELPERS} }`)], budget: 8_500 },
  { name: "ethereal-query, all of it", parts: [bundled("*")], budget: 71_700 },
  {
    name: "the file for a page without a bundler",
    parts: [file("browser/ethereal-query.js")],
    budget: 71_100,
  },
  { name: "…/embedded", parts: [bundled("*", "embedded")], budget: 62_700 },
  { name: "…/embedded/simulation", parts: [bundled("*", "embedded/simulation")], budget: 4_000 },
  { name: "…/query", parts: [bundled("*", "query")], budget: 3_900 },
  { name: "…/proxy", parts: [bundled("*", "proxy")], budget: 44_600 },
  { name: "…/elements", parts: [bundled("*", "elements")], budget: 24_200 },
  { name: "…/elements/token-card", parts: [bundled("*", "elements/token-card")], budget: 15_800 },
  {
    name: "…/elements/transfer-route",
    parts: [bundled("*", "elements/transfer-route")],
    budget: 17_300,
  },
  {
    name: "the client's module and its minified glue",
    parts: [file("ethereal_query.wasm"), minifiedGlue],
    budget: 53_800,
  },
];

function measure(parts) {
  const contents = parts.map((read) => read());
  const sum = (sizeOf) => contents.reduce((total, bytes) => total + sizeOf(bytes), 0);
  return {
    raw: sum((bytes) => bytes.length),
    gzip: sum((bytes) => gzipSync(bytes, { level: 9 }).length),
    brotli: sum((bytes) => brotliCompressSync(bytes).length),
  };
}

/** Returns the sizes of the last tag, or the sizes of the working copy if no tag has the file. */
function previousSizes() {
  const tag = output("git", ["describe", "--tags", "--abbrev=0"]);
  const text = tag && output("git", ["show", `${tag}:${SIZES_FILE}`]);
  if (text) return { since: tag, sizes: JSON.parse(text) };
  return {
    since: `${SIZES_FILE}, because no tag has it`,
    sizes: JSON.parse(readFileSync(join(root, SIZES_FILE), "utf8")),
  };
}

function print(rows, { since, sizes }) {
  /** Prints a line of the table: the name in 68 columns, and each cell in 10. */
  const line = (name, ...cells) =>
    console.log(name.padEnd(68) + cells.map((cell) => cell.padStart(10)).join(""));
  const number = (value) => value.toLocaleString("en-US");
  const change = (now, then) => {
    if (then === undefined) return "new";
    const sign = now > then ? "+" : "";
    return sign + number(now - then);
  };
  line("bytes", "raw", "gzip -9", "brotli 11", "budget", "change");
  for (const { name, budget, size } of rows) {
    const { raw, gzip, brotli } = size;
    line(name, ...[raw, gzip, brotli, budget].map(number), change(brotli, sizes[name]?.brotli));
  }
  const removed = Object.keys(sizes).filter((name) => !rows.some((row) => row.name === name));
  console.log(
    `The change is in bytes of brotli since ${since}.${removed.length > 0 ? ` Removed: ${removed.join(", ")}` : ""}`,
  );
}

await main(import.meta, ([option]) => {
  if (option !== undefined && option !== "--write")
    throw new ScriptError(`Unknown option: ${option}. Known options: --write`);
  const rows = ROWS.map((row) => ({ ...row, size: measure(row.parts) }));
  const sizes = Object.fromEntries(rows.map(({ name, size }) => [name, size]));
  print(rows, previousSizes());
  for (const { name, files, lines } of countParts())
    console.log(`${name}: ${lines.toLocaleString("en-US")} lines of code in ${files} files`);
  if (option === "--write")
    writeFileSync(join(root, SIZES_FILE), `${JSON.stringify(sizes, null, 2)}\n`);
  const overBudget = rows
    .filter(({ budget, size }) => size.brotli >= budget)
    .map(({ name }) => name);
  if (overBudget.length > 0) throw new ScriptError(`Over budget: ${overBudget.join(", ")}`);
});
