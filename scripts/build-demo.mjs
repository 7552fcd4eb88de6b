// `npm run build:demo [-- FOLDER]`: writes the demo page with the embedded service, for a static host. All its URLs are
// relative, so it works below any path.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { linkToSite } from "./link-to-site.mjs";
import { ScriptError, main, root } from "./run.mjs";
import { KEYS_FILE, SEED_FILES, readPictures, seedPath } from "./seed.mjs";

const SERVICE_SCRIPT = "embedded-service.js";
/** Scripts that the page loads alone. Each has its own copy of its imports, so that main.js does not import them. */
const SEPARATE_SCRIPTS = ["compact.js", SERVICE_SCRIPT, "parse-input.js"];
/** The page then uses the embedded service. A native service in front of the files sends its own config.json. */
const CONFIG = JSON.stringify({ isEmbedded: true });

/** Resolves `/pkg/…` as the development server does, and leaves the separate scripts in their files. */
const resolvePackage = {
  name: "resolve-package",
  setup(esbuild) {
    esbuild.onResolve({ filter: /^\/pkg\// }, ({ path }) => ({ path: join(root, "pkg", "dist", path.slice(5)) }));
    esbuild.onResolve({ filter: /^\.\// }, ({ path, importer }) =>
      importer && SEPARATE_SCRIPTS.includes(path.slice(2)) ? { path, external: true } : undefined,
    );
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
async function bundleDemo(folder, styles) {
  const esbuild = await import("esbuild");
  const www = (name) => join(root, "www", name);
  const into = { ...OPTIONS, absWorkingDir: folder, outdir: folder };
  await esbuild.build({ ...into, entryPoints: [...SEPARATE_SCRIPTS, ...styles].map(www) });
  // The modules of every view. When each script imports them, esbuild writes them into one file.
  const inject = ["panel.js", "router.js", "snippet.js"].map(www);
  const { metafile } = await esbuild.build({ ...into, entryPoints: [www("main.js")], splitting: true, inject });
  const imports = metafile.outputs["main.js"].imports.filter(({ kind }) => kind === "import-statement");
  return ["main.js", ...imports.map(({ path }) => path)];
}

/**
 * Returns the text of index.html, with a preload link for each import of main.js and for the embedded service: a
 * browser loads them together with main.js. A page whose server has a service does not use the embedded service.
 */
function documentText([, ...imports], site) {
  const source = linkToSite(readFileSync(join(root, "www", "index.html"), "utf8"), site);
  const text = source.replace(/<!--[^]*?-->/g, "").replace(/\n\s+/g, "\n");
  if (!/<meta http-equiv="Content-Security-Policy" content="default-src 'none';/.test(text)) {
    throw new ScriptError(
      "www/index.html has no Content-Security-Policy. Expected one that begins with default-src 'none', because a " +
        "static host sends no header.",
    );
  }
  const absolute = /(?:src|href)="(\/[^"]*)"/.exec(text);
  if (absolute) throw new ScriptError(`www/index.html contains the URL ${absolute[1]}. Expected a relative one.`);
  const links = [...imports, SERVICE_SCRIPT].map((name) => `<link rel="modulepreload" href="${name}">\n`);
  return text.replace("</head>", `${links.join("")}</head>`);
}

/**
 * Writes the demo page into `folder`, which must be new, empty or an earlier demo page. Its links lead to `site`, the
 * URL of the documents relative to the page.
 */
export async function buildDemo(folder, site) {
  const config = join(folder, "config.json");
  const isOurs = existsSync(config) && readFileSync(config, "utf8") === CONFIG;
  if (!isOurs && existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ScriptError(`${folder} contains other files. Choose an empty folder, or remove it.`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "seed"), { recursive: true });
  const names = readdirSync(join(root, "www"));
  const styles = names.filter((name) => extname(name) === ".css");
  const scripts = await bundleDemo(folder, styles);
  writeFileSync(join(folder, "index.html"), documentText(scripts, site));
  writeFileSync(config, CONFIG);
  for (const name of names.filter((name) => ![".js", ".css", ".html"].includes(extname(name)))) {
    cpSync(join(root, "www", name), join(folder, name), { recursive: true });
  }
  for (const name of [KEYS_FILE, ...Object.values(SEED_FILES)]) cpSync(seedPath(name), join(folder, "seed", name));
  mkdirSync(join(folder, "ipfs"));
  for (const { cid, svg } of readPictures()) writeFileSync(join(folder, "ipfs", cid), svg);
}

await main(import.meta, async ([folder = join(root, "site", "demo"), ...rest]) => {
  if (rest.length > 0)
    throw new ScriptError(`Unexpected arguments: ${rest.join(" ")}. Expected one folder: npm run build:demo -- FOLDER`);
  const full = resolve(folder);
  await buildDemo(full);
  console.log(`Ready: copy ${full} to a static host.`);
});
