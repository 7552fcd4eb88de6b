// `npm run size`: what the package weighs on its way to a browser, and what changed since the last tag; fails when it
// is heavier than promised. `npm run size -- --write`, for a release, keeps the figures that the next is compared to.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { buildSync, transformSync } from "esbuild";
import { Stop, main, output, root } from "./run.mjs";

const GLUE = "glue";
const KEPT = "bench/size.json";

/** A program that uses `names` of an entry; a bundler keeps only what they need. */
const using = (names, entry) => `export ${names} from "./${entry}.js"`;
const MODULE = "ethereal_query.wasm";

/** Name, what a browser loads for it (files of pkg/dist, programs to bundle), and the most bytes after brotli. */
const ROWS = [
  ["four calls by ethereal-query", [using("{ Client }", "index")], 67_500],
  ["four calls by …/external and its .wasm", [using("{ Client, init }", "external"), MODULE], 66_000],
  ["isEtherealQueryError alone", [using("{ isEtherealQueryError }", "index")], 2_000],
  ["one helper alone: checksumAddress", [using("{ checksumAddress }", "index")], 20_200],
  ["ethereal-query, all of it", [using("*", "index")], 79_000],
  ["…/external, all of it, and its .wasm", [using("*", "external"), MODULE], 83_500],
  ["…/embedded", [using("*", "embedded")], 52_000],
  ["…/elements", [using("*", "elements")], 10_500],
  ["…/elements/token-card", [using("*", "elements/token-card")], 7_000],
  ["…/elements/transfer-route", [using("*", "elements/transfer-route")], 8_300],
  // What wasm-pack makes of the Rust code; the rest of …/external is written by hand.
  ["the client's module and its minified glue", [MODULE, GLUE], 60_300],
];

/** The bytes of a file of pkg/dist, of a bundled program, or of the glue. */
function contentOf(name) {
  if (name.startsWith("export ")) {
    const stdin = { contents: name, resolveDir: join(root, "pkg", "dist") };
    const options = { stdin, bundle: true, minify: true, format: "esm", target: "es2022", charset: "utf8", write: false };
    return Buffer.from(buildSync(options).outputFiles[0].contents);
  }
  if (name !== GLUE) return readFileSync(join(root, "pkg", "dist", name));
  const text = readFileSync(join(root, "pkg", "wasm", "client", "ethereal_query.js"), "utf8");
  return Buffer.from(transformSync(text, { minify: true, format: "esm" }).code);
}

function weigh(files) {
  const contents = files.map(contentOf);
  const sum = (of) => contents.reduce((total, bytes) => total + of(bytes), 0);
  return {
    raw: sum((bytes) => bytes.length),
    gzip: sum((bytes) => gzipSync(bytes, { level: 9 }).length),
    brotli: sum((bytes) => brotliCompressSync(bytes).length),
  };
}

/** The figures of the last tag; while no tag has any, those of the file as it is here. */
function before() {
  const tag = output("git", ["describe", "--tags", "--abbrev=0"]);
  const text = tag && output("git", ["show", `${tag}:${KEPT}`]);
  if (text) return { since: tag, sizes: JSON.parse(text) };
  return { since: `${KEPT}, for want of a tag that has it`, sizes: JSON.parse(readFileSync(join(root, KEPT), "utf8")) };
}

function print(rows, { since, sizes }) {
  const line = (name, ...cells) => console.log(name.padEnd(42) + cells.map((cell) => cell.padStart(10)).join(""));
  const number = (value) => value.toLocaleString("en-US");
  const change = (now, then) => (then === undefined ? "new" : (now > then ? "+" : "") + number(now - then));
  line("bytes", "raw", "gzip -9", "brotli 11", "budget", "change");
  for (const [name, , budget, { raw, gzip, brotli }] of rows) {
    line(name, ...[raw, gzip, brotli, budget].map(number), change(brotli, sizes[name]?.brotli));
  }
  const gone = Object.keys(sizes).filter((name) => !rows.some(([known]) => known === name));
  console.log(`The change is that of brotli since ${since}.${gone.length > 0 ? ` Gone: ${gone.join(", ")}` : ""}`);
}

await main(import.meta, ([option]) => {
  if (option !== undefined && option !== "--write") throw new Stop(`There is no option ${option}, only --write.`);
  const rows = ROWS.map((row) => [...row, weigh(row[1])]);
  const sizes = Object.fromEntries(rows.map(([name, , , size]) => [name, size]));
  print(rows, before());
  if (option === "--write") writeFileSync(join(root, KEPT), `${JSON.stringify(sizes, null, 2)}\n`);
  const heavy = rows.filter(([, , budget, { brotli }]) => brotli >= budget);
  if (heavy.length > 0) throw new Stop(`Over budget: ${heavy.map(([name]) => name).join(", ")}`);
});
