// `npm run build:site [-- FOLDER]`: the demo page as files for any static host, with the service inside it. Every
// address in it is relative, so the folder works from any path.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "./build.mjs";
import { Stop, main, root } from "./run.mjs";

const SEED = ["keys.json", "tokens.ndjson", "transfers.ndjson", "ethereals.ndjson"];
const LATE = "embedded-service.js";
/** Tells the page that no server answers here, without a request that fails; a service in front has its own. */
const CONFIG = JSON.stringify({ isEmbedded: true });

/** `/pkg/…` as the development server has it; the service inside the page stays a file of its own. */
const resolution = {
  name: "resolution",
  setup(esbuild) {
    esbuild.onResolve({ filter: /^\/pkg\// }, ({ path }) => ({ path: join(root, "pkg", "dist", path.slice(5)) }));
    esbuild.onResolve({ filter: /^\.\/embedded-service\.js$/ }, ({ path }) => ({ path, external: true }));
  },
};

const OPTIONS = {
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
  plugins: [resolution],
};

/** Minifies the page's scripts and style sheets; gives the scripts that main.js needs from the start. */
async function bundle(folder, styles) {
  const esbuild = await import("esbuild");
  const www = (name) => join(root, "www", name);
  const into = { ...OPTIONS, absWorkingDir: folder, outdir: folder };
  await esbuild.build({ ...into, entryPoints: [www(LATE), ...styles.map(www)] });
  const { metafile } = await esbuild.build({ ...into, entryPoints: [www("main.js")], splitting: true });
  const imports = metafile.outputs["main.js"].imports.filter(({ kind }) => kind === "import-statement");
  return ["main.js", ...imports.map(({ path }) => path)];
}

/** The document; what main.js imports is fetched beside it instead of after it. */
function html([, ...early]) {
  const source = readFileSync(join(root, "www", "index.html"), "utf8");
  const text = source.replace(/<!--[^]*?-->/g, "").replace(/\n\s+/g, "\n");
  if (!/<meta http-equiv="Content-Security-Policy" content="default-src 'none';/.test(text)) {
    throw new Stop("www/index.html has no Content-Security-Policy of its own, which a static host would need.");
  }
  const absolute = /(?:src|href)="(\/[^"]*)"/.exec(text);
  if (absolute) throw new Stop(`www/index.html names ${absolute[1]}: it must be a relative address.`);
  const links = early.map((name) => `<link rel="modulepreload" href="${name}">\n`);
  return text.replace("</head>", `${links.join("")}</head>`);
}

/** Builds into `folder`, which must be new, empty or built by this. */
export async function site(folder) {
  const config = join(folder, "config.json");
  const isOurs = existsSync(config) && readFileSync(config, "utf8") === CONFIG;
  if (!isOurs && existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Stop(`${folder} has something else in it: choose an empty folder, or remove it.`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "seed"), { recursive: true });
  const names = readdirSync(join(root, "www"));
  const early = await bundle(folder, names.filter((name) => extname(name) === ".css"));
  writeFileSync(join(folder, "index.html"), html(early));
  writeFileSync(config, CONFIG);
  for (const name of names.filter((name) => ![".js", ".css", ".html"].includes(extname(name)))) {
    cpSync(join(root, "www", name), join(folder, name), { recursive: true });
  }
  for (const name of SEED) cpSync(join(root, "seed", name), join(folder, "seed", name));
  cpSync(join(root, "seed", "ipfs"), join(folder, "ipfs"), { recursive: true });
}

/** What it weighs: the page, and what the service inside it adds. */
function weigh(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const all = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const paths = all.filter((path) => !isPicture(path));
  const isLate = (path) => dirname(path) === "seed" || path === LATE;
  const line = (name, sizes) => {
    console.log(name.padEnd(36) + sizes.map((size) => size.toLocaleString("en-US").padStart(10)).join(""));
  };
  const total = [0, 0];
  for (const late of [false, true]) {
    const sum = [0, 0];
    console.log(`\n${(late ? "the service inside the page" : "the page").padEnd(36)}       raw    brotli`);
    for (const path of paths.filter((path) => isLate(path) === late).sort()) {
      const bytes = readFileSync(join(folder, path));
      const sizes = [bytes.length, brotliCompressSync(bytes).length];
      sizes.forEach((size, i) => (sum[i] += size));
      line(path, sizes);
    }
    line("together", sum);
    sum.forEach((size, i) => (total[i] += size));
  }
  line("\nall without pictures", total);
}

const isPicture = (path) => path.split(sep)[0] === "ipfs" || [".svg", ".png", ".webp"].includes(extname(path));

await main(import.meta, async ([folder = join(root, "site"), ...rest]) => {
  if (rest.length > 0) throw new Stop("One folder, please: npm run build:site -- FOLDER");
  await build();
  const full = resolve(folder);
  await site(full);
  weigh(full);
  console.log(`\nReady: ${full} can go to any static host.`);
});
