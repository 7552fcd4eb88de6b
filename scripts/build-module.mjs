// `node scripts/build-module.mjs MODULE`: compiles the crate to one of its three WebAssembly modules with wasm-pack.
// `npm run build` calls it for each module whose inputs have changed.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { inlineModule } from "./inline.mjs";
import { main, output, root, run } from "./run.mjs";

/** Compiles the Cargo feature `module` of pkg/Cargo.toml into pkg/wasm. */
async function compile(module) {
  const dir = join(root, "pkg", "wasm", module);
  rmSync(dir, { recursive: true, force: true });
  const outputArgs = [
    "--out-dir",
    `wasm/${module}`,
    "--out-name",
    "ethereal_query",
    "--no-pack",
    "--no-gitignore",
  ];
  const args = [
    "build",
    "pkg",
    "--target",
    "web",
    "--release",
    ...outputArgs,
    "--",
    "--locked",
    "--features",
    module,
  ];
  await run("wasm-pack", args, { env: { CARGO_ENCODED_RUSTFLAGS: await pathFlags() } });
  inlineModule(dir);
}

/**
 * Returns flags that remove the paths of this machine from the module: the panic messages of the module name source
 * files. The flags are encoded, because a path may contain a space.
 */
async function pathFlags() {
  // Downloads the crates, because only a folder that exists gets a flag.
  await run("cargo", ["fetch", "--locked"]);
  const registry = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");
  const crateFolders = existsSync(registry)
    ? readdirSync(registry).map((name) => join(registry, name))
    : [];
  const repository = root.replace(/\/$/, "");
  const remap = (path, name) => `--remap-path-prefix=${path}=${name}`;
  const flags = [...crateFolders, repository].map((path) => remap(path, "."));
  // With rustup's component rust-src, the source files of the standard library have paths of this machine too. Without
  // the component, their paths begin with `/rustc/COMMIT`.
  const sysroot = output("rustc", ["--print", "sysroot"]);
  const standardLibrary = join(sysroot, "lib", "rustlib", "src", "rust");
  const [, commit] = /^commit-hash: (.*)$/m.exec(output("rustc", ["-vV"]));
  flags.push(remap(standardLibrary, `/rustc/${commit}`));
  // `CARGO_ENCODED_RUSTFLAGS` separates flags with this character.
  return flags.join("\x1f");
}

await main(import.meta, ([module]) => compile(module));
