// Bundles the demo page in www/, for `npm start`. `npm run build:demo [-- FOLDER]` writes the page with the embedded
// service into a folder, for a static host. All URLs of the page are relative, so the page works below any path.
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { linkToSite } from "./link-to-site.mjs";
import { ScriptError, main, root } from "./run.mjs";
import { KEYS_FILE, SEED_FILES, readPictures, seedPath } from "./seed.mjs";

const WWW = join(root, "www");
/** The script that a build writes into the document, because it runs before the first paint. */
const INLINE_SCRIPT = "compact.js";
const SERVICE_SCRIPT = "embedded-service.js";
/** The sample data that the embedded service needs at its start. */
const FIRST_SEED_FILES = [KEYS_FILE, SEED_FILES.tokens, SEED_FILES.transfers];
/**
 * Scripts that the page loads separately. Each contains a copy of its imports, so that it shares no file with main.js.
 */
const SEPARATE_SCRIPTS = [SERVICE_SCRIPT, "parse-input.js"];
/**
 * The config.json of a page with the embedded service. A native service that serves the page sends its own config.json.
 */
const CONFIG = JSON.stringify({ isEmbedded: true });

const PACKAGE_PREFIX = "/pkg/";

/** Resolves `/pkg/…` as the development server does, and leaves the separate scripts in their files. */
const resolvePackage = {
  name: "resolve-package",
  setup(esbuild) {
    esbuild.onResolve({ filter: /^\/pkg\// }, ({ path }) => ({
      path: join(root, "pkg", "dist", path.slice(PACKAGE_PREFIX.length)),
    }));
    esbuild.onResolve({ filter: /^\.\// }, ({ path, importer }) => {
      const name = path.slice("./".length);
      // An entry point cannot be external. It has no importer.
      const isEntryPoint = importer === "";
      const isSeparate = !isEntryPoint && SEPARATE_SCRIPTS.includes(name);
      return isSeparate ? { path, external: true } : undefined;
    });
  },
};

const OPTIONS = {
  absWorkingDir: WWW,
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
  outdir: WWW,
  plugins: [resolvePackage],
  write: false,
};

/**
 * Bundles the scripts and the style sheet. Returns
 * - `files`: the bytes of the bundled files, by name
 * - `imports`: the scripts that main.js imports
 * - `views`: the scripts that main.js imports when it first shows a view, by the name of the view
 */
async function bundle() {
  const esbuild = await import("esbuild");
  const separate = await esbuild.build({
    ...OPTIONS,
    entryPoints: [...SEPARATE_SCRIPTS, "style.css"],
  });
  // Every view uses these modules. `inject` imports them into each script, so that esbuild writes them into one shared
  // file.
  const inject = ["panel.js", "router.js", "snippet.js"].map((name) => join(WWW, name));
  const page = await esbuild.build({
    ...OPTIONS,
    entryPoints: ["main.js"],
    splitting: true,
    inject,
  });
  const outputFiles = [...separate.outputFiles, ...page.outputFiles];
  const files = new Map(
    outputFiles.map(({ path, contents }) => [relative(WWW, path), Buffer.from(contents)]),
  );
  const { outputs } = page.metafile;
  const importsOf = (name) => {
    const imports = outputs[name].imports.filter(({ kind }) => kind === "import-statement");
    return imports.map(({ path }) => path);
  };
  const imports = importsOf("main.js");
  // Each `data-tab` is the name of a view and of its script. The view needs the script and the imports of the script,
  // without the scripts that the page has already loaded.
  const views = {};
  const html = readFileSync(join(WWW, "index.html"), "utf8");
  for (const [, view] of html.matchAll(/data-tab="(\w+)"/g)) {
    const script = Object.keys(outputs).find((name) => outputs[name].entryPoint === `${view}.js`);
    const scripts = [script, ...importsOf(script)];
    views[view] = scripts.filter((name) => name !== "main.js" && !imports.includes(name));
  }
  return { files, imports, views };
}

/** Returns the text of the inline script of the document. It loads the scripts of the view that the URL names. */
async function inlineScript(views) {
  const { transform } = await import("esbuild");
  const source = readFileSync(join(WWW, INLINE_SCRIPT), "utf8");
  const { code } = await transform(source, {
    minify: true,
    format: "iife",
    define: { VIEWS: JSON.stringify(views) },
  });
  return code.trim();
}

/**
 * Returns the text of index.html with the inline script, which its policy allows. The document preloads the scripts
 * `modules` and the files `data`.
 */
function documentText(script, { modules, data }, site) {
  const source = linkToSite(readFileSync(join(WWW, "index.html"), "utf8"), site);
  const hash = createHash("sha256").update(script).digest("base64");
  // `replace` interprets `$` in a string, but not in the result of a function.
  const text = source
    .replace(/<!--[^]*?-->/g, "")
    .replace(/\n\s+/g, "\n")
    .replace(/(content="default-src 'none'; script-src) 'self'/, `$1 'self' 'sha256-${hash}'`)
    .replace(`<script src="${INLINE_SCRIPT}"></script>`, () => `<script>${script}</script>`);
  if (!text.includes(`script-src 'self' 'sha256-${hash}'`) || !text.includes(script)) {
    throw new ScriptError(
      `www/index.html lacks ${INLINE_SCRIPT}, or a Content-Security-Policy that begins with default-src 'none'; ` +
        "script-src 'self'. A static host sends no such header.",
    );
  }
  const absolute = /(?:src|href)="(\/[^"]*)"/.exec(text);
  if (absolute)
    throw new ScriptError(
      `www/index.html contains the URL ${absolute[1]}. Expected a relative one.`,
    );
  const links = [
    ...modules.map((name) => `<link rel="modulepreload" href="${name}">\n`),
    ...data.map((name) => `<link rel="preload" href="${name}" as="fetch" crossorigin>\n`),
  ];
  return text.replace("</head>", () => `${links.join("")}</head>`);
}

const isBundled = (name) => [".js", ".css", ".html"].includes(extname(name));

/**
 * Returns the files of the page by name, as bytes: the bundle, index.html, and the other files of www/. The links of
 * the page lead to `site`, the URL of the documents relative to the page. With `isEmbedded`, index.html preloads the
 * embedded service and its records.
 */
export async function pageFiles(site, { isEmbedded }) {
  const { files, imports, views } = await bundle();
  const preloads = {
    modules: [...imports, ...(isEmbedded ? [SERVICE_SCRIPT] : [])],
    data: isEmbedded ? FIRST_SEED_FILES.map((name) => `seed/${name}`) : [],
  };
  files.set("index.html", Buffer.from(documentText(await inlineScript(views), preloads, site)));
  for (const name of readdirSync(WWW, { recursive: true })) {
    const path = join(WWW, name);
    if (!isBundled(name) && statSync(path).isFile()) files.set(name, readFileSync(path));
  }
  return files;
}

/** Returns a text that changes with the sources of the page. */
export function pageVersion() {
  return readdirSync(WWW)
    .map((name) => statSync(join(WWW, name)).mtimeMs)
    .join();
}

/**
 * Writes the demo page into `folder`, which must be new, empty or an earlier demo page. The links of the page lead to
 * `site`, the URL of the documents relative to the page; default: the public site.
 */
export async function buildDemo(folder, site) {
  const config = join(folder, "config.json");
  const isDemoPage = existsSync(config) && readFileSync(config, "utf8") === CONFIG;
  if (!isDemoPage && existsSync(folder) && readdirSync(folder).length > 0) {
    throw new ScriptError(`${folder} contains other files. Choose an empty folder, or remove it.`);
  }
  const files = await pageFiles(site, { isEmbedded: true });
  files.set("config.json", CONFIG);
  for (const name of [KEYS_FILE, ...Object.values(SEED_FILES)])
    files.set(`seed/${name}`, readFileSync(seedPath(name)));
  for (const { cid, svg } of readPictures()) files.set(`ipfs/${cid}`, svg);
  rmSync(folder, { recursive: true, force: true });
  for (const [name, bytes] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

await main(import.meta, async ([folder = join(root, "site", "demo"), ...unexpected]) => {
  if (unexpected.length > 0)
    throw new ScriptError(
      `Unexpected arguments: ${unexpected.join(" ")}. Expected one folder: npm run build:demo -- FOLDER`,
    );
  const path = resolve(folder);
  await buildDemo(path);
  console.log(`Ready: copy ${path} to a static host.`);
});
