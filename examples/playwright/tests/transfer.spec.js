import { expect } from "@playwright/test";
import { HASH, test, transferWith } from "./fixtures.js";

// Each test takes `service`, which responds to the page's requests.

test("follows a transfer until it is done", async ({
  page,
  service,
}) => {
  await page.clock.install();
  await page.goto(`/?hash=${HASH}`);
  await expect(page.getByRole("status")).toHaveText(
    "The transfer is pending.",
  );
  service.update({ transfers: [transferWith("done")] });
  // The page asks again within a minute.
  await page.clock.runFor(60_000);
  await expect(page.getByRole("status")).toHaveText(
    "The transfer is done.",
  );
});

test("says that no transfer has a hash", async ({ page, service }) => {
  await page.goto(`/?hash=0x${"0".repeat(64)}`);
  await expect(page.getByRole("status")).toHaveText(
    "No transfer has this hash.",
  );
});

test("retries after a failure of the network", async ({
  page,
  service,
}) => {
  service.failNext({ status: "network" });
  await page.goto(`/?hash=${HASH}`);
  await expect(page.getByRole("status")).toHaveText(
    "The transfer is pending.",
  );
});

test("shows why the service refuses the call", async ({
  page,
  service,
}) => {
  service.failNext({ status: 403, message: "Ask for access first." });
  await page.goto(`/?hash=${HASH}`);
  await expect(page.getByRole("status")).toContainText(
    "Ask for access first.",
  );
});
