// The help of the program and of each command.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { run } from "./program.mjs";

/** The options of each command, without the options in CONNECTION. */
const OPTIONS = {
  token: ["chain-id", "standard", "exact", "raw", "json", "help"],
  transfer: [
    "chain",
    "watch",
    "watch-timeout-ms",
    "interval-ms",
    "not-found-grace-ms",
    "on-manual",
    "json",
    "help",
  ],
  project: ["json", "help"],
  ethereals: [
    "chain",
    "source-chain",
    "source-contract",
    "status",
    "limit",
    "page-size",
    "cursor",
    "json",
    "help",
  ],
  serve: ["port", "host", "keys", "json", "help"],
  demo: ["port", "help"],
  completion: ["help"],
};
/** The options of the commands that send requests. */
const CONNECTION = ["base-url", "timeout-ms", "deadline-ms", "max-retries", "allow-insecure"];
const WITHOUT_CONNECTION = ["serve", "demo", "completion"];

describe("help", () => {
  for (const arg of ["--help", "-h", "help"]) {
    test(`${arg} lists the commands, the environment and the exit codes`, async () => {
      const { status, stdout, stderr } = await run([arg]);
      assert.deepEqual([status, stderr], [0, ""]);
      for (const text of [
        ...Object.keys(OPTIONS),
        "ETHEREAL_QUERY_URL",
        "ETHEREAL_QUERY_API_KEY",
        "NO_COLOR",
        // The exit code after SIGINT.
        "130",
      ]) {
        assert.ok(stdout.includes(text), text);
      }
    });
  }

  test("without arguments, the program prints the help on standard error and ends with 2", async () => {
    const { status, stdout, stderr } = await run([]);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, /^Usage: ethereal-query COMMAND/);
  });

  for (const [command, ownOptions] of Object.entries(OPTIONS)) {
    test(`${command} --help lists each option of the command once, and an example`, async () => {
      const { status, stdout } = await run([command, "--help"]);
      assert.equal(status, 0);
      const listed = [...stdout.matchAll(/^ {2}(?:-h, )?--([\w-]+)/gm)].map(([, name]) => name);
      const expected = WITHOUT_CONNECTION.includes(command)
        ? ownOptions
        : [...ownOptions, ...CONNECTION];
      assert.deepEqual(listed.sort(), [...expected].sort());
      assert.match(stdout, new RegExp(`^  .*ethereal-query ${command}`, "m"));
      assert.equal((await run(["help", command])).stdout, stdout);
    });
  }

  for (const word of ["--version", "version"]) {
    test(`${word} prints the version of the package`, async () => {
      const { version } = JSON.parse(
        readFileSync(new URL("../../pkg/package.json", import.meta.url), "utf8"),
      );
      const { status, stdout } = await run([word]);
      assert.deepEqual([status, stdout], [0, `${version}\n`]);
    });
  }
});
