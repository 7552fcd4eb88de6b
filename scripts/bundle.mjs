// Bundles pkg/src and the WebAssembly into pkg/dist, the content of the npm package.
//
// For `import` there is one ES module for each source file, because bundlers drop modules that a program does not
// import. For `require`, and for hosts that import WebAssembly from files, there is one file for each entry.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { root, run } from "./run.mjs";

const pathInPackage = (...path) => join(root, "pkg", ...path);
const source = (name) => pathInPackage("src", `${name}.ts`);
/** Files copied beside the scripts, by the name that the package gives them. */
const WASM_FILES = {
  "ethereal_query.wasm": "client",
  "ethereal_query_proxy.wasm": "proxy",
};
/** Files of the repository that the package holds as well, beside its package.json. */
const ROOT_FILES = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "service/openapi.json"];
/** The license of the code that `pkg/src/format/address.ts` brings into the package. */
const BUNDLED_LICENSE = ["node_modules/@noble/hashes/LICENSE", "LICENSE-noble-hashes"];
/** Sources that no entry for `import` shares: variants of modules, declarations. */
const OWN_FILES = /(\.d|-module\.file|\/file-module|\/tag-names)\.ts$/;

const options = {
  absWorkingDir: root,
  target: "es2022",
  charset: "utf8",
  minify: true,
  // Node.js prints the source line of an uncaught error.
  lineLimit: 200,
  sourcemap: true,
  sourcesContent: true,
  legalComments: "none",
  logLevel: "warning",
  external: ["*.wasm", "*.wasm?module"],
};

/** Imports a .css file as its minified text. */
const styleText = {
  name: "style-text",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await build.esbuild.transform(readFileSync(path, "utf8"), {
        loader: "css",
        minify: true,
        charset: "utf8",
      });
      return { contents: code.trim(), loader: "text" };
    });
  },
};

/**
 * The globals that the glue imports from `pkg/src` in place of those of the host: those of every module, and those of
 * the client.
 */
const GLUE_GLOBALS = { "glue-text": "TextDecoder, TextEncoder" };
const CLIENT_GLUE_GLOBALS = {
  ...GLUE_GLOBALS,
  "glue-globals": "Date, FinalizationRegistry, Math, performance, Promise, queueMicrotask, setTimeout",
};

/** Adds the imports of globals to the glue. */
const glueImports = {
  name: "glue-imports",
  setup(build) {
    build.onLoad({ filter: /wasm\/\w+\/ethereal_query\.js$/ }, ({ path }) => {
      const isClient = basename(dirname(path)) === "client";
      const lines = Object.entries(isClient ? CLIENT_GLUE_GLOBALS : GLUE_GLOBALS).map(
        ([file, names]) => `import { ${names} } from "../../src/${file}.js";\n`,
      );
      return { contents: lines.join("") + readFileSync(path, "utf8"), resolveDir: dirname(path) };
    });
  },
};

/** Replaces `x-module.ts` by `x-module.file.ts`, which imports a .wasm file with this suffix. */
const fileModule = (suffix = "") => ({
  name: "file-module",
  setup(build) {
    build.onResolve({ filter: /^\.\/(client|proxy)-module\.js$/ }, ({ path }) => ({
      path: pathInPackage("src", path.replace(/\.js$/, ".file.ts")),
    }));
    build.onResolve({ filter: /\.wasm$/ }, ({ path }) => ({ path: path + suffix, external: true }));
  },
});

/** Keeps every script in its own file, with imports between them. Code of npm packages is part of its importer. */
const separateFiles = {
  name: "separate-files",
  setup(build) {
    build.onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path, resolveDir }) => {
      if (!resolveDir.startsWith(pathInPackage())) return undefined;
      const target = distName(join(resolveDir, path));
      const from = dirname(distName(join(resolveDir, "x.js")));
      const relativePath = relative(from, target);
      return { path: relativePath.startsWith(".") ? relativePath : `./${relativePath}`, external: true };
    });
  },
};

/** The path of a source file's script in pkg/dist. The output of wasm-pack is in `wasm`. */
function distName(file) {
  const [folder, ...path] = relative(pathInPackage(), file).split(sep);
  return folder === "src" ? path.join("/") : `wasm/${path.join(".")}`;
}

export async function bundle() {
  const { build } = await import("esbuild");
  rmSync(pathInPackage("dist"), { recursive: true, force: true });
  mkdirSync(pathInPackage("dist", "wasm"), { recursive: true });
  await writeDeclarations();

  const isShared = (file) => !OWN_FILES.test(file);
  const files = (folder, ending) =>
    readdirSync(pathInPackage(folder), { recursive: true })
      .filter((name) => name.endsWith(ending))
      .map((name) => pathInPackage(folder, name));
  const sources = [...files("src", ".ts"), ...files("wasm", ".js")].filter(isShared);
  const entryPoints = sources.map((file) => ({ in: file, out: distName(file).replace(/\.[jt]s$/, "") }));
  // The command line imports modules of Node.js.
  const external = [...options.external, "node:*"];
  const plugins = [styleText, glueImports, separateFiles];
  await build({
    ...options,
    entryPoints,
    outdir: pathInPackage("dist"),
    bundle: true,
    format: "esm",
    external,
    plugins,
  });

  const bundleEntry = (entry, outfile, format, ...plugins) =>
    build({
      ...options,
      entryPoints: [source(entry)],
      outfile: pathInPackage("dist", outfile),
      bundle: true,
      format,
      // "node" keeps node: imports and lists the CommonJS exports where Node.js looks for their names.
      platform: format === "cjs" ? "node" : "neutral",
      plugins: [styleText, glueImports, ...plugins],
    });
  for (const [entry, prefix] of [["index", ""], ["proxy", "proxy."]]) {
    await bundleEntry(entry, `${prefix}workerd.js`, "esm", fileModule());
    await bundleEntry(entry, `${prefix}edge-light.js`, "esm", fileModule("?module"));
  }
  const elements = ["elements", "elements/shared", "elements/token-card", "elements/transfer-route"];
  for (const entry of ["index", "embedded", "embedded/simulation", "query", "proxy", ...elements]) {
    await bundleEntry(entry, `${entry}.cjs`, "cjs");
  }
  for (const [name, module] of Object.entries(WASM_FILES))
    copyFileSync(pathInPackage("wasm", module, "ethereal_query_bg.wasm"), pathInPackage("dist", name));
  for (const path of ROOT_FILES) copyFileSync(join(root, path), pathInPackage(basename(path)));
  const [license, name] = BUNDLED_LICENSE;
  copyFileSync(join(root, license), pathInPackage(name));
}

/** Checks and compiles the declarations, and a copy for `require`, which must be in a CommonJS package. */
async function writeDeclarations() {
  for (const dir of ["dist", join("dist", "cjs")])
    await run("tsc", ["-p", "pkg/tsconfig.json", "--outDir", pathInPackage(dir)]);
  // Both share one declaration of the elements' tag names.
  writeFileSync(
    pathInPackage("dist", "cjs", "elements", "tag-names.d.ts"),
    '/// <reference path="../../elements/tag-names.d.ts" />\n',
  );
  writeFileSync(pathInPackage("dist", "cjs", "package.json"), '{ "type": "commonjs" }\n');
}
