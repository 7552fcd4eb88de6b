// `node scripts/bundle.mjs`: bundles pkg/src and the WebAssembly in pkg/wasm into pkg/dist, the content of the npm
// package. `npm run build` calls it after the modules.
//
// `import` gets ES modules and `require` CommonJS modules: one for each entry, and in `shared` the code that entries
// have in common. A page without a bundler gets one file, which is minified.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { main, root, run } from "./run.mjs";

const pathInPackage = (...path) => join(root, "pkg", ...path);
const dist = (...path) => pathInPackage("dist", ...path);
/** Returns the source files of entries or modules, by their names. */
const sources = (names) =>
  Object.fromEntries(names.map((name) => [name, pathInPackage("src", `${name}.ts`)]));

/** The entry that declares the JSX of the elements. */
const REACT_ENTRY = "elements/react";
/** The modules that a program imports. */
const ENTRIES = [
  "index",
  "query",
  "proxy",
  "embedded",
  "embedded/simulation",
  "elements",
  "elements/token-card",
  "elements/transfer-route",
  REACT_ENTRY,
];
/**
 * The files of global declarations, each with the modules whose declarations refer to the file. A program must not have
 * a global declaration twice, so the declarations for `import` and for `require` share these files.
 */
const GLOBAL_DECLARATIONS = {
  "types/tag-names": ["elements/token-card", "elements/transfer-route"],
  "types/host-types": ["index", "query"],
};
/** The modules that have a variant for each host, which package.json chooses (`imports`). */
const HOST_MODULES = ["client/module", "embedded/module", "proxy/module"];
/**
 * Modules without a CommonJS form: for hosts that import WebAssembly, for the demo page, and for the command line.
 */
const ES_MODULES = [
  ...HOST_MODULES.flatMap((name) => [`${name}.workerd`, `${name}.edge-light`]),
  "elements/shared",
  "cli/main",
];
/**
 * Modules that a page can load without the client. Without these groups, the bundler would write them into the file of
 * the client.
 */
const SEPARATE_CHUNKS = {
  groups: [
    { name: "unknown-value", test: /errors\/unknown-value\.ts$/ },
    // A page with the token card alone does not load the error class.
    { name: "error", test: /errors\/error\.ts$/ },
    { name: "token-ref", test: /metadata\/token-ref\.ts$/ },
    { name: "normalize", test: /metadata\/(normalize|resolve-uri)\.ts$/ },
  ],
};
/** The WebAssembly files of the package, each with the name of its module in pkg/wasm. */
const WASM_FILES = {
  "ethereal_query.wasm": "client",
  "ethereal_query_embedded.wasm": "embedded",
  "ethereal_query_proxy.wasm": "proxy",
};
/** Files of the repository that are copied next to the package.json of the package. */
const ROOT_FILES = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "service/openapi.json"];
/**
 * The licenses of third-party code in the package. `pkg/src/format/checksum.ts` contains code of noble-hashes.
 * `pkg/src/cli/text.ts` imports string-width, whose dependencies have the same license.
 */
const BUNDLED_LICENSES = {
  "LICENSE-noble-hashes": "@noble/hashes/LICENSE",
  "LICENSE-string-width": "string-width/license",
};

/** Imports a .css file as its minified text. */
const styleText = {
  name: "style-text",
  load: {
    filter: { id: /\.css$/ },
    async handler(path) {
      const { transform } = await import("esbuild");
      const options = { loader: "css", minify: true, charset: "utf8" };
      const { code } = await transform(readFileSync(path, "utf8"), options);
      return { code: `export default ${JSON.stringify(code.trim())};`, moduleType: "js" };
    },
  },
};

/** The globals that the glue of every module imports from these files of `pkg/src`, instead of using the host's. */
const GLUE_GLOBALS = { "runtime/glue-text": "TextDecoder, TextEncoder" };
/** The globals that the glue of the client imports. */
const CLIENT_GLUE_GLOBALS = {
  ...GLUE_GLOBALS,
  "runtime/glue-globals": "FinalizationRegistry, Promise, queueMicrotask, setTimeout",
  "client/fetch": "glueFetch as fetch",
};

/** Adds the imports of globals to the glue. */
const glueImports = {
  name: "glue-imports",
  load: {
    filter: { id: /wasm\/\w+\/ethereal_query\.js$/ },
    handler(path) {
      const globals = basename(dirname(path)) === "client" ? CLIENT_GLUE_GLOBALS : GLUE_GLOBALS;
      const lines = Object.entries(globals).map(
        ([file, names]) => `import { ${names} } from "../../src/${file}.js";\n`,
      );
      return lines.join("") + readFileSync(path, "utf8");
    },
  },
};

/** Leaves the text of the WebAssembly out of the source maps, which would otherwise contain it again. */
const unmappedText = {
  name: "unmapped-text",
  load: {
    filter: { id: /wasm\/\w+\/inline\.js$/ },
    handler: (path) => ({ code: readFileSync(path, "utf8"), map: { mappings: "" } }),
  },
};

const INPUT_OPTIONS = {
  cwd: root,
  platform: "neutral",
  transform: { target: "es2022" },
  // If node_modules is a link, the output names the link, not its target.
  resolve: { symlinks: false },
  moduleTypes: { ".html": "text" },
  // Both modules register an element. `sideEffects` in package.json names the files in pkg/dist, not these sources.
  treeshake: {
    moduleSideEffects: [
      { test: /src\/elements\/(token-card|transfer-route)\.ts$/, sideEffects: true },
    ],
  },
  plugins: [styleText, glueImports, unmappedText],
};

async function writeScripts(input, output, options = {}) {
  const { rolldown } = await import("rolldown");
  const bundle = await rolldown({ ...INPUT_OPTIONS, input, ...options });
  await bundle.write({ sourcemap: true, comments: false, exports: "named", ...output });
  await bundle.close();
}

/** Adds references to global declarations to the chunks that need them. `types` is the folder of the declarations. */
const globalReferences = (types) => ({
  name: "global-references",
  renderChunk(code, { fileName, moduleIds }) {
    let references = "";
    for (const [declarations, modules] of Object.entries(GLOBAL_DECLARATIONS)) {
      const isNeeded = modules.some((name) => moduleIds.includes(join(types, `${name}.d.ts`)));
      if (isNeeded) references += referenceTo(`${declarations}.d.ts`, dirname(fileName));
    }
    return { code: references + code, map: null };
  },
});

const referenceTo = (path, folder) => `/// <reference path="${relative(folder, path)}" />\n`;

/** Checks the types, and writes a declaration for each entry, with a copy for the CommonJS modules. */
async function writeDeclarations() {
  const { rollup } = await import("rollup");
  const { dts } = await import("rollup-plugin-dts");
  const types = join(root, "target", "types");
  rmSync(types, { recursive: true, force: true });
  await run("tsc", ["-p", "pkg/tsconfig.json", "--outDir", types]);
  const bundledEntries = ENTRIES.filter((name) => name !== REACT_ENTRY);
  const bundle = await rollup({
    input: Object.fromEntries(bundledEntries.map((name) => [name, join(types, `${name}.d.ts`)])),
    plugins: [dts(), globalReferences(types)],
  });
  for (const extension of ["ts", "cts"])
    await bundle.write({
      dir: dist(),
      entryFileNames: `[name].d.${extension}`,
      chunkFileNames: ({ name }) => `shared/${name.replace(/\.d$/, "")}.d.${extension}`,
      minifyInternalExports: false,
    });
  mkdirSync(dist("types"));
  for (const name of [...Object.keys(GLOBAL_DECLARATIONS), REACT_ENTRY])
    copyFileSync(join(types, `${name}.d.ts`), dist(`${name}.d.ts`));
  // The JSX types are global, so the declarations for `require` refer to those for `import`.
  const reactReference = referenceTo(`${REACT_ENTRY}.d.ts`, dirname(REACT_ENTRY));
  writeFileSync(dist(`${REACT_ENTRY}.d.cts`), `${reactReference}export {};\n`);
}

/** Brings pkg/dist up to date. pkg/wasm must be built. */
async function bundle() {
  rmSync(dist(), { recursive: true, force: true });
  await writeDeclarations();
  const names = [...ENTRIES, ...HOST_MODULES];
  await writeModules([...names, ...ES_MODULES], "esm", "js");
  await writeModules(names, "cjs", "cjs");
  await writeBrowserFile();
  for (const [name, module] of Object.entries(WASM_FILES))
    copyFileSync(pathInPackage("wasm", module, "ethereal_query_bg.wasm"), dist(name));
  for (const path of ROOT_FILES) copyFileSync(join(root, path), pathInPackage(basename(path)));
  for (const [name, path] of Object.entries(BUNDLED_LICENSES))
    copyFileSync(join(root, "node_modules", path), pathInPackage(name));
}

function writeModules(names, format, extension) {
  const fileNames = {
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `shared/[name].${extension}`,
  };
  const external = [/^node:/, /^#ethereal-query\//, /\.wasm(\?module)?$/];
  return writeScripts(
    sources(names),
    { dir: dist(), format, ...fileNames, codeSplitting: SEPARATE_CHUNKS },
    { external },
  );
}

/** Writes the one file for a page without a bundler. */
function writeBrowserFile() {
  const alias = { "#ethereal-query/client-module": pathInPackage("src", "client", "module.ts") };
  const output = { file: dist("browser", "ethereal-query.js"), format: "esm", minify: true };
  return writeScripts(pathInPackage("src", "index.ts"), output, {
    resolve: { ...INPUT_OPTIONS.resolve, alias },
  });
}

await main(import.meta, bundle);
