// Each test gets a separate service, which responds to the requests
// of the page at /api/eq.
import { test as base } from "@playwright/test";
import { EmbeddedService } from "ethereal-query/embedded";

export const HASH = `0x${"ab".repeat(32)}`;
export const transferWith = (status) => ({
  _id: "t1",
  chainType: "mainnet",
  status,
  originTxnHash: HASH,
});

export const test = base.extend({
  service: async ({ page }, use) => {
    const service = new EmbeddedService({
      dataset: { transfers: [transferWith("pending")] },
      keys: [
        {
          key: "test-key",
          requestOwner: "me",
          auth: { deliveries: ["read"] },
        },
      ],
      basePath: "/api/eq",
    });
    await page.route("**/api/eq/**", async (route, request) => {
      try {
        // The key that your proxy would add.
        const response = await service.fetch(request.url(), {
          headers: { "x-api-key": "test-key" },
        });
        const headers = Object.fromEntries(response.headers);
        await route.fulfill({
          status: response.status,
          headers,
          body: await response.text(),
        });
      } catch {
        await route.abort();
      }
    });
    await use(service);
  },
});
