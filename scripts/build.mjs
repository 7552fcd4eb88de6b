// `npm run build`: compiles the crate to three WebAssembly modules with wasm-pack, and bundles the package into pkg/dist.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { inlineModule } from "./inline.mjs";
import { main, output, root, run } from "./run.mjs";
import { hashOf } from "./stamp.mjs";
import { buildTools, wasmBindgenVersion } from "./tools.mjs";

/** Cargo features of pkg/Cargo.toml, each a module of its own in pkg/wasm. */
const MODULES = ["client", "helpers", "embedded"];
const MANIFESTS = ["pkg/Cargo.toml", "Cargo.toml", "Cargo.lock", ".cargo/config.toml", "rust-toolchain.toml"];
const INPUTS = ["src", "pkg/lib.rs", ...MANIFESTS, "scripts/build.mjs", "scripts/inline.mjs"];

/** Leaves pkg/dist up to date. The WebAssembly is compiled only when something it is made from has changed. */
export async function build() {
  await buildTools();
  const binaryen = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.binaryen;
  const wanted = hashOf(INPUTS, [output("rustc", ["--version"]), wasmBindgenVersion(), binaryen]);
  for (const module of MODULES) await compile(module, wanted);
  await bundle();
}

async function compile(module, wanted) {
  const dir = join(root, "pkg", "wasm", module);
  const stamp = join(dir, "stamp");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log(`Compiling the WebAssembly module "${module}" (up to a minute).`);
  rmSync(dir, { recursive: true, force: true });
  await run("wasm-pack", [
    "build", "pkg", "--target", "web", "--release", "--out-dir", `wasm/${module}`, "--out-name", "ethereal_query",
    "--no-pack", "--no-gitignore", "--", "--locked", "--features", module,
  ], { env: { CARGO_ENCODED_RUSTFLAGS: await pathFlags() } });
  inlineModule(dir);
  // Written last: a build that was interrupted has none.
  writeFileSync(stamp, wanted);
}

/**
 * Flags that keep the paths of this machine out of the module, which names source files where it can panic; encoded,
 * because a path may hold a space. The standard library's files have one name everywhere, until rustup's component
 * rust-src is there: without its flag the module would differ between those who have it and those who do not.
 */
async function pathFlags() {
  await run("cargo", ["fetch", "--locked"]);
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");
  const folders = existsSync(sources) ? readdirSync(sources).map((name) => join(sources, name)) : [];
  const standard = join(output("rustc", ["--print", "sysroot"]), "lib", "rustlib", "src", "rust");
  const commit = /^commit-hash: (.*)$/m.exec(output("rustc", ["-vV"]))[1];
  const names = [...[...folders, root.replace(/\/$/, "")].map((path) => [path, "."]), [standard, `/rustc/${commit}`]];
  return names.map(([path, name]) => `--remap-path-prefix=${path}=${name}`).join("\x1f");
}

await main(import.meta, build);
