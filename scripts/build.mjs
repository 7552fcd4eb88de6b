// `npm run build`: compiles the crate to three WebAssembly modules with wasm-pack, and bundles the package into pkg/dist.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { inlineModule } from "./inline.mjs";
import { main, output, root, run } from "./run.mjs";
import { hashFiles } from "./hash-files.mjs";
import { buildTools, wasmBindgenVersion } from "./tools.mjs";

/** Cargo features of pkg/Cargo.toml, each a module of its own in pkg/wasm. */
const MODULES = ["client", "helpers", "embedded"];
const MANIFESTS = ["pkg/Cargo.toml", "Cargo.toml", "Cargo.lock", ".cargo/config.toml", "rust-toolchain.toml"];
const INPUTS = ["src", "pkg/lib.rs", ...MANIFESTS, "scripts/build.mjs", "scripts/inline.mjs"];

/** Brings pkg/dist up to date. Compiles the WebAssembly only when one of its inputs has changed. */
export async function build() {
  await buildTools();
  const binaryen = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.binaryen;
  const wantedHash = hashFiles(INPUTS, [output("rustc", ["--version"]), wasmBindgenVersion(), binaryen]);
  for (const module of MODULES) await compile(module, wantedHash);
  await bundle();
}

async function compile(module, wantedHash) {
  const dir = join(root, "pkg", "wasm", module);
  const hashFile = join(dir, "input-hash");
  if (existsSync(hashFile) && readFileSync(hashFile, "utf8") === wantedHash) return;
  console.log(`Compiling the WebAssembly module "${module}" (up to a minute).`);
  rmSync(dir, { recursive: true, force: true });
  await run("wasm-pack", [
    "build", "pkg", "--target", "web", "--release", "--out-dir", `wasm/${module}`, "--out-name", "ethereal_query",
    "--no-pack", "--no-gitignore", "--", "--locked", "--features", module,
  ], { env: { CARGO_ENCODED_RUSTFLAGS: await pathFlags() } });
  inlineModule(dir);
  // Written last, so that an interrupted build has none.
  writeFileSync(hashFile, wantedHash);
}

/**
 * Flags that keep the paths of this machine out of the module, which names source files in its panics. They are encoded,
 * because a path may contain a space. The standard library needs a flag too: with rustup's component rust-src, its files
 * have a path of this machine.
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
