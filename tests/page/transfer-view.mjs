// The view of a transfer: its title and icon, its addresses, its steps, and an unknown hash.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { view } from "./browser.mjs";
import { example, openPage, seed, tokenView, unknownHash } from "./setup.mjs";

describe("an unknown transfer", { concurrency: 4 }, () => {
  const record = seed("transfers").find(
    ({ status, chainType }) => status === "wait-wh" && chainType === "mainnet",
  );
  const body = { bridgeData: { bridgeData: [record], nextCursor: null } };

  test("appears while the page watches", async () => {
    const { page, context, text, close } = await openPage(view("transfer", { hash: unknownHash }));
    await page.getByRole("button", { name: "Watch until it appears" }).click();
    await page.getByText("The service does not know the transfer yet").waitFor();
    await context.route("**/api/bridge/**", (route) => route.fulfill({ json: body }));
    await page.locator("eq-transfer-route .title").waitFor();
    assert.match(await text(".now p"), /^On its way: the messaging relay/);
    assert.equal(
      await page.locator("eq-transfer-route").evaluate((element) => element.watching),
      true,
    );
    // The focus was in the replaced element, so www/transfer.js moves the focus to the panel's result.
    assert.equal(await page.evaluate(() => document.activeElement.className), "result");
    await close();
  });

  test("sends no request after a stop", async () => {
    const { page, recorded, close } = await openPage(view("transfer", { hash: unknownHash }));
    await page.clock.install();
    await page.getByRole("button", { name: "Watch until it appears" }).click();
    await page.getByText("The service does not know the transfer yet").waitFor();
    // The page polls at least every 15 seconds.
    await page.clock.fastForward(61_000);
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Watch until it appears" }).waitFor();
    const count = recorded.api.length;
    assert.ok(count >= 3, `${count} requests`);
    await page.clock.fastForward(60_000);
    assert.equal(recorded.api.length, count);
    assert.equal(await page.getByText("The service does not know the transfer yet").count(), 0);
    await close();
  });
});

test("if the sender and the receiver have the same address, each has a link to its own chain", async () => {
  const { page, close } = await openPage(view("transfer", example("transfers", "Relay")));
  const address = `0x${"2".repeat(40)}`;
  const transfer = {
    status: "done",
    fromChain: 8453,
    toChain: 10,
    fromAddress: address,
    toAddress: address,
  };
  await page
    .locator("eq-transfer-route")
    .evaluate((route, record) => Object.assign(route, { transfer: record }), transfer);
  await page.getByText("(the same)").waitFor();
  const hrefOf = (what) =>
    page.getByRole("link", { name: `Open ${what} in the explorer` }).getAttribute("href");
  assert.equal(await hrefOf("sender"), `https://basescan.org/address/${address}`);
  assert.equal(await hrefOf("receiver"), `https://optimistic.etherscan.io/address/${address}`);
  await page.getByRole("button", { name: "Copy receiver" }).waitFor();
  await close();
});

test("the title and the icon of the page show the state of the transfer", async () => {
  const { page, go, waitUntilLoaded, close } = await openPage(
    tokenView(example("tokens", "Ethereal Trees #2")),
  );
  const icon = () => page.locator("link[rel=icon]").getAttribute("href");
  assert.equal(await page.title(), "Ethereal Trees #2 · Ethereum");
  assert.match(await icon(), /icon\.svg$/);
  await go(view("transfer", example("transfers", "Delivered")));
  // Such as `✓ Delivered · 1.5 ETH · Base → Optimism`.
  assert.match(await page.title(), /^✓ Delivered · [\d,.]+…? \S.* · .+ → .+$/);
  await page.waitForFunction(() =>
    document.querySelector("link[rel=icon]").href.startsWith("data:"),
  );
  const delivered = await icon();
  await go(view("transfer", example("transfers", "Failed")));
  assert.match(await page.title(), /^✗ Failed · /);
  await page.waitForFunction(
    (before) => document.querySelector("link[rel=icon]").href !== before,
    delivered,
  );
  await page.getByRole("link", { name: "API key" }).click();
  await waitUntilLoaded();
  assert.equal(await page.title(), "API key · ethereal-query");
  await page.getByRole("link", { name: "Transfer status" }).click();
  await page.waitForFunction(() => document.title.startsWith("✗ Failed · "));
  await close();
});

test("a transfer that waits for a person or has failed says what to do, with its id to copy", async () => {
  const { go, copyText, text, close } = await openPage("#/transfer");
  for (const [label, advice] of [
    [
      "Confirmation",
      /^If it is still on hold after 1 day, ask the operator of the service\. Give the transfer id\./,
    ],
    [
      "Failed",
      /^Ask the operator of the service what happened and where the funds are\. Give the transfer id\./,
    ],
  ]) {
    const transfer = example("transfers", label);
    const { _id } = seed("transfers").find(({ route }) =>
      route.some(({ txHash }) => txHash === transfer.hash),
    );
    await go(view("transfer", transfer));
    assert.match(await text(".advice"), advice);
    assert.match(
      await text(".advice"),
      /Nobody who helps you needs your seed phrase, your private key or a payment\./,
    );
    assert.equal(await copyText(".advice .tool"), _id);
  }
  await close();
});

/** Shows a record in a new element. Returns the text of its summary, and the URLs of the links by their labels. */
const summaryOf = (page, properties, attributes = {}) =>
  page.evaluate(
    async ([values, names]) => {
      const element = Object.assign(document.createElement("eq-transfer-route"), values);
      for (const [name, value] of Object.entries(names)) element.setAttribute(name, value);
      document.querySelector(".result").replaceChildren(element);
      await Promise.resolve();
      const box = element.shadowRoot.querySelector(".now, .state");
      const links = [...box.querySelectorAll("a")];
      return {
        text: box.textContent,
        links: Object.fromEntries(links.map((link) => [link.textContent, link.href])),
      };
    },
    [properties, attributes],
  );

test("names the support with the transfer id in its link, only over https", async () => {
  const { page, close } = await openPage("#/transfer");
  const transfer = { _id: "7/a", status: "error", fromChain: 1, toChain: 10 };
  const url = "https://help.example/new?about={id}";
  const summary = await summaryOf(page, {
    transfer,
    support: { name: "Example Bridge", url },
  });
  assert.match(summary.text, /Ask Example Bridge what happened/);
  assert.match(summary.text, /seed phrase/);
  assert.deepEqual(summary.links, {
    "Contact Example Bridge": "https://help.example/new?about=7%2Fa",
  });
  // A URL cannot contain a lone surrogate. The replacement character U+FFFD is %EF%BF%BD.
  const withOddId = await summaryOf(page, {
    transfer: { ...transfer, _id: "\ud800" },
    support: { name: "Acme", url },
  });
  assert.deepEqual(withOddId.links, { "Contact Acme": "https://help.example/new?about=%EF%BF%BD" });
  const attributes = { "support-name": "Acme", "support-url": "https://help.example/" };
  const waitingTransfer = { ...transfer, status: "wait-rb" };
  const waiting = await summaryOf(page, { transfer: waitingTransfer }, attributes);
  assert.deepEqual(waiting.links, { "Contact Acme": "https://help.example/?transfer=7%2Fa" });
  assert.match(waiting.text, /seed phrase/);
  const unknown = await summaryOf(page, { transfer: null, hash: "0x6f" }, attributes);
  assert.deepEqual(unknown.links, { "Contact Acme": "https://help.example/?transfer=0x6f" });
  for (const badUrl of [
    "javascript:alert(1)",
    "http://help.example/",
    "mailto:help@help.example",
    "data:text/html,x",
    "help.example",
    "",
    null,
    {},
  ]) {
    const support = { name: "Bad", url: badUrl };
    const { text, links } = await summaryOf(page, { transfer, support });
    assert.deepEqual(links, {}, `${badUrl}`);
    assert.match(text, /the operator of the service/, `${badUrl}`);
  }
  for (const support of [null, "x", 7, { url }, { name: "", url }, { name: {}, url }]) {
    const { links } = await summaryOf(page, { transfer, support });
    assert.deepEqual(links, {});
  }
  const doneTransfer = { ...transfer, status: "done" };
  const done = await summaryOf(page, { transfer: doneTransfer }, attributes);
  assert.deepEqual(done.links, {});
  await close();
});

test("says how long a transfer has been on its way and how long it usually takes, and links to the relay's explorer", async () => {
  const { page, close } = await openPage("#/transfer");
  const hash = `0x${"1".repeat(64)}`;
  const threeHoursAndFiveSeconds = 3 * 3600 + 5;
  const originTimestamp = Math.floor(Date.now() / 1000) - threeHoursAndFiveSeconds;
  const transfer = {
    _id: "7",
    status: "wait-wh",
    fromChain: 11155111,
    toChain: 10,
    originTimestamp,
    originTxnHash: hash,
  };
  /** In seconds, by status. */
  const usualTimes = { "wait-wh": 1200, manual: 7200 };
  const waiting = await summaryOf(page, { transfer, usualTimes });
  assert.match(waiting.text, /On its way for 3 hours\. Usually this takes 20 minutes\./);
  assert.deepEqual(waiting.links, {
    "See it at the relay’s explorer": `https://wormholescan.io/#/tx/${hash}?network=TESTNET`,
  });
  const manual = await summaryOf(page, {
    transfer: { ...transfer, status: "manual" },
    usualTimes,
  });
  assert.match(
    manual.text,
    /Usually this takes 2 hours\.If it is still on hold after 2 hours, ask/,
  );
  const done = await summaryOf(page, {
    transfer: { ...transfer, status: "done" },
    usualTimes,
  });
  assert.doesNotMatch(done.text, /On its way|Usually/);
  assert.deepEqual(done.links, {});
  await close();
});

test("shows more token ids after each click, and shortens a transfer id without cutting an emoji", async () => {
  const { page, close } = await openPage("#/transfer");
  /** One visible character of eleven UTF-16 code units. */
  const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}";
  const actual = await page.evaluate(async (emoji) => {
    const element = document.createElement("eq-transfer-route");
    const tokenIds = Array.from({ length: 5000 }, (_, index) => String(index));
    element.transfer = { _id: emoji.repeat(20), status: "wait-rb", tokenIds };
    document.querySelector(".result").replaceChildren(element);
    await Promise.resolve();
    const { shadowRoot } = element;
    const button = shadowRoot.querySelector(".ids + button");
    const labels = [];
    while (button.isConnected) {
      labels.push(button.textContent);
      button.click();
    }
    return {
      labels,
      idCount: shadowRoot.querySelectorAll(".ids li").length,
      transferId: shadowRoot.querySelector(".id bdi").textContent,
    };
  }, family);
  // The element shows 12 ids at first and 1,000 more after each click. It shows at most 80 code units of a transfer id.
  assert.deepEqual(actual, {
    labels: [
      "Show more (4,988)",
      "Show more (3,988)",
      "Show more (2,988)",
      "Show more (1,988)",
      "Show more (988)",
    ],
    idCount: 5000,
    transferId: family.repeat(7),
  });
  await close();
});

test("each step of a wide route has an equal column, with its node and its labels in the middle", async () => {
  for (const label of ["Relay", "Failed"]) {
    const { page, close } = await openPage(view("transfer", example("transfers", label)));
    const steps = await page.locator("eq-transfer-route").evaluate(({ shadowRoot }) => {
      const rect = (node) => node.getBoundingClientRect();
      const middle = (node) => Math.round(rect(node).left + rect(node).width / 2);
      return [...shadowRoot.querySelectorAll(".route li")].map((step) => ({
        width: Math.round(rect(step).width),
        middles: [step, step.querySelector(".node"), step.querySelector(".step-state")].map(middle),
      }));
    });
    assert.ok(steps.length >= 2);
    for (const { width, middles } of steps) {
      assert.equal(width, steps[0].width, label);
      assert.ok(Math.max(...middles) - Math.min(...middles) <= 1, `${label}: ${middles}`);
    }
    await close();
  }
});
