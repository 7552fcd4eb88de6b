// `ethereal-query demo`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { launch, launchOnTerminal, noTerminal, run } from "./program.mjs";
import { until } from "../service/processes.mjs";

/** Moves the cursor up to the first line of the previous drawing, and clears the terminal below. */
const REDRAW = /\x1b\[\d+A\x1b\[J/;

test("demo serves sample records, follows a simulated transfer, and ends at SIGTERM", async () => {
  const child = launch(["demo"]);
  const [, url, key] = await until("the variables", () =>
    /ETHEREAL_QUERY_URL=(\S+) ETHEREAL_QUERY_API_KEY=(\S+)/.exec(child.output.stderr),
  );
  await until("the line of the transfer", () =>
    /On its way .*✓ Base \(8453\)/.test(child.output.stdout),
  );
  const env = { ETHEREAL_QUERY_URL: url, ETHEREAL_QUERY_API_KEY: key };
  // The web page of the demo contains the hash of the simulated transfer.
  const page = await (await fetch(url)).text();
  const [hash] = /0x[0-9a-f]{64}/.exec(page);
  assert.match((await run(["transfer", hash], { env })).stdout, /^Amount +1,500 SIM$/m);
  assert.match((await run(["ethereals"], { env })).stdout, /^TREE\tEthereal Trees\tactive\t/m);
  child.kill("SIGTERM");
  assert.deepEqual(await child.ended, { status: 0, signal: null });
});

test("demo serves scripts of the package only", async () => {
  const child = launch(["demo"]);
  const [, url] = await until("the URL", () => /^Open (http:\S+) in/m.exec(child.output.stderr));
  assert.match(
    (await fetch(`${url}/dist/elements.js`)).headers.get("content-type"),
    /^text\/javascript/,
  );
  for (const path of [
    "/dist/none.js",
    "/dist/%2e%2e/package.json",
    "/dist/ethereal_query.wasm",
    "/dist/",
  ])
    assert.equal((await fetch(url + path)).status, 404, path);
  child.kill("SIGINT");
  assert.deepEqual(await child.ended, { status: 0, signal: null });
});

test(
  "demo redraws the route on a terminal until the transfer is delivered",
  { skip: noTerminal },
  async () => {
    // A simulated transfer takes 40 seconds, or 8 seconds with the fast clock.
    const env = { NODE_OPTIONS: `--import=${new URL("./fast-clock.mjs", import.meta.url)}` };
    const child = launchOnTerminal(["demo"], { columns: 80, env });
    await until("the end of the transfer", () =>
      child.text.includes("Press Ctrl-C to end the service."),
    );
    const ctrlC = "\x03";
    child.stdin.write(ctrlC);
    assert.equal(await child.ended, 0);
    const drawings = child.text.split(REDRAW);
    assert.ok(drawings.length > 1, "The program never replaced a drawing.");
    assert.match(drawings.at(-1), /Delivered \(done\)/);
  },
);
