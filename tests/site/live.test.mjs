// Tests the pages that show failures: "Break it", and the home page with the transfer that it follows.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startSite } from "./setup.mjs";

let site;
before(async () => {
  site = await startSite();
});
after(() => site?.close());

/** Moves the clock of a page forward again and again, until the condition holds. */
async function jumpUntil(page, condition) {
  for (let jumps = 0; !(await condition()); jumps++) {
    assert.ok(jumps < 1000, `${condition} does not hold after ${jumps} jumps of the clock`);
    await page.clock.fastForward(3000);
  }
}

/** The rows of four failures of the page "Break it". */
const ROWS = { once503: 0, otherShape: 5, endlessBody: 6, repeatedCursor: 7 };

// The tests mostly wait for timers, so they run at the same time.
describe("failures and the transfer", { concurrency: 4 }, () => {
  test("both clients run through all eight failures, and the page shows the reactions of each client", async () => {
    const { page, problems, close } = await site.open("break-it.html");
    await page.getByRole("button", { name: "Run all eight" }).click();
    const rows = page.locator(".scores tbody tr");
    // The button is enabled again when the last failure is done.
    await page.getByRole("button", { name: "Run all eight", disabled: false }).waitFor();
    const verdicts = await rows.evaluateAll((all) =>
      all.map((row) => [...row.cells].slice(1).map((td) => td.innerText)),
    );
    assert.equal(verdicts.length, 8);
    const otherVerdicts = verdicts.map(([other]) => other);
    const packageVerdicts = verdicts.map((cells) => cells[1]);
    assert.deepEqual(
      packageVerdicts.filter((text) => !/^✓ (answers|says so: )/.test(text)),
      [],
    );
    // The other client retries and limits the time with ky, and checks bodies with zod. Neither ky nor zod ends a list
    // that repeats its cursor.
    assert.match(otherVerdicts[ROWS.once503], /^✓ answers wait-wh/);
    assert.match(otherVerdicts[ROWS.otherShape], /^✓ says so: /);
    assert.match(otherVerdicts[ROWS.endlessBody], /^✓ says so: Request timed out/);
    assert.equal(otherVerdicts[ROWS.repeatedCursor], "✗ hangs for 8 s");
    const [, otherHeading, packageHeading] = await page.locator(".scores thead th").allInnerTexts();
    assert.match(otherHeading, /^ky with zod: [5-7] of 8$/);
    assert.equal(packageHeading, "ethereal-query: 8 of 8");
    // The choice of another client removes the verdicts, which are in <b> elements.
    await page.getByLabel("Client:").selectOption("fetch by hand");
    await page.locator(".scores thead th", { hasText: "fetch by hand" }).waitFor();
    assert.deepEqual(await rows.locator("b").allInnerTexts(), []);
    // The address has the id of the last failure.
    assert.match(page.url(), /#scenario=cursor$/);
    assert.deepEqual(problems, []);
    await close();
  });

  for (const reducedMotion of ["no-preference", "reduce"]) {
    test(`a transfer arrives although a reader pulls the plug, motion: ${reducedMotion}`, async () => {
      const { page, problems, close } = await site.open("index.html", { reducedMotion });
      const live = page.locator(".live");
      const polls = live.locator(".run-output tbody tr");
      const element = live.locator("eq-transfer-route");
      // The simulated transfer takes 40 seconds, so the test moves the clock of the page.
      await page.clock.install();
      await live.getByRole("button", { name: "Follow a transfer" }).click();
      await polls.filter({ hasText: "200" }).first().waitFor();
      await element.getByText("Delivered").waitFor({ state: "detached" });
      const animations = await element.evaluate(
        ({ shadowRoot }) =>
          shadowRoot.getAnimations().filter(({ playState }) => playState === "running").length,
      );
      assert.equal(animations > 0, reducedMotion === "no-preference", `${animations} animations`);

      const plug = live.getByRole("switch", { name: "Pull the plug" });
      await plug.check();
      await live.getByText("No network. The watch goes on.").waitFor();
      await jumpUntil(page, async () => (await polls.filter({ hasText: "failed" }).count()) >= 4);
      // A poll is a call of at most three attempts.
      const rows = (await polls.allInnerTexts()).join("\n");
      assert.match(rows, /attempt 3, after/);
      assert.doesNotMatch(rows, /attempt ([4-9]|\d\d)/);
      await plug.uncheck();
      const end = live.getByRole("status").filter({ hasText: "It arrived" });
      await jumpUntil(page, () => end.isVisible());
      const [, requests, failed] =
        /^It arrived, with (\d+) requests, of which (\d+) failed\.$/.exec(await end.innerText());
      assert.ok(failed >= 4 && requests - failed >= 2, `${failed} of ${requests} failed`);
      await element.getByText("Delivered").first().waitFor();
      await live.getByRole("button", { name: "Again" }).waitFor();
      assert.deepEqual(problems, []);
      await close();
    });
  }

  test("the home page has its content without JavaScript", async () => {
    const { page, problems, close } = await site.open("index.html", { javaScriptEnabled: false });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator(".live-code").getByText("route.watch();").waitFor();
    const picture = page.getByAltText("The statuses of a transfer, and the steps of its route");
    await picture.waitFor();
    assert.ok(await picture.evaluate(({ naturalWidth }) => naturalWidth > 0));
    // A button that needs the script cannot be pressed.
    assert.equal(await page.getByRole("button", { name: "Follow a transfer" }).isDisabled(), true);
    await page.getByRole("main").getByRole("link", { name: "Getting started" }).click();
    await page.getByRole("heading", { level: 1, name: "How do I make the first call?" }).waitFor();
    assert.deepEqual(problems, []);
    await close();
  });
});
