// `ethereal-query demo` and `completion`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { launch, noTerminal, run, runOnTerminal } from "./program.mjs";
import { until } from "../service/processes.mjs";

test("demo serves a simulated transfer, follows it, and ends at SIGTERM", async () => {
  const child = launch(["demo"]);
  const [, url] = await until("the URL", () => /at (http:\S+) until/.exec(child.output.stderr));
  const [, hash] = await until("the hash", () => /transfer (0x[0-9a-f]{64}) --watch/.exec(child.output.stderr));
  await until("the first line", () => /On its way .*✓ Base \(8453\)/.test(child.output.stdout));
  const { status, stdout } = await run(["transfer", hash], {
    env: { ETHEREAL_QUERY_URL: url, ETHEREAL_QUERY_API_KEY: "demo" },
  });
  assert.equal(status, 0);
  assert.match(stdout, /^Amount +1,500 SIM$/m);
  child.kill("SIGTERM");
  await child.ended;
});

test("demo draws the route in place on a terminal until it is delivered", { skip: noTerminal }, async () => {
  const { status, text } = await runOnTerminal(["demo"], { columns: 80 });
  assert.equal(status, 0);
  const drawings = text.split(/\x1b\[\d+A\x1b\[J/);
  assert.equal(drawings.length, 4);
  assert.match(drawings.at(-1), /Delivered \(done\)/);
});

test("each shell has a script with every command and option, which bash can read", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { status, stdout } = await run(["completion", shell]);
    assert.equal(status, 0);
    for (const word of ["ethereals", "demo", "source-chain", "watch-timeout-ms"])
      assert.ok(stdout.includes(word), `${shell}: ${word}`);
  }
  const { stdout } = await run(["completion", "bash"]);
  const complete = `${stdout}\nCOMP_WORDS=(ethereal-query transfer --wat); COMP_CWORD=2; _ethereal_query; echo "\${COMPREPLY[@]}"`;
  assert.equal(execFileSync("bash", ["-c", complete], { encoding: "utf8" }).trim(), "--watch --watch-timeout-ms");
});
