// A service for pages in Chromium that counts the polls it gets. Each page has the built package and a client.
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { sendFile } from "../../scripts/send-file.mjs";
import { HASH } from "./hashes.mjs";

const PAGE = '<!doctype html><meta charset="utf-8"><title>tests</title><link rel="icon" href="data:,">';
const DIST = fileURLToPath(new URL("../../pkg/dist/browser", import.meta.url));

/** Starts the service. `polls` is the number of polls; `status` is that of the transfer. */
export async function startService() {
  const service = { polls: 0, status: "wait-wh" };
  const server = createServer((request, response) => {
    const [, hash] = /^\/api\/bridge\/transfers\/transactions\/(0x\w+)(?:\?.*)?$/.exec(request.url) ?? [];
    if (request.url === "/") return response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
    if (!hash) return sendFile(request, response, DIST, request.url);
    service.polls++;
    const record = { _id: "1", status: service.status, fromChain: 1, toChain: 10, originTxnHash: hash };
    const body = JSON.stringify({ bridgeData: { bridgeData: [record], nextCursor: null } });
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  service.url = `http://127.0.0.1:${server.address().port}/`;
  service.close = () => server.close();
  return service;
}

/**
 * Opens a page of `context`, and starts a watch there. `statuses()` returns the statuses that it has yielded, and
 * `polls()` the number of its requests.
 */
export async function openTab(context, service, { client = {}, watch = {} } = {}) {
  const page = await context.newPage();
  let polls = 0;
  page.on("request", (request) => (polls += Number(request.url().includes(HASH))));
  await page.goto(service.url);
  await page.evaluate(
    async ({ client, watch, hash }) => {
      const { Client } = await import("/ethereal-query.js");
      globalThis.statuses = [];
      const updates = new Client({ baseUrl: "/api", apiKey: "key", ...client }).watchTransfer(hash, watch);
      void (async () => {
        for await (const { transfer } of updates) statuses.push(transfer?.status);
      })().catch((error) => statuses.push(error.code));
    },
    { client, watch, hash: HASH },
  );
  return { page, polls: () => polls, statuses: () => page.evaluate(() => globalThis.statuses) };
}
