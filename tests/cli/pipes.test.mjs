// Pipes that close early, and signals.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { KEY, MAIN, launch, pageBody, scriptedService } from "./program.mjs";

let service;
before(async () => {
  const items = Array.from({ length: 500 }, (_, index) => ({
    _id: String(index),
    status: "active",
    tokenName: "x".repeat(300),
  }));
  // A list without end.
  service = await scriptedService((request, count) => [200, pageBody(items, `cursor${count}`)]);
});
after(() => service.close());

for (const flags of [["--json"], []]) {
  test(`a reader that leaves ends the program silently: ${flags[0] ?? "table"}`, async () => {
    const args = [MAIN, "ethereals", ...flags, "--base-url", service.url];
    const env = { ...process.env, ETHEREAL_QUERY_API_KEY: KEY };
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    let errors = "";
    child.stderr.on("data", (text) => (errors += text));
    await once(child.stdout, "data");
    child.stdout.destroy();
    const [status, signal] = await once(child, "exit");
    assert.deepEqual({ status, signal, errors }, { status: 0, signal: null, errors: "" });
  });
}

test("a list waits for a slow reader", async () => {
  const before = service.requests.length;
  const child = spawn(process.execPath, [MAIN, "ethereals", "--json", "--base-url", service.url], {
    env: { ...process.env, ETHEREAL_QUERY_API_KEY: KEY }, stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "readable");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  // The pipe holds 64 KiB, the stream of this process some more; a page has 160 KB.
  assert.ok(service.requests.length - before <= 3, `${service.requests.length - before} pages`);
  child.kill("SIGKILL");
});

for (const [signal, status] of [["SIGINT", 130], ["SIGTERM", 143]]) {
  test(`${signal} ends a call with ${status}, without a message`, async () => {
    const silent = await scriptedService(() => undefined);
    const child = launch(["project", "--base-url", silent.url]);
    while (silent.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill(signal);
    assert.deepEqual(await child.ended, { status, signal: null });
    assert.deepEqual(child.output, { stdout: "", stderr: "" });
    silent.close();
  });
}
