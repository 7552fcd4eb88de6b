// Native programs: the example, and the program of docs/rust.md, against the service that `npm start` serves.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { output, root, run } from "../scripts/run.mjs";
import { serve } from "../scripts/serve.mjs";

const folder = mkdtempSync(join(tmpdir(), "native-program-"));
after(() => rmSync(folder, { recursive: true }));
// The manifest in docs/rust.md names the repository as `../ethereal-query`.
symlinkSync(root, join(folder, "ethereal-query"));

/** Returns the first code block of `language` in docs/rust.md. */
function blockOf(language) {
  const page = readFileSync(join(root, "docs/rust.md"), "utf8");
  return new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "ms").exec(page)[1];
}

/** Writes a program into a folder outside the repository. Returns its folder. */
function createProgram(name, manifest, main) {
  const program = join(folder, name);
  mkdirSync(join(program, "src"), { recursive: true });
  writeFileSync(join(program, "Cargo.toml"), manifest);
  writeFileSync(join(program, "src", "main.rs"), main);
  return program;
}

test("a native program makes the calls", async () => {
  const service = await serve({ port: 0 });
  try {
    const args = [
      "run",
      "--quiet",
      "--locked",
      "--all-features",
      "--example",
      "native",
      "--",
      `${service.url}/api`,
    ];
    const printed = await run("cargo", args, { cwd: root });
    const expected = [
      "token: Ethereal Trees #2",
      "transfer: wait-wh",
      "owner: demo",
      "collections: SCSST, MPSTC, CRBTS",
    ];
    assert.deepEqual(printed.trim().split("\n"), expected);
  } finally {
    await service.close();
  }
});

test("the program of docs/rust.md builds in an empty folder, and runs", async () => {
  const program = createProgram("show-transfer", blockOf("toml"), blockOf("rust,ignore"));
  const service = await serve({ port: 0 });
  try {
    const env = {
      BASE_URL: `${service.url}/api`,
      CARGO_TARGET_DIR: join(root, "target", "native-program"),
    };
    await run("cargo", ["build", "--quiet"], { cwd: program, env });
    const printed = await run("cargo", ["run", "--quiet"], { cwd: program, env });
    assert.equal(printed.trim(), "wait-wh");
  } finally {
    await service.close();
  }
});

test("a native program can depend on an older wasm-bindgen than the package", async () => {
  const metadata = output("cargo", ["metadata", "--format-version", "1", "--no-deps", "--locked"]);
  const { dependencies } = JSON.parse(metadata).packages.find(
    ({ name }) => name === "ethereal-query",
  );
  const pinned = dependencies.filter(({ req }) => req.startsWith("="));
  assert.deepEqual(pinned, [], "a program that needs another version could not be built");

  // The oldest version that docs/rust.md allows.
  const olderVersion = "0.2.114";
  const manifest = `${blockOf("toml")}[dependencies.wasm-bindgen]\nversion = "=${olderVersion}"\n`;
  const program = createProgram("older", manifest, "fn main() {}\n");
  await run("cargo", ["generate-lockfile"], { cwd: program });
  const lockFile = readFileSync(join(program, "Cargo.lock"), "utf8");
  assert.ok(lockFile.includes(`name = "wasm-bindgen"\nversion = "${olderVersion}"`), lockFile);
});
