// Tests the links, texts and pictures that a visitor shares, the notification at the end of a watch, and the wait that
// a service asks for.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { view, withClipboard } from "./browser.mjs";
import { example, examples, openPage, seed, tokenView } from "./setup.mjs";

describe("sharing", { concurrency: 4 }, () => {
  const { hash } = example("transfers", "Delivered");

  test("copies the link and a picture of a transfer", async () => {
    const { page, close } = await openPage(view("transfer", { hash }));
    await withClipboard(async () => {
      await page.getByRole("button", { name: "Copy link" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      assert.equal(
        await page.evaluate(() => navigator.clipboard.readText()),
        await page.evaluate(() => location.href),
      );
      await page.getByRole("button", { name: "Copy as picture" }).click();
      await page.waitForFunction(
        () => document.querySelectorAll(".share button")[1].textContent === "Copied",
      );
      const size = await page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        const { width, height } = await createImageBitmap(await item.getType("image/png"));
        return [width, height];
      });
      // The route is 610 pixels high. Below are nine lines of 34 pixels: the id, the time, two addresses, four
      // hashes and the link.
      assert.deepEqual(size, [1200, 610 + 34 * 9]);
    });
    await close();
  });

  test("notifies a visitor who asked for it when the watch ends", async () => {
    const record = seed("transfers").find(({ route }) =>
      route.some((step) => step.txHash === hash),
    );
    let status = "wait-wh";
    // The page watches a simulated transfer at once.
    const before = (context) => {
      void context.grantPermissions(["notifications", "clipboard-read", "clipboard-write"]);
      return context.route("**/api/bridge/**", (route) =>
        route.fulfill({
          json: {
            bridgeData: { bridgeData: [{ ...record, status, simulated: true }], nextCursor: null },
          },
        }),
      );
    };
    const { page, close } = await openPage(view("transfer", { hash }), { before });
    await page.evaluate(() => {
      window.notified = [];
      window.Notification = class {
        static requestPermission = async () => "granted";
        constructor(title) {
          window.notified.push(title);
        }
      };
    });
    await page.getByLabel("Notify me when it ends").check();
    status = "done";
    await page.getByText("The transfer has ended").waitFor();
    const [title] = await page.evaluate(() => window.notified);
    assert.match(title, /^Delivered · /);
    assert.equal(await page.title(), `✓ ${title}`);
    assert.equal(await page.getByLabel("Notify me when it ends").count(), 0);
    await close();
  });

  test("counts down the wait that the service asks for", async () => {
    const { page, context, go, close } = await openPage("#/key");
    await context.route("**/api/tokens/**", (route) =>
      route.fulfill({
        status: 429,
        headers: { "retry-after": "90" },
        json: { message: "Slow down." },
      }),
    );
    await go(tokenView(examples.tokens[0]));
    const button = page.getByRole("button", { name: "Try again" });
    assert.match(await button.textContent(), /^Try again at \d\d:\d\d:\d\d \(in 1:\d\d\)$/);
    assert.equal(await button.isDisabled(), true);
    await close();
  });
});
