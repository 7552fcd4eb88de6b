// Tests the web page of `ethereal-query demo`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { launch as launchProgram } from "../cli/program.mjs";
import { until } from "../service/processes.mjs";
import { launch } from "./browser.mjs";
import { file } from "./setup.mjs";

test("the demo of the command line shows its transfer and its token in a page", async () => {
  const child = launchProgram(["demo"]);
  const [, url] = await until("the URL", () =>
    /^Open (http:\S+) in a browser/m.exec(child.output.stderr),
  );
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const problems = [];
    page.on("pageerror", ({ message }) => problems.push(message));
    page.on("console", (message) => problems.push(message.text()));
    page.on("response", (response) => {
      if (!response.ok()) problems.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(url);
    const route = page.locator("eq-transfer-route");
    await route.getByText("Base → Blessnet").waitFor();
    const firstHash = await route.evaluate(({ hash }) => hash);
    // The button shows the newest transfer. A new transfer begins every ten seconds, so the test clicks until the
    // hash changes.
    await page.waitForFunction((hash) => {
      document.querySelector("button").click();
      return document.querySelector("eq-transfer-route").hash !== hash;
    }, firstHash);
    await page.waitForFunction(() => document.querySelector("eq-transfer-route").watching);
    const picture = page.locator("eq-token-card img");
    await picture.waitFor();
    const pictureWidth = await picture.evaluate(async (image) => {
      await image.decode();
      return image.naturalWidth;
    });
    assert.ok(pictureWidth > 0);
    assert.equal(
      await page.locator("eq-token-card").getByRole("heading", { level: 2 }).innerText(),
      "Ethereal Trees #2",
    );
    await page.evaluate(file("node_modules/axe-core/axe.min.js"));
    const { violations } = await page.evaluate(() =>
      globalThis.axe.run(document, { resultTypes: ["violations"] }),
    );
    assert.deepEqual(violations, []);
    await page.setViewportSize({ width: 320, height: 800 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
    child.kill("SIGINT");
  }
  assert.deepEqual(await child.ended, { status: 0, signal: null });
});
