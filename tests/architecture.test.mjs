// The rules of the architecture: modules form no circles, no other module depends on `wasm`, native builds contain no
// WebAssembly crate, and the WebAssembly module depends on the expected crates. The test needs no build.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { trackedFiles } from "../scripts/code-lines.mjs";

/** The root module of each Rust crate. */
const RUST_ROOTS = ["src/lib.rs", "service/src/main.rs"];
/** The root module of a crate without folders of modules. */
const FLAT_ROOT = "generate/src/main.rs";
/** Groups of folders. The JavaScript and TypeScript modules of a group may import each other. */
const SCRIPT_FOLDERS = [
  ["pkg/src"],
  ["www"],
  ["scripts", "generate", "docs/.vitepress", "seed", "tests", "bench", "fuzz"],
];
/** Crates that work only in a JavaScript engine. */
const WEB_CRATE = /^(wasm-bindgen.*|js-sys|web-sys|gloo-.*|serde-wasm-bindgen)$/;
/** Crates that the WebAssembly module must depend on. */
const SHIPPED_CRATES = [
  "gloo-net",
  "js-sys",
  "serde",
  "serde-wasm-bindgen",
  "wasm-bindgen",
  "wasm-bindgen-futures",
];

const repository = fileURLToPath(new URL("..", import.meta.url));
const read = (path) => readFileSync(join(repository, path), "utf8");
const tracked = trackedFiles();

describe("modules", () => {
  for (const root of [...RUST_ROOTS, FLAT_ROOT]) {
    test(`the top-level modules of ${dirname(root)} form no circle`, () => {
      assert.deepEqual(circularEdges(rustEdges(root)), []);
    });
  }

  for (const root of RUST_ROOTS) {
    test(`the modules of each folder of ${dirname(root)} form no circle`, () => {
      assert.deepEqual(circularEdges(siblingEdges(root)), []);
    });
  }

  for (const folders of SCRIPT_FOLDERS) {
    test(`the modules of ${folders.join(", ")} form no circle`, () => {
      assert.deepEqual(circularEdges(scriptEdges(folders)), []);
    });
  }

  test("no other module of src depends on wasm", () => {
    const edges = rustEdges("src/lib.rs").filter(({ to }) => to === "wasm");
    assert.deepEqual(
      edges.map(({ text }) => text),
      [],
    );
  });
});

describe("crates", () => {
  test("native builds depend on no WebAssembly crate", () => {
    const names = cargoTree("--workspace", "--target", "x86_64-unknown-linux-gnu");
    assert.deepEqual(
      names.filter((name) => WEB_CRATE.test(name)),
      [],
    );
  });

  test("the WebAssembly module depends on every crate of SHIPPED_CRATES", () => {
    // ethereal-query-wasm depends on the crate of src/ (depth 1), whose dependencies have depth 2.
    const names = cargoTree(
      "--package",
      "ethereal-query-wasm",
      "--target",
      "wasm32-unknown-unknown",
      "--depth",
      "2",
    );
    assert.deepEqual(
      SHIPPED_CRATES.filter((name) => !names.includes(name)),
      [],
    );
  });
});

/** Returns the names of the crates in a dependency tree, without development and build dependencies. */
function cargoTree(...selection) {
  const format = ["--edges", "normal", "--prefix", "none", "--format", "{p}"];
  const args = ["tree", "--locked", "--all-features", ...format, ...selection];
  const lines = execFileSync("cargo", args, { cwd: repository, encoding: "utf8" })
    .trim()
    .split("\n");
  return lines.map((line) => line.split(" ", 1)[0]);
}

/** Returns the text of every edge that lies on a circle: a path of edges leads from its target to its source. */
function circularEdges(edges) {
  assert.notEqual(
    edges.length,
    0,
    "No dependency found. Expected at least one: the parser may be out of date.",
  );
  const reachableFrom = (start) => {
    const reached = new Set([start]);
    // The loop also visits the modules that it adds.
    for (const module of reached) {
      for (const { from, to } of edges) {
        if (from === module) reached.add(to);
      }
    }
    return reached;
  };
  const circular = edges.filter(({ from, to }) => reachableFrom(to).has(from));
  return [...new Set(circular.map(({ text }) => text))];
}

/**
 * Creates an edge of a module graph: the module `from` depends on the module `to`. `path`, `source` and `offset` are the
 * file, its text, and the position in the text that names the dependency.
 */
function edge(from, to, path, source, offset) {
  const line = source.slice(0, offset).split("\n").length;
  return { from, to, text: `${path}:${line}: ${from} → ${to}` };
}

/** Returns the paths of the tracked files below a folder that match `pattern`. A folder without such files fails. */
function filesOf(folder, pattern) {
  const files = tracked.filter((path) => path.startsWith(`${folder}/`) && pattern.test(path));
  assert.notEqual(files.length, 0, folder);
  return files;
}

/** Returns the imports between the files of folders: static, dynamic and type-only ones, but not `import()` types. */
function scriptEdges(folders) {
  const files = folders.flatMap((folder) => filesOf(folder, /\.m?[jt]s$/));
  return files.flatMap((from) => {
    const source = read(from);
    const { module, errors } = parseSync(from, source);
    assert.deepEqual(errors, [], from);
    const exports = module.staticExports.flatMap(({ entries }) => entries);
    const statements = [...module.staticImports, ...exports, ...module.dynamicImports];
    return statements.flatMap(({ moduleRequest: request }) => {
      // An export without `from` requests no module.
      if (!request) return [];
      // The request includes the quotes.
      const specifier = source.slice(request.start + 1, request.end - 1);
      if (!specifier.startsWith(".")) return [];
      const target = join(dirname(from), specifier);
      // TypeScript imports "./client.ts" as "./client.js".
      const to = files.find((file) => file === target || file === target.replace(/\.js$/, ".ts"));
      return to ? [edge(from, to, from, source, request.start)] : [];
    });
  });
}

/** Returns the Rust files of a crate except the root file and the test modules. */
function moduleFilesOf(root) {
  const files = filesOf(dirname(root), /\.rs$/);
  return files.filter((path) => path !== root && !/\/tests(\.rs|\/)/.test(path));
}

/**
 * Returns the dependencies between the top-level modules of a crate. A top-level module is a `mod` of the root file,
 * with all the files below it. Each path from the crate's root to another top-level module is an edge. A module must
 * import a name from the module that defines the name. So any other name from the root, such as a re-export, counts as a
 * dependency on the root, and the check reports it as a circle: the root depends on the module that defines the name.
 */
function rustEdges(root) {
  const rootCode = rustCode(root);
  const modules = [...rootCode.matchAll(/\bmod\s+(\w+)\s*;/g)].map(([, name]) => name);
  const edges = [];
  // The first name of each path in the root file, such as `a` of `crate::a::B`, `self::a::B` or `a::B`.
  for (const match of rootCode.matchAll(/(?:\b(?:crate|self)::|(?<![:\w]))(\w+)::/g)) {
    const [, to] = match;
    if (modules.includes(to)) edges.push(edge(root, to, root, rootCode, match.index));
  }
  for (const path of moduleFilesOf(root)) {
    const code = rustCode(path);
    const names = path.slice(dirname(root).length + 1, -".rs".length).split("/");
    const [from] = names;
    // In src/a/b.rs, `super::super` is the crate's root.
    const rootPath = new RegExp(`\\b(?:crate|${names.map(() => "super").join("::")})::`, "g");
    for (const match of code.matchAll(rootPath)) {
      for (const { name, offset } of firstNames(code, match.index + match[0].length)) {
        const to = modules.includes(name) ? name : root;
        edges.push(edge(from, to, path, code, offset));
      }
    }
  }
  return edges.filter(({ from, to }) => from !== to);
}

/** Returns the dependencies between modules of one folder. For example, the file `src/a/b.rs` names `super::c`. */
function siblingEdges(root) {
  const files = moduleFilesOf(root);
  return files.flatMap((path) => {
    const code = rustCode(path);
    // The second `super::` of `super::super::c` does not count.
    const uses = [...code.matchAll(/(?<!super::)\bsuper::/g)];
    const names = uses.flatMap((match) => firstNames(code, match.index + match[0].length));
    return names.flatMap(({ name, offset }) => {
      const to = join(dirname(path), `${name}.rs`);
      return files.includes(to) && to !== path ? [edge(path, to, path, code, offset)] : [];
    });
  });
}

/**
 * Returns the first name of each branch of the use tree at the offset `start`: `a` and `b` of `{a::{c, d}, b}`, or `a`
 * of `a::c`.
 */
function firstNames(code, start) {
  const names = [];
  // The number of open braces.
  let depth = 0;
  let isBranchStart = true;
  for (const match of code.slice(start).matchAll(/[{},]|\w+|\S/g)) {
    const [token] = match;
    if (token === "{") depth += 1;
    else if (token === "}") depth -= 1;
    // A comma in inner braces does not begin a branch.
    else if (token === ",") isBranchStart = depth === 1;
    else if (isBranchStart) {
      names.push({ name: token, offset: start + match.index });
      isBranchStart = false;
    }
    // The tree ends with its closing brace. A tree without braces has only one name.
    if (depth === 0) break;
  }
  return names;
}

const LINE_COMMENT = /\/\/.*/;
const BLOCK_COMMENT = /\/\*[^]*?\*\//;
/** Such as `r"…"`, `br"…"` and `r#"…"#`. */
const RAW_STRING = /\bb?r(#*)"[^]*?"\1/;
const STRING = /"(?:\\[^]|[^"\\])*"/;
/** Such as `'a'`, `'\n'` and `'\u{feff}'`, but not the lifetime `'a`. */
const CHARACTER = /'(?:\\.[^']*|[^'\\])'/;
/** A match ends before the next match begins, so a `//` in a string is not a comment. */
const COMMENT_OR_LITERAL = new RegExp(
  [LINE_COMMENT, BLOCK_COMMENT, RAW_STRING, STRING, CHARACTER]
    .map(({ source }) => source)
    .join("|"),
  "g",
);
/**
 * `#[cfg(test)] mod tests;`, or `#[cfg(all(test, …))] mod tests {` with all text after the brace: the Clippy lint
 * `items_after_test_module` keeps an inline test module at the end of the file.
 */
const TEST_MODULE = /#\[cfg\((?:all\()?test\b[^\]]*\]\s*mod tests(?:;|\s*\{[^]*)/;

/** Returns a Rust file with comments, literals and the test module as spaces. Line numbers stay the same. */
function rustCode(path) {
  const blank = (text) => text.replace(/[^\n]/g, " ");
  return read(path).replace(COMMENT_OR_LITERAL, blank).replace(TEST_MODULE, blank);
}
