// `npm run build`: compiles the crate to WebAssembly twice (the client, the embedded service) and assembles pkg/dist.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { main, output, root, run } from "./run.mjs";
import { hashOf } from "./stamp.mjs";
import { buildTools, wasmBindgenVersion } from "./tools.mjs";

const FEATURES = ["client", "embedded"];
/**
 * What a program with the four calls alone does not need, in modules of its own. `routeOf` is not among it: who watches a
 * transfer gets its steps.
 */
const LATE = {
  client: { helpers: ["formatUnits", "parseUnits", "checksumAddress", "resolveUri"], stream: ["recordsIn"] },
};
const MANIFESTS = ["pkg/Cargo.toml", "Cargo.toml", "Cargo.lock", ".cargo/config.toml", "rust-toolchain.toml"];
const SCRIPTS = ["binary", "build", "glue", "shrink", "split"].map((name) => `scripts/${name}.mjs`);
const INPUTS = ["src", "pkg/lib.rs", ...MANIFESTS, ...SCRIPTS];
const out = join(root, "pkg", "wasm");

/** Leaves pkg/dist up to date. The WebAssembly is compiled only when something it is made from has changed. */
export async function build() {
  await buildTools();
  const binaryen = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.binaryen;
  const wanted = hashOf(INPUTS, [output("rustc", ["--version"]), wasmBindgenVersion(), binaryen]);
  for (const feature of FEATURES) await compile(feature, wanted);
  await bundle();
}

async function compile(feature, wanted) {
  const dir = join(out, feature);
  const stamp = join(dir, "stamp");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log(`Compiling the ${feature} WebAssembly (up to a minute).`);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  await run("wasm-pack", [
    "build", "pkg", "--target", "web", "--release", "--out-dir", `wasm/${feature}`, "--out-name", "ethereal_query",
    "--no-pack", "--no-gitignore", "--no-typescript", "--", "--locked", "--features", feature,
  ], { env: { CARGO_ENCODED_RUSTFLAGS: await flags() } });
  // Not before: the optimiser is one of the packages that may have been missing.
  const { shrink } = await import("./shrink.mjs");
  shrink(dir, { panics: true, late: LATE[feature] });
  // Written last: a build that was interrupted has none.
  writeFileSync(stamp, wanted);
}

// Less of one optimisation than opt-level "z" leaves on: 0.2 kB (brotli) smaller.
const SMALLER = "-Cllvm-args=-enable-load-pre=false";

/**
 * That flag, and those that keep the paths of this machine out of the module, which names source files where it can panic; encoded,
 * because a path may hold a space. The standard library's files have one name everywhere, until rustup's component
 * rust-src is there: without its flag the module would differ between those who have it and those who do not.
 */
async function flags() {
  await run("cargo", ["fetch", "--locked"]);
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");
  const folders = existsSync(sources) ? readdirSync(sources).map((name) => join(sources, name)) : [];
  const standard = join(output("rustc", ["--print", "sysroot"]), "lib", "rustlib", "src", "rust");
  const commit = /^commit-hash: (.*)$/m.exec(output("rustc", ["-vV"]))[1];
  const names = [...[...folders, root.replace(/\/$/, "")].map((path) => [path, "."]), [standard, `/rustc/${commit}`]];
  return [SMALLER, ...names.map(([path, name]) => `--remap-path-prefix=${path}=${name}`)].join("\x1f");
}

await main(import.meta, build);
