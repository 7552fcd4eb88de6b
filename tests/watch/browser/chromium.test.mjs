// Tests watches and a blocked redirect in pages of Chromium, in real time. The service counts the polls that it
// receives.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sendFile } from "../../../scripts/send-file.mjs";
import { launch } from "../../page/browser.mjs";
import { until } from "../../service/processes.mjs";

const HASH = `0x${"6f".repeat(32)}`;
const PAGE =
  '<!doctype html><meta charset="utf-8"><title>tests</title><link rel="icon" href="data:,">';
const DIST = fileURLToPath(new URL("../../../pkg/dist/browser", import.meta.url));

/** Starts the service. `polls` is the number of polls. A test can set `status`, the status of the transfer. */
async function startService() {
  const service = { polls: 0, status: "wait-wh" };
  const server = createServer((request, response) => {
    // The path of a poll: /api/bridge/transfers/transactions/0x…, with or without a query.
    const [, hash] =
      /^\/api\/bridge\/transfers\/transactions\/(0x\w+)(?:\?.*)?$/.exec(request.url) ?? [];
    if (request.url === "/")
      return response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
    // The test of redirects requests this path.
    if (request.url === "/api/project") return response.writeHead(302, { location: "/" }).end();
    if (!hash) return sendFile(request, response, DIST, request.url);
    service.polls++;
    const record = {
      _id: "1",
      status: service.status,
      fromChain: 1,
      toChain: 10,
      originTxnHash: hash,
    };
    const body = JSON.stringify({ bridgeData: { bridgeData: [record], nextCursor: null } });
    response
      .writeHead(200, { "content-type": "application/json", "cache-control": "max-age=300" })
      .end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  service.url = `http://127.0.0.1:${server.address().port}/`;
  service.close = () => server.close();
  return service;
}

/**
 * Opens a page of `context`, and starts a watch in the page. `statuses()` returns the statuses that the watch has
 * yielded and, if the watch failed, the code of its error. `polls()` returns the number of polls of the page.
 */
async function openTab(context, service, { client = {}, watch = {} } = {}) {
  const page = await context.newPage();
  let polls = 0;
  page.on("request", (request) => {
    if (request.url().includes(HASH)) polls++;
  });
  await page.goto(service.url);
  await page.evaluate(
    async ({ client, watch, hash }) => {
      const { Client } = await import("/ethereal-query.js");
      globalThis.statuses = [];
      const updates = new Client({ baseUrl: "/api", apiKey: "key", ...client }).watchTransfer(
        hash,
        watch,
      );
      const readStatuses = async () => {
        for await (const { transfer } of updates) globalThis.statuses.push(transfer?.status);
      };
      // Does not wait for the end of the watch.
      void readStatuses().catch((error) => globalThis.statuses.push(error.code));
    },
    { client, watch, hash: HASH },
  );
  return { page, polls: () => polls, statuses: () => page.evaluate(() => globalThis.statuses) };
}

let browser;
let service;
let context;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());
beforeEach(async () => {
  service = await startService();
  context = await browser.newContext();
});
afterEach(async () => {
  await context.close();
  service.close();
});

test("a watch pauses while the browser is offline, and polls at once when it is online", async () => {
  const watch = { intervalMs: 200, maxIntervalMs: 60_000 };
  // Without retries, a poll is one request.
  const { polls, statuses } = await openTab(context, service, { watch, client: { maxRetries: 0 } });
  await until("the first status", async () => (await statuses()).length === 1);
  await context.setOffline(true);
  const pollsBefore = polls();
  await until("a failed poll", () => polls() > pollsBefore);
  // The intervals grow by half, so without the pause four polls would be due in this time.
  await sleep(3_000);
  assert.equal(polls(), pollsBefore + 1);
  const receivedBefore = service.polls;
  service.status = "done";
  await context.setOffline(false);
  await until("the last status", async () => (await statuses()).length === 2);
  assert.equal(service.polls - receivedBefore, 1);
  assert.deepEqual(await statuses(), ["wait-wh", "done"]);
});

// The service sends `max-age=300`.
test("the polls do not come from the cache of the browser", async () => {
  const { statuses } = await openTab(context, service, {
    watch: { intervalMs: 100, maxIntervalMs: 100 },
  });
  await until("the first status", async () => (await statuses()).length === 1);
  const pollsBefore = service.polls;
  await until("further polls", () => service.polls >= pollsBefore + 2);
  service.status = "done";
  await until("the last status", async () => (await statuses()).length === 2);
  assert.deepEqual(await statuses(), ["wait-wh", "done"]);
});

test("in a browser, a redirect of a request with a key fails with the kind redirect_blocked", async () => {
  const page = await context.newPage();
  await page.goto(service.url);
  const error = await page.evaluate(async () => {
    const { Client } = await import("/ethereal-query.js");
    return new Client({ baseUrl: "/api", apiKey: "key" })
      .project()
      .catch(({ kind, retryable }) => ({ kind, retryable }));
  });
  assert.deepEqual(error, { kind: "redirect_blocked", retryable: false });
});
