// The focus of the keyboard is visible at each control, in forced colours too.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { view } from "./browser.mjs";
import { example, openPage } from "./setup.mjs";

/** The most stops of the keyboard that a view has. */
const MAX_STOPS = 120;

/** Runs in the page: the label of the focused control, and whether its outline is visible; undefined outside. */
function focusState() {
  let control = document.activeElement;
  while (control?.shadowRoot?.activeElement) control = control.shadowRoot.activeElement;
  if (!control || control === document.body) return undefined;
  // The inputs of choices are transparent; what they show stands after them.
  const shown = getComputedStyle(control).opacity === "0" ? control.nextElementSibling : control;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(shown);
  const [, alpha = "1"] = /^rgba\(.*, ([\d.]+)\)$/.exec(outlineColor) ?? [];
  const { width, height } = shown.getBoundingClientRect();
  const isVisible =
    outlineStyle !== "none" &&
    parseFloat(outlineWidth) >= 2 &&
    Number(alpha) > 0 &&
    width * height > 0;
  const label = control.ariaLabel ?? control.name ?? "";
  return { label: `${control.tagName} ${label} ${control.textContent}`.slice(0, 80), isVisible };
}

/** Presses Tab from the start of the page to its end. */
async function stopsOf(page) {
  const stops = [];
  await page.evaluate(() => scrollTo(0, 0));
  await page.locator("body").click({ position: { x: 2, y: 2 } });
  for (let count = 0; count < MAX_STOPS; count++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(focusState);
    if (!stop) break;
    stops.push(stop);
  }
  return stops;
}

const VIEWS = {
  token: ["#/token", (page) => page.getByText("Enter contract, id and chain").click()],
  transfer: [view("transfer", example("transfers", "Relay"))],
  key: ["#/key"],
  ethereals: [
    view("ethereals", { pageSize: "10" }),
    (page) => page.getByText("Filter the collections").click(),
  ],
};

describe("focus", { concurrency: 4 }, () => {
  for (const forcedColors of ["none", "active"]) {
    for (const [name, [target, prepare]] of Object.entries(VIEWS)) {
      test(`is visible at each stop of the view ${name}, forced colours: ${forcedColors}`, async () => {
        const { page, close } = await openPage(target);
        await page.emulateMedia({ forcedColors });
        await prepare?.(page);
        const stops = await stopsOf(page);
        assert.ok(stops.length > 10, JSON.stringify(stops));
        assert.deepEqual(
          stops.filter(({ isVisible }) => !isVisible),
          [],
        );
        if (["token", "ethereals"].includes(name))
          assert.ok(stops.some(({ label }) => label.startsWith("SELECT")));
        await close();
      });
    }
  }

  test("is visible at each control of the connection dialog", async () => {
    for (const forcedColors of ["none", "active"]) {
      const { page, close } = await openPage("#/key");
      await page.emulateMedia({ forcedColors });
      await page.click("#service");
      await page.locator("#settings").waitFor();
      for (let count = 0; count < 5; count++) {
        await page.keyboard.press("Tab");
        const stop = await page.evaluate(focusState);
        assert.ok(stop === undefined || stop.isVisible, JSON.stringify(stop));
      }
      await close();
    }
  });
});

describe("forced colours", { concurrency: 4 }, () => {
  const shows = (page, selector) =>
    page.locator(selector).evaluateAll((nodes) =>
      nodes.map((node) => {
        const { borderTopColor, borderTopStyle, backgroundColor, outlineStyle, color } =
          getComputedStyle(node);
        return JSON.stringify([
          borderTopColor,
          borderTopStyle,
          backgroundColor,
          outlineStyle,
          color,
        ]);
      }),
    );

  test("tell the selected choice, chip, example and tab from the others", async () => {
    const { page, go, close } = await openPage(
      view("ethereals", { pageSize: "10", statuses: "active" }),
    );
    await page.emulateMedia({ forcedColors: "active" });
    await page.getByText("Filter the collections").click();
    for (const name of ["chain", "statuses"]) {
      const looks = await shows(page, `input[name=${name}] + span`);
      assert.equal(new Set(looks).size, 2, `${name}: ${looks}`);
    }
    await go("#/transfer");
    await page.getByRole("link", { name: "NFT" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".chip[aria-current]").length === 1);
    assert.equal(new Set(await shows(page, "[data-panel=transfer] .chip")).size, 2);
    await close();
  });

  test("keep the icons, the borders of buttons and the lines of the route", async () => {
    const { page, close } = await openPage(view("transfer", example("transfers", "Relay")));
    await page.emulateMedia({ forcedColors: "active" });
    const hidden = await page.evaluate(() => {
      const route = document.querySelector("eq-transfer-route").shadowRoot;
      const isSame = (colour) =>
        ["rgba(0, 0, 0, 0)", getComputedStyle(document.body).backgroundColor].includes(colour);
      const icons = [...route.querySelectorAll(".tool .icon, .pip .icon, .node .icon")];
      const buttons = [
        ...document.querySelectorAll(".primary, .quiet, .service"),
        ...route.querySelectorAll(".quiet"),
      ];
      const lines = [...route.querySelectorAll("li:not(:last-child)")];
      return [
        ...icons.filter((icon) => isSame(getComputedStyle(icon).stroke)),
        ...buttons.filter(
          (button) => button.checkVisibility() && isSame(getComputedStyle(button).borderTopColor),
        ),
        ...lines.filter(
          (line) => !getComputedStyle(line, "::after").backgroundImage.includes("gradient"),
        ),
      ].map((node) => node.outerHTML.slice(0, 120));
    });
    assert.deepEqual(hidden, []);
    await close();
  });
});
