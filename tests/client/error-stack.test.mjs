// The stack of an error names the function that made the call. Error trackers group errors by this function.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as pkg from "../../pkg/dist/index.js";
import { launchChromium } from "../package/browser.mjs";
import { listen } from "../proxy/servers.mjs";
import { root } from "../../scripts/run.mjs";
import { sendFile } from "../../scripts/send-file.mjs";
import { browserPaths } from "../../scripts/tools.mjs";

/**
 * Makes each kind of call; every call fails. Resolves to the stacks of the errors by the name of the function that made
 * the call. The test in Chromium runs the source of this function in a page, so it uses nothing of this module.
 */
async function stacksOf({ Client }) {
  const hash = `0x${"0".repeat(64)}`;
  const address = `0x${"c1".repeat(20)}`;
  const respond = (status) => async () => new Response('{"message":"x"}', { status });
  const clientOf = (fetch) =>
    new Client({ baseUrl: "https://a.invalid", apiKey: "k", maxRetries: 0, fetch });
  const failing = clientOf(respond(503));
  const rejecting = clientOf(respond(401));
  const unreachable = clientOf(async () => Promise.reject(new TypeError("no network")));
  const empty = clientOf(respond(404));
  const transferOf = (status) =>
    clientOf(async () => Response.json({ bridgeData: [{ _id: "1", status }] }));
  const functions = {
    async loadProject() {
      return await failing.project();
    },
    async loadUnreachable() {
      return await unreachable.project();
    },
    async loadToken() {
      return await failing.tokenUri(address, 1, { chainId: 1 });
    },
    async loadInvalidToken() {
      return await failing.tokenUri(address, -1, { chainId: 1 });
    },
    async loadTransfer() {
      return await failing.bridgeTransfer(hash);
    },
    async loadTransferOfAnyChain() {
      return await failing.bridgeTransfer(hash, { chain: "auto" });
    },
    async loadPage() {
      return await failing.ethereals().page();
    },
    async loadAwaitedPage() {
      return await failing.ethereals();
    },
    async loadArray() {
      return await failing.ethereals().toArray({ limit: 1 });
    },
    async loadRecords() {
      for await (const record of failing.ethereals()) return record;
    },
    async loadPages() {
      for await (const page of failing.ethereals().pages()) return page;
    },
    async loadNext() {
      return await failing.ethereals().pages().next();
    },
    async loadAll() {
      return await Promise.all([failing.project()]);
    },
    async watchRejected() {
      for await (const update of rejecting.watchTransfer(hash)) update;
    },
    async watchMissing() {
      for await (const update of empty.watchTransfer(hash, { notFoundGraceMs: 0 })) update;
    },
    async watchInvalid() {
      for await (const update of rejecting.watchTransfer("0x12")) update;
    },
    async waitRejected() {
      return await rejecting.waitForTransfer(hash);
    },
    async waitFailed() {
      return await transferOf("error").waitForTransfer(hash);
    },
    async waitAborted() {
      return await empty.waitForTransfer(hash, { signal: AbortSignal.abort() });
    },
  };
  const entries = Object.entries(functions).map(async ([name, run]) => {
    try {
      await run();
    } catch (error) {
      return [name, error.stack];
    }
    return [name, "no error"];
  });
  return Object.fromEntries(await Promise.all(entries));
}

function assertStacks(stacks) {
  for (const [name, stack] of Object.entries(stacks)) {
    assert.match(stack, /^EtherealQueryError: /, name);
    assert.match(stack, new RegExp(`at (async )?(Object\\.)?${name}\\b`), `${name}: ${stack}`);
  }
}

test("an error's stack has the function of the caller in Node.js", async () => {
  assertStacks(await stacksOf(pkg));
});

test(
  "an error's stack has the function of the caller in Chromium",
  { skip: !browserPaths().chrome },
  async () => {
    const url = await listen((request, response) => {
      if (request.url !== "/") return sendFile(request, response, root, request.url);
      response.setHeader("content-type", "text/html");
      return response.end("<!doctype html><title>stack</title>");
    });
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(`${url}/`);
      await page.addScriptTag({
        type: "module",
        content: `import * as pkg from "/pkg/dist/browser/ethereal-query.js"; globalThis.stacks = (${stacksOf})(pkg);`,
      });
      await page.waitForFunction(() => globalThis.stacks);
      assertStacks(await page.evaluate(() => globalThis.stacks));
    } finally {
      await browser.close();
    }
  },
);
