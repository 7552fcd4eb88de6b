// Tests that the keyboard focus is visible at each control, and that forced colours keep the differences of controls.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { view } from "./browser.mjs";
import { example, openPage } from "./setup.mjs";

/** More stops than a view has. */
const MAX_STOPS = 120;

/**
 * Runs in the page. Returns the label of the focused control, cut for the messages of the tests, and whether the control
 * has a visible outline. Returns undefined if the focus is outside of the page.
 */
function focusState() {
  let control = document.activeElement;
  while (control?.shadowRoot?.activeElement) control = control.shadowRoot.activeElement;
  if (!control || control === document.body) return undefined;
  // A radio button or check box is transparent. The element after the input shows the focus.
  const isTransparent = getComputedStyle(control).opacity === "0";
  const visibleElement = isTransparent ? control.nextElementSibling : control;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(visibleElement);
  // A colour without an alpha value, such as `rgb(1, 2, 3)`, is opaque.
  const [, alpha = "1"] = /^rgba\(.*, ([\d.]+)\)$/.exec(outlineColor) ?? [];
  const { width, height } = visibleElement.getBoundingClientRect();
  const isVisible =
    outlineStyle !== "none" &&
    parseFloat(outlineWidth) >= 2 &&
    Number(alpha) > 0 &&
    width * height > 0;
  const label = control.ariaLabel ?? control.name ?? "";
  return { label: `${control.tagName} ${label} ${control.textContent}`.slice(0, 80), isVisible };
}

/** Presses Tab from the start to the end of the page, and returns the focus at each stop. */
async function stopsOf(page) {
  const stops = [];
  await page.evaluate(() => scrollTo(0, 0));
  // After a click at the top left, Tab begins at the first control.
  await page.locator("body").click({ position: { x: 2, y: 2 } });
  for (let count = 0; count < MAX_STOPS; count++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(focusState);
    if (!stop) break;
    stops.push(stop);
  }
  return stops;
}

/** The views by name. `openForm` shows the form of a view. */
const VIEWS = {
  token: {
    link: "#/token",
    openForm: (page) => page.getByText("Enter contract, id and chain").click(),
  },
  transfer: { link: view("transfer", example("transfers", "Relay")) },
  key: { link: "#/key" },
  ethereals: {
    link: view("ethereals", { pageSize: "10" }),
    openForm: (page) => page.getByText("Filter the collections").click(),
  },
};

describe("focus", { concurrency: 4 }, () => {
  for (const forcedColors of ["none", "active"]) {
    for (const [name, { link, openForm }] of Object.entries(VIEWS)) {
      test(`is visible at each stop of the view ${name}, forced colours: ${forcedColors}`, async () => {
        const { page, close } = await openPage(link);
        await page.emulateMedia({ forcedColors });
        await openForm?.(page);
        const stops = await stopsOf(page);
        assert.ok(stops.length > 10, JSON.stringify(stops));
        assert.deepEqual(
          stops.filter(({ isVisible }) => !isVisible),
          [],
        );
        // Both forms have a select.
        if (openForm) assert.ok(stops.some(({ label }) => label.startsWith("SELECT")));
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
      // The dialog has five controls. After the last control, the focus may leave the page.
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
  /** Returns the colours and borders of each element as a text. */
  const stylesOf = (page, selector) =>
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

  test("distinguish the selected choice and the selected example from the others", async () => {
    const { page, go, close } = await openPage(
      view("ethereals", { pageSize: "10", statuses: "active" }),
    );
    await page.emulateMedia({ forcedColors: "active" });
    await page.getByText("Filter the collections").click();
    for (const name of ["chain", "statuses"]) {
      const styles = await stylesOf(page, `input[name=${name}] + span`);
      // One style of the selected choice, and one of the others.
      assert.equal(new Set(styles).size, 2, `${name}: ${styles}`);
    }
    await go("#/transfer");
    await page.getByRole("link", { name: "NFT" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".chip[aria-current]").length === 1);
    assert.equal(new Set(await stylesOf(page, "[data-panel=transfer] .chip")).size, 2);
    await close();
  });

  test("keep the icons, the borders of buttons and the lines of the route", async () => {
    const { page, close } = await openPage(view("transfer", example("transfers", "Relay")));
    await page.emulateMedia({ forcedColors: "active" });
    const hidden = await page.evaluate(() => {
      const route = document.querySelector("eq-transfer-route").shadowRoot;
      const isInvisible = (colour) =>
        ["rgba(0, 0, 0, 0)", getComputedStyle(document.body).backgroundColor].includes(colour);
      const icons = [...route.querySelectorAll(".tool .icon, .pip .icon, .node .icon")];
      const buttons = [
        ...document.querySelectorAll(".primary, .quiet, .service"),
        ...route.querySelectorAll(".quiet"),
      ];
      // A line leads to the next step. Its colour is a gradient.
      const lines = [...route.querySelectorAll("li:not(:last-child)")];
      return [
        ...icons.filter((icon) => isInvisible(getComputedStyle(icon).stroke)),
        ...buttons.filter(
          (button) =>
            button.checkVisibility() && isInvisible(getComputedStyle(button).borderTopColor),
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
