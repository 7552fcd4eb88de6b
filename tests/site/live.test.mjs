// The pages that show failures: "Break it", and the transfer of the home page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startSite } from "./setup.mjs";

let site;
before(async () => {
  site = await startSite();
});
after(() => site?.close());

test("both clients run through all eight failures, and the page shows what each made of them", async () => {
  const { page, problems, close } = await site.open("break-it.html");
  await page.getByRole("button", { name: "Run all eight" }).click();
  const rows = page.locator(".scores tbody tr");
  // The button is enabled again when the last failure is done.
  await page.getByRole("button", { name: "Run all eight", disabled: false }).waitFor();
  const verdicts = await rows.evaluateAll((all) => all.map((row) => [...row.cells].slice(1).map((td) => td.innerText)));
  assert.equal(verdicts.length, 8);
  const [own, withPackage] = [0, 1].map((side) => verdicts.map((row) => row[side]));
  assert.deepEqual(
    withPackage.filter((text) => !/^✓ (answers|says so: )/.test(text)),
    [],
  );
  assert.match(own[0], /^✗ gives up: Status 503/);
  assert.match(own[5], /^✗ answers undefined, which is wrong/);
  assert.deepEqual(own.slice(6), ["✗ hangs for 8 s", "✗ hangs for 8 s"]);
  assert.deepEqual(await page.locator(".scores thead th").allInnerTexts(), [
    "Failure",
    "fetch by hand: 1 of 8",
    "ethereal-query: 8 of 8",
  ]);
  assert.match(page.url(), /#scenario=cursor$/);
  assert.deepEqual(problems, []);
  await close();
});
