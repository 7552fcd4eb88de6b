// Tests elements that watch a transfer.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { example, seed, openPage } from "./setup.mjs";
import { view } from "./browser.mjs";

describe("watching elements", { concurrency: 4 }, () => {
  test("draws each update of a watched transfer and keeps the focus", async () => {
    const { hash } = example("transfers", "Delivered");
    const finalRecord = seed("transfers").find((item) =>
      item.route.some((step) => step.txHash === hash),
    );
    /** The number of steps in the next response. */
    let stepCount = 1;
    let requestCount = 0;
    const { page, context, go, text, allTexts, close } = await openPage("#/transfer");
    await context.route("**/api/bridge/**", (interceptedRoute) => {
      requestCount += 1;
      const route = finalRecord.route.slice(0, stepCount);
      const statuses = ["wait-wh", "wait-rb", "wait-cc", "done"];
      const record = { ...finalRecord, simulated: true, status: statuses[route.length - 1], route };
      for (const name of ["whTxnHash", "rbTxnHash", "deliveryTxnHash"]) {
        if (!route.some(({ txHash }) => txHash === finalRecord[name])) delete record[name];
      }
      return interceptedRoute.fulfill({
        json: { bridgeData: { bridgeData: [record], nextCursor: null } },
      });
    });
    await go(view("transfer", { hash: finalRecord.originTxnHash }));
    assert.match(await text(".simulated"), /^Simulated\./);
    assert.equal((await allTexts(".route .done")).length, 1);
    await page.evaluate(() => {
      window.updates = [];
      const route = document.querySelector("eq-transfer-route");
      route.addEventListener("eq-update", ({ detail }) => window.updates.push(detail.phase));
      route.addEventListener("eq-end", ({ detail }) => window.updates.push(detail.reason));
    });
    // The page watches a simulated transfer at once. The test starts the watch again, so that the button has the focus.
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Watch" }).click();
    while (stepCount < finalRecord.route.length) {
      stepCount += 1;
      const lastStep = page.locator("eq-transfer-route .route .done").nth(stepCount - 1);
      await lastStep.waitFor();
      const isFirstUpdate = stepCount === 2;
      if (isFirstUpdate) {
        const focused = await page.evaluate(
          () => document.querySelector("eq-transfer-route").shadowRoot.activeElement?.textContent,
        );
        assert.equal(focused, "Pause");
      }
    }
    await page.getByText("The transfer has ended").waitFor();
    assert.match(await text(".now p"), /^Delivered/);
    assert.match(
      await page.locator("eq-transfer-route [data-announcer]").innerText(),
      /^Delivered/,
    );
    assert.equal(await page.getByRole("button", { name: /watch/i }).count(), 0);
    assert.deepEqual((await page.evaluate(() => window.updates)).slice(-2), ["done", "ended"]);
    const countAtEnd = requestCount;
    // The watch of a simulated transfer polls at the latest every 2 seconds.
    await page.waitForTimeout(2500);
    assert.equal(requestCount, countAtEnd);
    await close();
  });

  test("says that a watch ended when a client rejects with a value that is not an error", async () => {
    const { page, text, close } = await openPage(view("transfer", example("transfers", "Relay")));
    for (const thrown of [undefined, null, "lost", {}]) {
      const reason = await page.evaluate(async (value) => {
        const route = document.querySelector("eq-transfer-route");
        const next = () => Promise.reject(value);
        route.client = { watchTransfer: () => ({ [Symbol.asyncIterator]: () => ({ next }) }) };
        let endReason;
        const saveReason = ({ detail }) => {
          endReason = detail.reason;
        };
        route.addEventListener("eq-end", saveReason, { once: true });
        await route.watch();
        return endReason;
      }, thrown);
      assert.equal(reason, "error");
      // None of the values has a message to show after the colon.
      assert.equal(await text(".note"), "Watching ended:");
    }
    await close();
  });

  test("sends no request after a watch is stopped or its element is removed", async () => {
    const { page, recorded, close } = await openPage(
      view("transfer", example("transfers", "Relay")),
    );
    const reasons = await page.evaluate(async () => {
      const route = document.querySelector("eq-transfer-route");
      route.watchOptions = { intervalMs: 30 };
      const reported = [];
      route.addEventListener("eq-end", ({ detail }) => reported.push(detail.reason));
      for (const end of [() => route.stop(), () => route.remove()]) {
        const watch = route.watch();
        await new Promise((resolve) => setTimeout(resolve, 150)); // Five intervals.
        end();
        await watch;
        reported.push(route.watching);
      }
      return reported;
    });
    assert.deepEqual(reasons, ["stopped", false, "stopped", false]);
    const countAtEnd = recorded.api.length;
    await page.waitForTimeout(200); // Longer than six intervals.
    assert.equal(recorded.api.length, countAtEnd);
    await close();
  });
});
