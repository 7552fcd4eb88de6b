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
  const unavailable = clientOf(respond(503));
  const unauthenticated = clientOf(respond(401));
  const unreachable = clientOf(async () => Promise.reject(new TypeError("no network")));
  const withoutTransfer = clientOf(respond(404));
  const withTransfer = (status) =>
    clientOf(async () => Response.json({ bridgeData: [{ _id: "1", status }] }));
  const functions = {
    async loadProject() {
      return await unavailable.project();
    },
    async loadUnreachable() {
      return await unreachable.project();
    },
    async loadToken() {
      return await unavailable.tokenUri(address, 1, { chainId: 1 });
    },
    async loadInvalidToken() {
      return await unavailable.tokenUri(address, -1, { chainId: 1 });
    },
    async loadTransfer() {
      return await unavailable.bridgeTransfer(hash);
    },
    async loadTransferOfAnyChain() {
      return await unavailable.bridgeTransfer(hash, { chain: "auto" });
    },
    async loadPage() {
      return await unavailable.ethereals().page();
    },
    async loadAwaitedPage() {
      return await unavailable.ethereals();
    },
    async loadArray() {
      return await unavailable.ethereals().toArray({ limit: 1 });
    },
    async loadRecords() {
      for await (const record of unavailable.ethereals()) return record;
    },
    async loadPages() {
      for await (const page of unavailable.ethereals().pages()) return page;
    },
    async loadNext() {
      return await unavailable.ethereals().pages().next();
    },
    async loadAll() {
      return await Promise.all([unavailable.project()]);
    },
    async watchRejected() {
      for await (const update of unauthenticated.watchTransfer(hash)) update;
    },
    async watchMissing() {
      for await (const update of withoutTransfer.watchTransfer(hash, { notFoundGraceMs: 0 }))
        update;
    },
    async watchInvalid() {
      for await (const update of unauthenticated.watchTransfer("0x12")) update;
    },
    async waitRejected() {
      return await unauthenticated.waitForTransfer(hash);
    },
    async waitFailed() {
      return await withTransfer("error").waitForTransfer(hash);
    },
    async waitAborted() {
      return await withoutTransfer.waitForTransfer(hash, { signal: AbortSignal.abort() });
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

/** Asserts that each stack has a line of the function that made the call, such as `at async Object.loadProject`. */
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
        // The page assigns a promise, which `evaluate` awaits below.
        content: `
          import * as pkg from "/pkg/dist/browser/ethereal-query.js";
          globalThis.stacks = (${stacksOf})(pkg);
        `,
      });
      await page.waitForFunction(() => globalThis.stacks);
      assertStacks(await page.evaluate(() => globalThis.stacks));
    } finally {
      await browser.close();
    }
  },
);
