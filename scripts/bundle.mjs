// pkg/js and the WebAssembly become pkg/dist: what the npm package holds.
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { inlineModules } from "./inline.mjs";
import { root } from "./run.mjs";

const at = (...path) => join(root, "pkg", ...path);
/** The modules of a feature, by the name that scripts import them by, and the name of the file in pkg/dist. */
const WASM = {
  client: {
    first: [at("wasm", "client", "ethereal_query_bg.wasm"), "ethereal_query.wasm"],
    helpers: [at("wasm", "client", "ethereal_query_helpers.wasm"), "ethereal_query_helpers.wasm"],
    stream: [at("wasm", "client", "ethereal_query_stream.wasm"), "ethereal_query_stream.wasm"],
  },
  embedded: { first: [at("wasm", "embedded", "ethereal_query_bg.wasm")] },
};

/** [source, result, format]; a CommonJS result may not know import.meta. */
const ENTRIES = [
  ["entry.inline.js", "index.js", "esm"],
  ["entry.inline.js", "index.cjs", "cjs"],
  ["entry.inline.js", "workerd.js", "esm"],
  ["entry.inline.js", "edge-light.js", "esm"],
  ["entry.external.js", "external.js", "esm"],
  ["entry.external.node.js", "external.node.js", "esm"],
  ["entry.external.require.js", "external.node.cjs", "cjs"],
  ["entry.embedded.js", "embedded.js", "esm"],
  ["entry.embedded.js", "embedded.cjs", "cjs"],
  ["entry.elements.js", "elements.js", "esm"],
  ["entry.elements.js", "elements.cjs", "cjs"],
  ...["parts", "token-card", "transfer-route"].flatMap((name) =>
    ["js", "cjs"].map((ending) => [`elements/${name}.js`, `elements/${name}.${ending}`, ending === "js" ? "esm" : "cjs"]),
  ),
];

/** Where nothing is compiled at run time, a module is imported as a file, by a name that ends with this. */
const AS_FILE = { "workerd.js": "", "edge-light.js": "?module" };

/** Gives `import { first } from "virtual:wasm-client"` (or -embedded) a function that gives the compiled module. */
const wasmModules = {
  name: "wasm-modules",
  setup(build) {
    const { outfile = "" } = build.initialOptions;
    const ending = AS_FILE[basename(outfile)];
    build.onResolve({ filter: /^virtual:wasm-/ }, ({ path }) => ({ path, namespace: "wasm-modules" }));
    build.onLoad({ filter: /.*/, namespace: "wasm-modules" }, ({ path }) => {
      const all = Object.entries(WASM[path.slice("virtual:wasm-".length)]);
      const file = ([name, [, file]]) =>
        `import ${name}Module from "./${file}${ending}";\nexport const ${name} = () => ${name}Module;\n`;
      if (ending !== undefined) return { contents: all.map(file).join("") };
      return { contents: inlineModules(Object.fromEntries(all.map(([name, [path]]) => [name, path]))) };
    });
  },
};

/** Gives `import css from "./some.css"` the style sheet's text, minified. */
const styleText = {
  name: "style-text",
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const options = { loader: "css", minify: true, charset: "utf8" };
      const { code } = await build.esbuild.transform(readFileSync(path, "utf8"), options);
      return { contents: code.trim(), loader: "text" };
    });
  },
};

/** For a page with one of the elements: it comes apart from the parts that both are made of. */
const elementsApart = {
  name: "elements-apart",
  setup(build) {
    const { outfile, format } = build.initialOptions;
    const external = { path: format === "cjs" ? "./parts.cjs" : "./parts.js", external: true };
    build.onResolve({ filter: /^\.\/parts\.js$/ }, () => (outfile.includes("/elements/") ? external : undefined));
  },
};

/** Instead of the factory of instances that shrink.mjs makes, and of the modules: the "module" is the exports themselves. */
const givenExports = {
  name: "given-exports",
  setup(build) {
    const namespace = "given-exports";
    build.onResolve({ filter: /wasm\/client\/ethereal_query\.js$/ }, ({ path }) => ({ path, namespace }));
    build.onResolve({ filter: /^virtual:wasm-/ }, () => ({ path: "modules", namespace }));
    const contents = (filter, text) => build.onLoad({ filter, namespace }, () => ({ contents: text }));
    contents(/^modules$/, "export const [helpers, stream] = [() => {}, () => {}];");
    contents(/./, "export const glue = (given) => ({ ...given, more() {} });");
  },
};

export async function bundle() {
  const esbuild = await import("esbuild");
  rmSync(at("dist"), { recursive: true, force: true });
  mkdirSync(at("dist"), { recursive: true });
  for (const [source, result, format] of ENTRIES) {
    await esbuild.build({
      entryPoints: [at("js", source)],
      outfile: at("dist", result),
      bundle: true,
      format,
      // "node" keeps node: imports and lists the CommonJS exports where Node.js looks for their names.
      platform: format === "cjs" || result.includes(".node.") ? "node" : "neutral",
      target: "es2022",
      charset: "utf8",
      minify: true,
      legalComments: "none",
      logLevel: "warning",
      // Imported by the host itself.
      external: ["*.wasm", "*.wasm?module"],
      plugins: [wasmModules, styleText, elementsApart],
    });
  }
  for (const [path, name] of Object.values(WASM.client)) copyFileSync(path, at("dist", name));
  copyTypes();
  await facade();
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, name), at(name));
}

/**
 * pkg/js as the text `tests/common/package.rs` evaluates: the package over exports the test hands to `use`. It
 * is written only when it changed, or cargo would compile the tests anew.
 */
export async function facade() {
  const esbuild = await import("esbuild");
  const { outputFiles: [{ text }] } = await esbuild.build({
    stdin: { contents: 'export * from "./api.js"; export { use } from "./instance.js";', resolveDir: at("js") },
    write: false,
    bundle: true,
    format: "iife",
    globalName: "facade",
    target: "es2022",
    charset: "utf8",
    logLevel: "warning",
    plugins: [givenExports],
  });
  const file = at("wasm", "facade.js");
  mkdirSync(at("wasm"), { recursive: true });
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}

/** Every .d.ts once more as .d.cts, which is what TypeScript reads for `require`. */
function copyTypes() {
  for (const name of readdirSync(at("types"), { recursive: true }).filter((name) => name.endsWith(".d.ts"))) {
    const text = readFileSync(at("types", name), "utf8");
    writeFileSync(at("dist", name), text);
    const relative = /((?:from|import)\s*\(?\s*)(["'])(\.{1,2}\/[^"']+)\.js\2/g;
    writeFileSync(at("dist", name.replace(/\.ts$/, ".cts")), text.replace(relative, "$1$2$3.cjs$2"));
  }
}
