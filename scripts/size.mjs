// `npm run size`: what the package weighs on its way to a browser; fails when it has become heavier than promised.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { transformSync } from "esbuild";
import { Stop, main, root } from "./run.mjs";

const GLUE = "glue";

const elements = (...names) => names.map((name) => `elements/${name}.js`);

/** Name, the files of pkg/dist that a browser loads for it, and the most bytes they may have after brotli. */
const ROWS = [
  // What comes out of Rust: the rest of external.js is written by hand.
  ["the module and its glue, minified", ["ethereal_query.wasm", GLUE], 32_000],
  ["index.js (WebAssembly inside)", ["index.js"]],
  ["external.js + ethereal_query.wasm", ["external.js", "ethereal_query.wasm"], 38_500],
  ["embedded.js (WebAssembly inside)", ["embedded.js"], 43_500],
  ["elements.js", ["elements.js"], 10_500],
  ["elements/token-card.js and parts.js", elements("token-card", "parts"), 8_200],
  ["elements/transfer-route.js, parts.js", elements("transfer-route", "parts"), 9_000],
];

function contentOf(name) {
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

await main(import.meta, () => {
  const rows = ROWS.map(([name, files, budget]) => ({ name, budget, ...weigh(files) }));
  const line = (name, ...cells) => console.log(name.padEnd(36) + cells.map((cell) => cell.padStart(10)).join(""));
  line("bytes", "raw", "gzip -9", "brotli 11", "budget");
  const number = (value) => value?.toLocaleString("en-US") ?? "";
  for (const { name, ...sizes } of rows) {
    line(name, ...[sizes.raw, sizes.gzip, sizes.brotli, sizes.budget].map(number));
  }
  const heavy = rows.filter(({ brotli, budget }) => brotli >= budget);
  if (heavy.length > 0) throw new Stop(`Over budget: ${heavy.map(({ name }) => name).join(", ")}`);
});
