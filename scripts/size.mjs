// `npm run size`: the sizes that a browser loads, and their change since the last tag, and the lines of code. Fails when
// a size is over budget.
// `npm run size -- --write` writes the sizes of a release to bench/size.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { buildSync, transformSync } from "esbuild";
import { countParts } from "./code-lines.mjs";
import { ScriptError, main, output, root } from "./run.mjs";

const GLUE = "glue";
const SIZES_FILE = "bench/size.json";

/** A program that imports `names` of an entry. A bundler keeps only the code that it needs. */
const programWith = (names, entry) => `export ${names} from "./${entry}.js"`;
const MODULE = "ethereal_query.wasm";
/** What a page imports that shows tokens and transfers with TanStack Query. */
const PAGE_PROGRAM = [
  programWith(
    "{ Client, routeOf, formatUnits, checksumAddress, resolveUri, normalizeMetadata, parseTokenRef }",
    "index",
  ),
  programWith("*", "query"),
].join(";");

/** Name, the content (files of pkg/dist, programs to bundle), and the budget in bytes after brotli. */
const ROWS = [
  ["four calls by ethereal-query", [programWith("{ Client }", "index")], 64_000],
  ["a page of tokens and transfers", [PAGE_PROGRAM], 72_300],
  ["isEtherealQueryError alone", [programWith("{ isEtherealQueryError }", "index")], 2_000],
  ["one helper alone: formatUnits", [programWith("{ formatUnits }", "index")], 1_500],
  ["one helper alone: checksumAddress", [programWith("{ checksumAddress }", "index")], 2_000],
  ["one helper alone: normalizeMetadata", [programWith("{ normalizeMetadata }", "index")], 4_500],
  [
    "the helpers of tokens: resolveUri, normalizeMetadata, parseTokenRef",
    [programWith("{ resolveUri, normalizeMetadata, parseTokenRef }", "index")],
    6_200,
  ],
  ["ethereal-query, all of it", [programWith("*", "index")], 71_800],
  ["the file for a page without a bundler", ["browser/ethereal-query.js"], 71_000],
  ["…/embedded", [programWith("*", "embedded")], 58_000],
  ["…/embedded/simulation", [programWith("*", "embedded/simulation")], 2_000],
  ["…/query", [programWith("*", "query")], 1_900],
  ["…/proxy", [programWith("*", "proxy")], 42_000],
  ["…/elements", [programWith("*", "elements")], 18_800],
  ["…/elements/token-card", [programWith("*", "elements/token-card")], 12_700],
  ["…/elements/transfer-route", [programWith("*", "elements/transfer-route")], 14_200],
  // The output of wasm-pack.
  ["the client's module and its minified glue", [MODULE, GLUE], 53_000],
];

/** The bytes of a file of pkg/dist, of a bundled program, or of the glue. */
function contentOf(name) {
  if (name.startsWith("export ")) {
    const stdin = { contents: name, resolveDir: join(root, "pkg", "dist") };
    const options = {
      stdin,
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2022",
      charset: "utf8",
      write: false,
    };
    return Buffer.from(buildSync(options).outputFiles[0].contents);
  }
  if (name !== GLUE) return readFileSync(join(root, "pkg", "dist", name));
  const text = readFileSync(join(root, "pkg", "wasm", "client", "ethereal_query.js"), "utf8");
  return Buffer.from(transformSync(text, { minify: true, format: "esm" }).code);
}

function measure(files) {
  const contents = files.map(contentOf);
  const sum = (sizeOf) => contents.reduce((total, bytes) => total + sizeOf(bytes), 0);
  return {
    raw: sum((bytes) => bytes.length),
    gzip: sum((bytes) => gzipSync(bytes, { level: 9 }).length),
    brotli: sum((bytes) => brotliCompressSync(bytes).length),
  };
}

/** The sizes of the last tag, or those of the working copy if no tag has the file. */
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
  const line = (name, ...cells) => console.log(name.padEnd(68) + cells.map((cell) => cell.padStart(10)).join(""));
  const number = (value) => value.toLocaleString("en-US");
  const change = (now, then) => (then === undefined ? "new" : (now > then ? "+" : "") + number(now - then));
  line("bytes", "raw", "gzip -9", "brotli 11", "budget", "change");
  for (const [name, , budget, { raw, gzip, brotli }] of rows) {
    line(name, ...[raw, gzip, brotli, budget].map(number), change(brotli, sizes[name]?.brotli));
  }
  const removed = Object.keys(sizes).filter((name) => !rows.some(([known]) => known === name));
  console.log(
    `The change is that of brotli since ${since}.${removed.length > 0 ? ` Removed: ${removed.join(", ")}` : ""}`,
  );
}

await main(import.meta, ([option]) => {
  if (option !== undefined && option !== "--write")
    throw new ScriptError(`Unknown option: ${option}. Known options: --write`);
  const rows = ROWS.map((row) => [...row, measure(row[1])]);
  const sizes = Object.fromEntries(rows.map(([name, , , size]) => [name, size]));
  print(rows, previousSizes());
  for (const { name, files, lines } of countParts())
    console.log(`${name}: ${lines.toLocaleString("en-US")} lines of code in ${files} files`);
  if (option === "--write") writeFileSync(join(root, SIZES_FILE), `${JSON.stringify(sizes, null, 2)}\n`);
  const overBudget = rows.filter(([, , budget, { brotli }]) => brotli >= budget);
  if (overBudget.length > 0) throw new ScriptError(`Over budget: ${overBudget.map(([name]) => name).join(", ")}`);
});
