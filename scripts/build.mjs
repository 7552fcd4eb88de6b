// `npm run build`: compiles the crate to three WebAssembly modules with wasm-pack, and bundles pkg/dist.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { inlineModule } from "./inline.mjs";
import { main, output, root, run } from "./run.mjs";
import { installBuildTools, wasmBindgenVersion } from "./tools.mjs";

/** The Cargo features of pkg/Cargo.toml. Each becomes a module in pkg/wasm. */
const MODULES = ["client", "embedded", "proxy"];
const MANIFESTS = ["pkg/Cargo.toml", "Cargo.toml", "Cargo.lock", ".cargo/config.toml", "rust-toolchain.toml"];
const INPUTS = ["src", "pkg/lib.rs", ...MANIFESTS, "scripts/build.mjs", "scripts/inline.mjs"];

/** Brings pkg/dist up to date. Compiles the WebAssembly only when one of its inputs has changed. */
export async function build() {
  await installBuildTools();
  const binaryen = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.binaryen;
  const inputHash = hashInputs([output("rustc", ["--version"]), wasmBindgenVersion(), binaryen]);
  // Cargo locks its target folder. While it compiles a module, wasm-opt works on the module before.
  await Promise.all(MODULES.map((module) => compile(module, inputHash)));
  await bundle();
}

/** Hashes the versions and the contents of INPUTS, not their times: a new clone and another branch have other times. */
function hashInputs(versions) {
  const hash = createHash("sha256");
  for (const path of INPUTS.flatMap(listFiles)) {
    hash.update(`${path}\0`);
    hash.update(readFileSync(join(root, path)));
    hash.update("\0");
  }
  for (const version of versions) hash.update(`${version}\0`);
  return hash.digest("hex");
}

/** Returns the files of a folder, or the file itself, in a fixed order; none if it does not exist. */
function listFiles(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  const names = readdirSync(full).sort();
  return names.flatMap((name) => listFiles(join(path, name)));
}

async function compile(module, inputHash) {
  const dir = join(root, "pkg", "wasm", module);
  const hashFile = join(dir, "input-hash");
  if (existsSync(hashFile) && readFileSync(hashFile, "utf8") === inputHash) return;
  console.log(`Compiling the WebAssembly module "${module}" (up to two minutes).`);
  rmSync(dir, { recursive: true, force: true });
  const outputArgs = ["--out-dir", `wasm/${module}`, "--out-name", "ethereal_query", "--no-pack", "--no-gitignore"];
  const args = ["build", "pkg", "--target", "web", "--release", ...outputArgs, "--", "--locked", "--features", module];
  await run("wasm-pack", args, { env: { CARGO_ENCODED_RUSTFLAGS: await pathFlags() } });
  inlineModule(dir);
  // The last write: an interrupted build has no hash and starts again.
  writeFileSync(hashFile, inputHash);
}

/**
 * Returns flags that remove the paths of this machine from the module, whose panic messages name source files. The
 * flags are encoded, because a path may contain a space. The standard library of rustup's component rust-src has such
 * paths too.
 */
async function pathFlags() {
  await run("cargo", ["fetch", "--locked"]);
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");
  const folders = existsSync(sources) ? readdirSync(sources).map((name) => join(sources, name)) : [];
  const standard = join(output("rustc", ["--print", "sysroot"]), "lib", "rustlib", "src", "rust");
  const commit = /^commit-hash: (.*)$/m.exec(output("rustc", ["-vV"]))[1];
  const remap = (path, name) => `--remap-path-prefix=${path}=${name}`;
  const ownFolders = [...folders, root.replace(/\/$/, "")];
  return [...ownFolders.map((path) => remap(path, ".")), remap(standard, `/rustc/${commit}`)].join("\x1f");
}

await main(import.meta, build);
