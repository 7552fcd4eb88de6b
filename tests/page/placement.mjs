// Tests elements that a page moves within its document or into another document, elements in documents without
// constructable style sheets, and the times that elements show.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { view } from "./browser.mjs";
import { example, openPage } from "./setup.mjs";

const isWatching = (page) =>
  page.locator("eq-transfer-route").evaluate((element) => element.watching);

describe("elements that move", { concurrency: 4 }, () => {
  test("keeps its watch and its open lists when the page moves it, and ends the watch when it leaves", async () => {
    const { page, close } = await openPage(view("transfer", example("transfers", "Relay")));
    await page.getByRole("button", { name: "Watch" }).click();
    await page.getByText("Last change").waitFor();
    for (const name of ["append", "moveBefore", "replaceChildren"]) {
      const isSameContent = await page
        .locator("eq-transfer-route")
        .evaluate(async (element, method) => {
          const before = element.shadowRoot.querySelector("article");
          const parent = element.parentElement;
          // Only `moveBefore` has a second argument, the next sibling.
          const otherArguments = method === "moveBefore" ? [parent.firstChild] : [];
          // A browser without `moveBefore` leaves the element where it is.
          parent[method]?.(element, ...otherArguments);
          await new Promise((resolve) => setTimeout(resolve));
          return before === element.shadowRoot.querySelector("article");
        }, name);
      assert.ok(isSameContent, name);
      assert.ok(await isWatching(page), name);
    }
    const stopped = await page.locator("eq-transfer-route").evaluate(async (element) => {
      const ended = new Promise((resolve) =>
        element.addEventListener("eq-end", ({ detail }) => resolve(detail.reason)),
      );
      element.remove();
      return [await ended, element.watching];
    });
    assert.deepEqual(stopped, ["stopped", false]);
    await close();
  });

  test("keeps its styles in another document", async () => {
    const { page, close } = await openPage("#/token");
    const radii = await page.evaluate(async () => {
      await Promise.all([
        import("/pkg/elements/token-card.js"),
        import("/pkg/elements/transfer-route.js"),
      ]);
      const frame = document.createElement("iframe");
      document.body.append(frame);
      const radii = [];
      for (const name of ["eq-token-card", "eq-transfer-route"]) {
        const element = document.createElement(name);
        // A property of eq-transfer-route only.
        element.hash = "0x1";
        for (const owner of [document, frame.contentDocument, document]) {
          owner.body.append(element);
          await Promise.resolve();
          const card = element.shadowRoot.querySelector("article");
          radii.push(owner.defaultView.getComputedStyle(card).borderTopLeftRadius);
        }
      }
      frame.remove();
      return radii;
    });
    // Two elements, each in three documents. 14px is the default radius of a card in common.css.
    assert.deepEqual(radii, Array(2 * 3).fill("14px"));
    await close();
  });

  test("draws without styles in a document that has no constructable style sheets, such as jsdom 26", async () => {
    const { page, close } = await openPage("#/token");
    const shown = await page.evaluate(async () => {
      const { TokenCard } = await import("/pkg/elements/token-card.js");
      customElements.define("plain-card", class extends TokenCard {});
      // The constructor of the card looks for `replaceSync`.
      const { replaceSync } = CSSStyleSheet.prototype;
      delete CSSStyleSheet.prototype.replaceSync;
      const card = document.createElement("plain-card");
      CSSStyleSheet.prototype.replaceSync = replaceSync;
      card.document = { name: "Tree" };
      document.body.append(card);
      await Promise.resolve();
      return [
        card.shadowRoot.querySelector(".title").textContent,
        card.shadowRoot.adoptedStyleSheets.length,
      ];
    });
    assert.deepEqual(shown, ["Tree", 0]);
    await close();
  });
});

test("a time shows its zone, becomes older without an update, and is shown as now if it is slightly in the future", async () => {
  const { page, close } = await openPage("#/transfer");
  await page.clock.install({ time: new Date("2026-01-02T03:04:05Z") });
  const show = (originTimestamp) =>
    page.evaluate(async (value) => {
      const element = document.createElement("eq-transfer-route");
      element.transfer = { _id: "1", status: "wait-wh", originTimestamp: value };
      document.querySelector(".result").replaceChildren(element);
      await Promise.resolve();
      const started = [...element.shadowRoot.querySelectorAll(".facts > div")].find(
        (row) => row.firstChild.textContent === "Started",
      );
      return started?.lastChild.textContent;
    }, originTimestamp);
  const seconds = Date.parse("2026-01-02T03:04:03Z") / 1000;
  // A time may be in seconds, milliseconds or microseconds, as a number or as text.
  for (const value of [
    seconds,
    seconds * 1000,
    seconds * 1e6,
    String(seconds),
    "2026-01-02T03:04:03Z",
  ]) {
    // The zone, such as `UTC`, is directly before the relative time.
    assert.match(await show(value), /^Jan 2, 2026, \d+:04:03\s[AP]M \S+2 seconds ago$/, `${value}`);
  }
  for (const unknown of [0, "0"]) assert.equal(await show(unknown), "unknown");
  assert.match(await show(seconds + 30), /now$/);
  await show(seconds);
  await page.clock.fastForward(3 * 3_600_000);
  assert.match(
    await page.locator("eq-transfer-route time .ago").first().textContent(),
    /^3 hours ago$/,
  );
  await close();
});

test("a transfer on Sepolia links to the test network of the relay's explorer, and a chain id of any form has a name", async () => {
  const { page, close } = await openPage("#/transfer");
  const actual = await page.evaluate(async () => {
    const { stepUrl, chainTypeOf, chainName } = await import("/pkg/elements/shared.js");
    const txHash = `0x${"1".repeat(64)}`;
    // Sepolia, two other chains, and no chain.
    const routes = [[{ chainId: "11155111" }], [{ chainId: "7" }, { chainId: "10" }], []];
    const types = routes.map(chainTypeOf);
    const urls = types.map((type) => stepUrl({ step: "wormhole", txHash }, type));
    return {
      types,
      paths: urls.map((url) => url.split("#")[1]),
      names: [1, 1n, "0x1", "eip155:1", "0x2a", "7"].map(chainName),
    };
  });
  const path = `/tx/0x${"1".repeat(64)}`;
  assert.deepEqual(actual, {
    types: ["sepolia", "mainnet", "mainnet"],
    paths: [`${path}?network=TESTNET`, path, path],
    names: ["Ethereum", "Ethereum", "Ethereum", "Ethereum", "Chain 42", "Chain 7"],
  });
  await close();
});

test("in an element of 200 pixels, every part of a transfer fits and the line about safety is visible", async () => {
  const { page, close } = await openPage("#/transfer");
  const problems = await page.evaluate(async () => {
    const hex = (digit, length) => `0x${digit.repeat(length)}`;
    const transfer = {
      _id: "67e05e7c5f8ddebe95d0919b",
      status: "manual",
      fromChain: 45513,
      toChain: 8453,
      fromAddress: hex("a", 40),
      toAddress: hex("b", 40),
      tokenContract: hex("c", 40),
      originTimestamp: 1709229193,
      tokenAmount: "570586149000000000000",
      originTxnHash: hex("1", 64),
    };
    const support = { name: "The support of an example bridge", url: "https://help.example/" };
    const error = { kind: "network", message: "x".repeat(300) };
    const problems = [];
    for (const values of [
      { transfer },
      { transfer: { ...transfer, status: "wait-wh" } },
      { error },
    ]) {
      const element = Object.assign(document.createElement("eq-transfer-route"), {
        support,
        ...values,
      });
      element.style.width = "200px";
      document.querySelector("[data-panel=transfer] .result").replaceChildren(element);
      await new Promise((resolve) => setTimeout(resolve, 100));
      // Half a pixel for rounding.
      const limit = element.getBoundingClientRect().right + 0.5;
      if (element.shadowRoot.querySelector(".contact .muted").offsetHeight === 0)
        problems.push("no line about safety");
      for (const part of element.shadowRoot.querySelectorAll("*")) {
        if (!part.closest(".visually-hidden") && part.getBoundingClientRect().right > limit) {
          problems.push(`${part.localName} ${part.getAttribute("class")}`);
        }
      }
    }
    return problems;
  });
  assert.deepEqual(problems, []);
  await close();
});
