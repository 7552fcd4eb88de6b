// Tests the packed client in a page of another origin than the service. CORS must allow all that the client needs.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { sendFile } from "../../scripts/send-file.mjs";
import { root } from "../../scripts/run.mjs";
import { SEED_FILES, seedOptions, seedPath } from "../../scripts/seed.mjs";
import { expected, input, program } from "../package/hosts.mjs";
import { launch } from "../page/browser.mjs";
import { sendRequest } from "./records.mjs";
import { createKey, runOrThrow, serve } from "./service.mjs";
import { stores } from "./stores.mjs";

const HTML =
  '<!doctype html><meta charset="utf-8"><title>service</title><link rel="icon" href="data:,">';
const [firstStore] = await stores();

/** Serves the page and the package on another port, which is another origin. */
function startPage() {
  const server = createServer((request, response) => {
    if (request.url === "/")
      return response.writeHead(200, { "content-type": "text/html" }).end(HTML);
    return sendFile(request, response, join(root, "pkg", "dist", "browser"), request.url);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

describe("browser", () => {
  let pageServer, browser, page;
  // Services with the sample data, in memory and in a database.
  let memory, database;
  const problems = [];
  before(async () => {
    const url = firstStore.fresh();
    for (const [kind, file] of Object.entries(SEED_FILES))
      await runOrThrow(["import", kind, seedPath(file)], { url });
    const [{ requestOwner: owner, auth, balanceWei }] = seedOptions().keys;
    const key = await createKey(url, { owner, auth, balanceWei });
    [memory, database, pageServer, browser] = await Promise.all([
      serve(),
      serve({ url }),
      startPage(),
      launch(),
    ]);
    database = { ...database, key };
    page = await browser.newPage();
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(`http://127.0.0.1:${pageServer.address().port}/`);
  });
  after(async () => {
    await browser?.close();
    pageServer?.closeAllConnections();
    pageServer?.close();
    await Promise.all([memory?.stop(), database?.stop()]);
  });

  for (const store of ["memory", "database"]) {
    test(`a page makes every call, and a call with a wrong key: ${store}`, async () => {
      const service = store === "memory" ? memory : database;
      const programInput = { ...input, baseUrl: service.url, apiKey: service.key };
      const result = await page.evaluate(
        `(async () => (${program})(await import("/ethereal-query.js"), ${JSON.stringify(programInput)}))()`,
      );
      assert.deepEqual(result, expected);
    });
  }

  test("the page can read status, request id, ETag and message of every response", async () => {
    const responses = await page.evaluate(
      async ({ url, key }) => {
        const requests = [
          ["/project", key],
          ["/project", "wrong"],
          ["/project", null],
          ["/ethereals?page_size=0", key],
          ["/nothing", null],
          ["/health", null],
        ];
        return Promise.all(
          requests.map(async ([path, sentKey]) => {
            const response = await fetch(url + path, {
              headers: sentKey === null ? {} : { "x-api-key": sentKey },
            });
            const { message } = await response.json();
            return {
              status: response.status,
              id: response.headers.get("x-request-id"),
              etag: response.headers.get("etag"),
              message,
            };
          }),
        );
      },
      { url: database.url, key: database.key },
    );
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 401, 401, 400, 404, 200],
    );
    for (const { id, message, status } of responses)
      assert.ok(id && (status < 400 || message), JSON.stringify(responses));
    assert.match(responses[0].etag, /^W\/"/);
  });

  test("hooks receive the request id, and the error has status 401", async () => {
    const { error, events } = await page.evaluate(
      async ({ url }) => {
        const { Client } = await import("/ethereal-query.js");
        const events = [];
        const client = new Client({
          baseUrl: url,
          apiKey: "wrong",
          onResponse: ({ status, requestId }) => events.push({ status, requestId }),
        });
        const error = await client
          .project()
          .catch(({ kind, status, message, requestId }) => ({ kind, status, message, requestId }));
        return { error, events };
      },
      { url: database.url },
    );
    assert.deepEqual([error.kind, error.status], ["unauthenticated", 401]);
    assert.ok(error.requestId, "the error has the request id");
    assert.deepEqual(events, [{ status: 401, requestId: error.requestId }]);
  });

  test("the browser revalidates with its ETag and receives 304", async () => {
    const line = /requests_total\{endpoint="GET \/project",status="3xx"\} (\d+)/;
    const countNotModified = async () => {
      const { text } = await sendRequest(database, "/metrics", { headers: {} });
      const [, count] = line.exec(text);
      return Number(count);
    };
    const before = await countNotModified();
    const statuses = await page.evaluate(
      async ({ url, key }) => {
        const fetchStatus = async () =>
          (await fetch(`${url}/project`, { headers: { "x-api-key": key } })).status;
        return [await fetchStatus(), await fetchStatus()];
      },
      { url: database.url, key: database.key },
    );
    // The page receives 200 from the cache of the browser.
    assert.deepEqual(statuses, [200, 200]);
    assert.ok((await countNotModified()) > before);
  });

  test("the page has no errors", () => assert.deepEqual(problems, []));
});
