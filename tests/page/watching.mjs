// Tests elements that watch a transfer.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { example, seed, openPage } from "./setup.mjs";
import { view } from "./browser.mjs";

describe("watching elements", { concurrency: 4 }, () => {
  test("draws each update of a watched transfer and keeps the focus", async () => {
    const { hash } = example("transfers", "Delivered");
    const whole = seed("transfers").find((item) => item.route.some((step) => step.txHash === hash));
    let done = 1;
    let requestCount = 0;
    const { page, context, go, text, allTexts, close } = await openPage("#/transfer");
    await context.route("**/api/bridge/**", (request) => {
      requestCount += 1;
      const route = whole.route.slice(0, done);
      const status = ["wait-wh", "wait-rb", "wait-cc", "done"][route.length - 1];
      const record = { ...whole, simulated: true, status, route };
      for (const name of ["whTxnHash", "rbTxnHash", "deliveryTxnHash"]) {
        if (!route.some(({ txHash }) => txHash === whole[name])) delete record[name];
      }
      return request.fulfill({ json: { bridgeData: { bridgeData: [record], nextCursor: null } } });
    });
    await go(view("transfer", { hash: whole.originTxnHash }));
    assert.match(await text(".simulated"), /^Simulated\./);
    assert.equal((await allTexts(".route .done")).length, 1);
    await page.evaluate(() => {
      window.updates = [];
      const route = document.querySelector("eq-transfer-route");
      route.addEventListener("eq-update", ({ detail }) => window.updates.push(detail.phase));
      route.addEventListener("eq-end", ({ detail }) => window.updates.push(detail.reason));
    });
    // The page watches a simulated transfer at once.
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Watch" }).click();
    for (done = 2; done <= whole.route.length; done += 1) {
      await page
        .locator("eq-transfer-route .route .done")
        .nth(done - 1)
        .waitFor();
      const focused = await page.evaluate(
        () => document.querySelector("eq-transfer-route").shadowRoot.activeElement?.textContent,
      );
      if (done === 2) assert.equal(focused, "Pause");
    }
    await page.getByText("The transfer has ended").waitFor();
    assert.match(await text(".now p"), /^Delivered/);
    assert.match(
      await page.locator("eq-transfer-route [data-announcer]").innerText(),
      /^Delivered/,
    );
    assert.equal(await page.getByRole("button", { name: /atch/ }).count(), 0);
    assert.deepEqual((await page.evaluate(() => window.updates)).slice(-2), ["done", "ended"]);
    const countAtEnd = requestCount;
    await page.waitForTimeout(300);
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
        let detail;
        route.addEventListener("eq-end", (event) => (detail = event.detail), { once: true });
        await route.watch();
        return detail.reason;
      }, thrown);
      assert.equal(reason, "error");
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
        const watching = route.watch();
        await new Promise((resolve) => setTimeout(resolve, 150));
        end();
        await watching;
        reported.push(route.watching);
      }
      return reported;
    });
    assert.deepEqual(reasons, ["stopped", false, "stopped", false]);
    const countAtEnd = recorded.api.length;
    await page.waitForTimeout(200);
    assert.equal(recorded.api.length, countAtEnd);
    await close();
  });
});
