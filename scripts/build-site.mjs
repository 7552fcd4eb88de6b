// `npm run build:site [-- FOLDER]`: writes the demo page with the embedded service, for a static host. All its URLs are
// relative, so it works below any path.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve, sep } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "./build.mjs";
import { ScriptError, main, root } from "./run.mjs";

const SEED = ["keys.json", "tokens.ndjson", "transfers.ndjson", "ethereals.ndjson"];
const SERVICE_SCRIPT = "embedded-service.js";
/** Tells the page to use the embedded service. A native service in front of the files sends its own config.json. */
const CONFIG = JSON.stringify({ isEmbedded: true });

/** Resolves `/pkg/…` as the development server does, and keeps the embedded service a file of its own. */
const resolvePackage = {
  name: "resolve-package",
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
  plugins: [resolvePackage],
};

/** Writes the minified scripts and style sheets. Returns main.js and the scripts that it imports statically. */
async function bundleSite(folder, styles) {
  const esbuild = await import("esbuild");
  const www = (name) => join(root, "www", name);
  const into = { ...OPTIONS, absWorkingDir: folder, outdir: folder };
  await esbuild.build({ ...into, entryPoints: [www(SERVICE_SCRIPT), ...styles.map(www)] });
  const { metafile } = await esbuild.build({ ...into, entryPoints: [www("main.js")], splitting: true });
  const imports = metafile.outputs["main.js"].imports.filter(({ kind }) => kind === "import-statement");
  return ["main.js", ...imports.map(({ path }) => path)];
}

/** The document. A browser loads the imports of main.js together with main.js and not after it. */
function html([, ...imports]) {
  const source = readFileSync(join(root, "www", "index.html"), "utf8");
  const text = source.replace(/<!--[^]*?-->/g, "").replace(/\n\s+/g, "\n");
  if (!/<meta http-equiv="Content-Security-Policy" content="default-src 'none';/.test(text)) {
    throw new ScriptError("www/index.html has no Content-Security-Policy. Expected one that begins with default-src 'none', because a static host sends no header.");
  }
  const absolute = /(?:src|href)="(\/[^"]*)"/.exec(text);
  if (absolute) throw new ScriptError(`www/index.html contains the URL ${absolute[1]}. Expected a relative one.`);
  const links = imports.map((name) => `<link rel="modulepreload" href="${name}">\n`);
  return text.replace("</head>", `${links.join("")}</head>`);
}

/** Writes the site into `folder`, which must be new, empty or an earlier site. */
export async function buildSite(folder) {
  const config = join(folder, "config.json");
  const isOurs = existsSync(config) && readFileSync(config, "utf8") === CONFIG;
  if (!isOurs && existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ScriptError(`${folder} contains other files. Choose an empty folder, or remove it.`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "seed"), { recursive: true });
  const names = readdirSync(join(root, "www"));
  const scripts = await bundleSite(folder, names.filter((name) => extname(name) === ".css"));
  writeFileSync(join(folder, "index.html"), html(scripts));
  writeFileSync(config, CONFIG);
  for (const name of names.filter((name) => ![".js", ".css", ".html"].includes(extname(name)))) {
    cpSync(join(root, "www", name), join(folder, name), { recursive: true });
  }
  for (const name of SEED) cpSync(join(root, "seed", name), join(folder, "seed", name));
  cpSync(join(root, "seed", "ipfs"), join(folder, "ipfs"), { recursive: true });
}

/** Prints the sizes of the page and of the embedded service. */
function printSizes(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const all = files.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const paths = all.filter((path) => !isPicture(path));
  const isOfService = (path) => dirname(path) === "seed" || path === SERVICE_SCRIPT;
  const line = (name, sizes) => {
    console.log(name.padEnd(36) + sizes.map((size) => size.toLocaleString("en-US").padStart(10)).join(""));
  };
  const total = [0, 0];
  for (const service of [false, true]) {
    const sum = [0, 0];
    console.log(`\n${(service ? "the embedded service" : "the page").padEnd(36)}       raw    brotli`);
    for (const path of paths.filter((path) => isOfService(path) === service).sort()) {
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
  if (rest.length > 0) throw new ScriptError(`Unexpected arguments: ${rest.join(" ")}. Expected one folder: npm run build:site -- FOLDER`);
  await build();
  const full = resolve(folder);
  await buildSite(full);
  printSizes(full);
  console.log(`\nReady: copy ${full} to a static host.`);
});
