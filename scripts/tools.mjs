// `node scripts/tools.mjs [--browser]`: installs the missing tools for building and testing, or Chromium for the tests
// in a browser. It sends no request if all tools are installed.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ScriptError, main, output, root, run, toolsDir } from "./run.mjs";

const WASM_PACK_VERSION = "0.15.1";
/** Returns the path of a command; null if it is missing. The shell receives the command as `$1`. */
export const findCommand = (command) => output("sh", ["-c", 'command -v "$1"', "sh", command]);
const isInstalled = (command) => findCommand(command) !== null;

/** Installs what building and testing need, without a browser. */
async function installTools() {
  await installLinker();
  await installRustTarget();
  await installRustComponents();
  await installWasmTools();
}

/** For `npm run fuzz`. libFuzzer is written in C++. */
export async function installFuzzTools() {
  await installLinker();
  if (!isInstalled("c++")) await installPackages(["g++"], "a C++ compiler, for libFuzzer");
}

async function installLinker() {
  if (!isInstalled("cc"))
    await installPackages(["gcc", "libc6-dev"], "a C compiler, which Rust needs as its linker");
}

async function installRustTarget() {
  const target = "wasm32-unknown-unknown";
  const libraries = output("rustc", ["--print", "target-libdir", "--target", target]);
  if (libraries === null)
    throw new ScriptError("Rust is missing: install 1.95 or newer with rustup.");
  if (existsSync(libraries)) return;
  console.log(`Adding Rust's ${target} target (a few seconds, once).`);
  await rustup(["target", "add", target]);
}

async function installRustComponents() {
  /** The components, each with its command of Cargo. */
  const commands = { rustfmt: "fmt", clippy: "clippy" };
  const isMissing = (name) => output("cargo", [commands[name], "--version"]) === null;
  const missing = Object.keys(commands).filter(isMissing);
  if (missing.length === 0) return;
  console.log(`Adding ${missing.join(" and ")} to Rust (a few seconds, once).`);
  await rustup(["component", "add", ...missing]);
}

async function rustup(args) {
  if (!isInstalled("rustup"))
    throw new ScriptError(
      `rustup is missing: install it, or do the equivalent of \`rustup ${args.join(" ")}\`.`,
    );
  await run("rustup", args);
}

/** Returns the version of wasm-bindgen in Cargo.lock. The library and the tool must have the same version. */
function wasmBindgenVersion() {
  const locked = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(
    readFileSync(join(root, "Cargo.lock"), "utf8"),
  );
  if (!locked) throw new ScriptError("Cargo.lock does not contain wasm-bindgen.");
  return locked[1];
}

async function installWasmTools() {
  await installCrates([
    ["wasm-pack", WASM_PACK_VERSION, "wasm-pack"],
    ["wasm-bindgen", wasmBindgenVersion(), "wasm-bindgen-cli"],
  ]);
}

/** Returns whether `name --version` prints the name and the version. More text may follow. */
function isInstalledWithVersion(name, version) {
  const printed = output(name, ["--version"]);
  if (printed === null) return false;
  const [printedName, printedVersion] = printed.split(/\s/);
  return printedName === name && printedVersion === version;
}

/** Compiles programs of crates.io into .tools unless they are installed. Each is [program, version, crate]. */
export async function installCrates(wanted) {
  const missing = wanted.filter(([name, version]) => !isInstalledWithVersion(name, version));
  if (missing.length === 0) return;
  const names = missing.map(([name, version]) => `${name} ${version}`).join(" and ");
  console.log(`Installing ${names} from source into .tools (two to four minutes, once).`);
  const build = join(toolsDir, "build");
  // Debug builds take a third of the time and are fast enough. One target folder builds shared dependencies once.
  const env = { CARGO_PROFILE_DEV_DEBUG: "0", CARGO_TARGET_DIR: build };
  for (const [, version, crate] of missing) {
    await run(
      "cargo",
      ["install", "--debug", "--locked", "--root", toolsDir, "--version", version, crate],
      { env },
    );
  }
  rmSync(build, { recursive: true, force: true });
}

/**
 * Returns the paths of Chromium and its driver; null if missing. CHROME_PATH and CHROMEDRIVER override the search.
 */
export function browserPaths() {
  const find = (names) => names.map(findCommand).find(Boolean) ?? null;
  return {
    chrome:
      process.env.CHROME_PATH ||
      find(["chromium", "google-chrome-stable", "google-chrome", "chromium-browser"]),
    chromedriver: process.env.CHROMEDRIVER || find(["chromedriver"]),
  };
}

async function installBrowser() {
  const { chrome, chromedriver } = browserPaths();
  if (chrome && chromedriver) return;
  const what = "Chromium and its driver, for the browser tests";
  await installPackages(
    ["chromium", "chromium-driver"],
    what,
    ", or set CHROME_PATH and CHROMEDRIVER",
  );
}

/** Installs Debian packages as root. For other users, throws an error with the command. */
export async function installPackages(packages, what, hint = "") {
  if (!isInstalled("apt-get") || process.getuid() !== 0) {
    throw new ScriptError(
      `Missing: ${what}. Run \`sudo apt-get install ${packages.join(" ")}\` or the like${hint}.`,
    );
  }
  console.log(`Installing ${what} with apt (about a minute, once).`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update"], { env });
  await run("apt-get", ["install", "--yes", "--no-install-recommends", ...packages], { env });
}

await main(import.meta, ([option]) => (option === "--browser" ? installBrowser() : installTools()));
