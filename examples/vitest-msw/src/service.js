// The back end of the tests: Mock Service Worker passes each request to
// the embedded service.
import { EmbeddedService } from "ethereal-query/embedded";
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";

export const HASH = `0x${"ab".repeat(32)}`;
const transfer = {
  _id: "t1",
  chainType: "mainnet",
  status: "pending",
  originTxnHash: HASH,
};

export const service = new EmbeddedService({
  dataset: { transfers: [transfer] },
  keys: [
    {
      key: "test-key",
      requestOwner: "me",
      auth: { deliveries: ["read"] },
    },
  ],
});
const server = setupServer(
  http.all("https://api.example.com/*", ({ request }) =>
    service.fetch(request).catch(() => HttpResponse.error()),
  ),
);

beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => {
  service.clearFailures();
  service.update({ transfers: [transfer] });
});
afterAll(() => server.close());
