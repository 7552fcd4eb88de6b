// The embedded service as the handler of Mock Service Worker, as docs/embedded-service.md shows.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { EmbeddedService } from "../../pkg/dist/embedded.js";
import { Client } from "../../pkg/dist/index.js";

const service = new EmbeddedService({ keys: [{ key: "k", requestOwner: "me", auth: {} }] });
const server = setupServer(
  http.all("https://api.example.com/*", ({ request }) => service.fetch(request).catch(() => HttpResponse.error())),
);
const client = new Client({ baseUrl: "https://api.example.com", apiKey: "k", maxRetries: 0, timeoutMs: 500 });

before(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => service.clearFailures());
after(() => server.close());

test("responds to a client that uses the global fetch", async () => {
  assert.equal((await client.project()).requestOwner, "me");
  assert.deepEqual((await client.ethereals().page()).items, []);
});

for (const [status, kind] of [[503, "server"], ["network", "network"], ["timeout", "timeout"]]) {
  test(`passes a simulated failure on: ${status}`, async () => {
    service.failNext({ status });
    const error = await client.project().catch((thrown) => thrown);
    assert.deepEqual([error.kind, error.status], [kind, typeof status === "number" ? status : undefined]);
    assert.equal((await client.project()).requestOwner, "me");
  });
}
