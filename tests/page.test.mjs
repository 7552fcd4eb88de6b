// Tests the four panels of the demo page in Chromium, with the development server and the built package. The imports
// below run the other tests of page/ in the same process, so that all tests share one server and one browser.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { view, withClipboard } from "./page/browser.mjs";
import { example, examples, file, seed, openPage, tokenView, unknownHash } from "./page/setup.mjs";
import "./page/demo-command.mjs";
import "./page/elements.mjs";
import "./page/first-view.mjs";
import "./page/focus.mjs";
import "./page/naughty-tokens.mjs";
import "./page/card-document.mjs";
import "./page/pictures.mjs";
import "./page/placement.mjs";
import "./page/quality.mjs";
import "./page/search.mjs";
import "./page/security.mjs";
import "./page/share.mjs";
import "./page/svg-pictures.mjs";
import "./page/transfer-amount.mjs";
import "./page/transfer-view.mjs";
import "./page/watching.mjs";

/** Waits until the token's image is loaded. */
const waitForImage = (page) =>
  page.waitForFunction(
    () => document.querySelector("eq-token-card").shadowRoot.querySelector("img")?.naturalWidth > 0,
  );

/** The number of rows in each page of the ethereals, which the tests choose. */
const PAGE_SIZE = 10;

describe("views", { concurrency: 4 }, () => {
  test("there are examples of tokens and transfers", () => {
    assert.ok(examples.tokens.length >= 5 && examples.transfers.length >= 6);
  });

  test("shows a token with its picture, name, exact attributes and exact document", async () => {
    const { page, waitUntilLoaded, text, allTexts, copyText, close } = await openPage();
    await page.locator("[data-panel=token]").getByText("More", { exact: true }).click();
    await page.getByRole("link", { name: "Exact digits" }).click();
    await page.waitForSelector("eq-token-card .title");
    await waitUntilLoaded();
    const token = example("tokens", "Exact digits");
    const record = seed("tokens").find(
      (item) => item.id === token.id && item.address === token.address,
    );
    assert.equal(await text("eq-token-card .title"), JSON.parse(record.document).name);
    assert.deepEqual(await allTexts(".traits dd"), ["9007199254740993", "-9007199254740993"]);
    await page.getByText("The document", { exact: true }).click();
    await page.locator(".tree").waitFor();
    assert.match(await text(".tree"), /supply\s*123456789012345678901234567890\n/);
    assert.match(await text(".document .card-head .muted"), /(bytes|kB) in \d+ ms/);
    assert.equal(await copyText(".document .tool"), record.document);
    await page.getByRole("radio", { name: "As sent" }).check();
    assert.equal(await page.locator(".document pre code").textContent(), record.document);
    await waitForImage(page);
    await close();
  });

  test("loads a picture on IPFS from the page's own server", async () => {
    const { base, page, text, close } = await openPage(
      tokenView(example("tokens", "Ethereal Trees #2")),
    );
    assert.equal(await text("eq-token-card .title"), "Ethereal Trees #2");
    await waitForImage(page);
    assert.match(
      await page.locator(".frame img").getAttribute("src"),
      new RegExp(`^${base}/ipfs/baf`),
    );
    await close();
  });

  test("fills address, id, chain and standard from a pasted link", async () => {
    const { page, close } = await openPage();
    const { address, id } = example("tokens", "Exact digits");
    await page.getByText("Enter contract, id and chain").click();
    await page.fill("#token-address", "");
    await withClipboard(async () => {
      await page.evaluate(
        (text) => navigator.clipboard.writeText(text),
        `eip155:45513/erc1155:${address}/${id}`,
      );
      await page.locator("#token-address").focus();
      await page.keyboard.press("ControlOrMeta+V");
    });
    await page.waitForFunction(() => document.querySelector("#token-chain").value === "45513");
    assert.deepEqual(
      await page
        .locator(".token-form")
        .evaluate((form) => [
          form.address.value,
          form.id.value,
          form.chain.value,
          form.standard.value,
        ]),
      [address, id, "45513", "ERC1155"],
    );
    await page.getByRole("button", { name: "Show token" }).click();
    await page.waitForFunction((text) => location.hash.includes(text), `id=${id}`);
    // `fill` dispatches no event `paste`. The form then reads the text when the user submits the form.
    await page.fill(
      "#token-address",
      `https://etherscan.io/nft/${example("tokens", "No picture").address}/4`,
    );
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /chain=1&.*&id=4/.test(location.hash));
    await close();
  });

  test("finds a transfer by a hash from the middle of its route and shows each step", async () => {
    const { hash } = example("transfers", "Delivered");
    const record = seed("transfers").find(
      (item) =>
        item.status === "done" &&
        item.route.some((step) => step.txHash === hash) &&
        item.route[0].txHash !== hash,
    );
    const { page, text, allTexts, close } = await openPage(view("transfer", { hash }));
    assert.equal((await allTexts(".route li")).length, record.route.length);
    assert.deepEqual(
      await allTexts(".route .step-state"),
      record.route.map(() => "Done"),
    );
    assert.deepEqual(
      await page.locator(".route code").evaluateAll((codes) => codes.map((code) => code.title)),
      record.route.map((step) => step.txHash),
    );
    assert.match(await text(".now p"), /^Delivered/);
    assert.equal(await page.locator("[aria-current=step] code").getAttribute("title"), hash);
    const amountTitle = await page
      .locator("eq-transfer-route .amount")
      .first()
      .getAttribute("title");
    assert.ok(amountTitle.includes(`${record.nativeAmount} in the smallest unit`), amountTitle);
    for (const link of await page.locator(".route a").all()) {
      assert.match(await link.getAttribute("href"), /^https:\/\/[^/]+\/(#\/)?tx\/0x[0-9a-f]{64}$/);
      assert.equal(await link.getAttribute("rel"), "noopener noreferrer nofollow");
    }
    await close();
  });

  test("shows that a transfer waits, is on hold or has failed, and leads to the answers about it", async () => {
    const { page, go, text, allTexts, close } = await openPage("#/transfer");
    /** For each example, the state of a step, and the sentence about the transfer. */
    const expected = {
      Relay: ["In progress", /relay/],
      "Rollup bridge": ["In progress", /rollup bridge/],
      "Child chain": ["In progress", /^Almost there/],
      Confirmation: ["Manual confirmation needed", /person/],
      Failed: ["Failed", /^Failed/],
    };
    /** The statuses that docs/statuses.md explains. */
    const headings = [...file("docs/statuses.md").matchAll(/^### `([\w-]+)`$/gm)].map(
      ([, heading]) => heading,
    );
    for (const [label, [state, sentence]] of Object.entries(expected)) {
      await go(view("transfer", { hash: example("transfers", label).hash }));
      assert.match(await text(".now p"), sentence, label);
      assert.ok(
        (await allTexts(".route .step-state")).includes(state),
        `${label}: ${await allTexts(".route .step-state")}`,
      );
      const links = await page
        .locator(".help a")
        .evaluateAll((list) => list.map(({ href }) => href.split("/docs/")[1]));
      const { status } = await page
        .locator("eq-transfer-route")
        .evaluate(({ transfer }) => transfer);
      assert.deepEqual(links, [`statuses.html#${status}`], label);
      assert.ok(headings.includes(status), status);
    }
    await close();
  });

  test("shows the owner, account, balance and permissions of the key", async () => {
    const [key] = JSON.parse(file("seed/keys.json"));
    const { page, text, allTexts, close } = await openPage("#/key");
    assert.equal(await text(".key h3"), key.requestOwner);
    assert.match(await text(".key .balance .title"), /^0\.1\b/);
    assert.ok((await allTexts(".key dd")).includes(BigInt(key.balanceWei).toLocaleString("en")));
    assert.deepEqual(await allTexts(".plain tbody th"), Object.keys(key.auth));
    assert.equal(
      (await page.locator(".key .hex code").getAttribute("title")).toLowerCase(),
      key.sponsoredAccount,
    );
    await close();
  });

  test("filters ethereals and loads all pages without repeated rows", async () => {
    const { page, waitUntilLoaded, allTexts, text, recorded, close } =
      await openPage("#/ethereals");
    await page.getByText("Filter the collections").click();
    await page.getByRole("checkbox", { name: "Base", exact: true }).check();
    await page.getByRole("checkbox", { name: "Active", exact: true }).check();
    await page.selectOption("#ethereals-size", `${PAGE_SIZE}`);
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForFunction(() => location.hash.includes("sourceChains=8453"));
    await waitUntilLoaded();
    const expectedRecords = seed("ethereals").filter(
      (item) =>
        item.chainType === "mainnet" && item.sourceChain === "8453" && item.status === "active",
    );
    assert.equal((await allTexts(".rows tbody tr")).length, PAGE_SIZE);
    for (let shown = PAGE_SIZE; shown < expectedRecords.length; shown += PAGE_SIZE) {
      await page.getByRole("button", { name: "Load more" }).click();
      await page.waitForFunction(
        (rows) => document.querySelectorAll(".rows tbody tr").length > rows,
        shown,
      );
    }
    const ids = await page
      .locator(".rows tbody tr")
      .evaluateAll((rows) => rows.map((row) => row.dataset.id));
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(new Set(ids), new Set(expectedRecords.map((item) => item._id)));
    assert.equal(await text(".card-head p"), `All ${expectedRecords.length}`);
    assert.deepEqual(new Set(await allTexts(".rows tbody .badge")), new Set(["Active"]));
    assert.equal(
      recorded.api.filter((url) => url.includes("cursor=")).length,
      Math.ceil(expectedRecords.length / PAGE_SIZE) - 1,
    );
    await close();
  });

  test("sorts the loaded rows by a column, in both directions, and says so", async () => {
    const { page, allTexts, text, close } = await openPage(
      view("ethereals", { pageSize: `${PAGE_SIZE}` }),
    );
    /** Reads the amounts in the smallest unit from the titles of the shown amounts. */
    const amounts = async () => {
      const titles = await page
        .locator(".rows .amount")
        .evaluateAll((nodes) => nodes.map(({ title }) => title));
      return titles.map((title) => BigInt(title.match(/\((\d+) in/)[1]));
    };
    const isSorted = (list) =>
      list.every((value, index) => index === 0 || list[index - 1] <= value);
    const button = page.getByRole("button", { name: "Balance (native)" });
    await button.click();
    const ascending = await amounts();
    assert.equal(ascending.length, PAGE_SIZE);
    assert.ok(isSorted(ascending), `${ascending}`);
    assert.equal(await page.locator("th[aria-sort]").getAttribute("aria-sort"), "ascending");
    assert.equal(
      await text(".card-head p"),
      "The first 10, sorted by balance (native); the service has more",
    );
    await button.click();
    assert.deepEqual(await amounts(), ascending.toReversed());
    const shownAmounts = await allTexts(".rows .amount");
    assert.ok(
      shownAmounts.every((amount) => /^(< )?[\d,]+\.\d{4}$/.test(amount)),
      `${shownAmounts}`,
    );
    await page.getByRole("button", { name: "Load more" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".rows tbody tr").length === 20);
    assert.equal(
      await page.locator("th[aria-sort]").count(),
      0,
      "more rows are in the order of the service",
    );
    await close();
  });

  test("sorts by the last sync, of which a record has the timestamp or the date", async () => {
    const { page, context, go, close } = await openPage("#/token");
    const { lastSyncTimestamp, lastSyncData, ...record } = seed("ethereals")[0];
    const etherealData = [
      { ...record, _id: "2025", lastSyncTimestamp: Date.UTC(2025, 0) / 1000 },
      { ...record, _id: "2024", lastSyncData: "2024-01-01T00:00:00Z" },
    ];
    await context.route("**/api/ethereals?*", (route) => route.fulfill({ json: { etherealData } }));
    await go("#/ethereals");
    await page.getByRole("button", { name: "Last sync" }).click();
    const rows = page.locator(".rows tbody tr");
    assert.deepEqual(await rows.evaluateAll((nodes) => nodes.map(({ dataset }) => dataset.id)), [
      "2024",
      "2025",
    ]);
    await close();
  });

  test("opening deposits moves no column, and sorting keeps them below their collection", async () => {
    const { page, text, close } = await openPage(view("ethereals", { pageSize: `${PAGE_SIZE}` }));
    const columns = () =>
      page
        .locator(".rows thead th")
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().left));
    const before = await columns();
    const button = page.locator(".deposits-button").first();
    const row = button.locator("xpath=ancestor::tr");
    await button.click();
    assert.equal(await button.getAttribute("aria-expanded"), "true");
    const id = await row.getAttribute("data-id");
    const { deposits } = seed("ethereals").find(({ _id }) => _id === id);
    assert.deepEqual(await columns(), before);
    assert.equal(await page.locator(".deposits li").count(), deposits.length);
    const firstHash = page.locator(".deposits li").first().locator("code").last();
    assert.equal(await firstHash.getAttribute("title"), deposits[0].txHash);
    await page.getByRole("button", { name: "Last sync" }).click();
    assert.equal(await page.locator(`[data-id="${id}"] + .deposits`).count(), 1);
    await page.locator(`[data-id="${id}"] .deposits-button`).click();
    assert.equal(await page.locator(".deposits").count(), 0);
    assert.match(await text(".card-head p"), /^The first 10, sorted by last sync/);
    await close();
  });

  test("a search from the top of the page does not scroll, and hides the introduction", async () => {
    const { page, waitUntilLoaded, close } = await openPage("#/token");
    const { hash } = example("transfers", "Delivered");
    await page.fill("#search-input", hash);
    await page.getByRole("button", { name: "Find" }).click();
    await waitUntilLoaded();
    assert.equal(await page.evaluate(() => scrollY), 0);
    const { y } = await page.locator("eq-transfer-route").boundingBox();
    assert.ok(y < 250, `${y} px of controls`);
    assert.equal(await page.locator(".intro").isVisible(), false);
    await close();
  });

  test("a simulated transfer moves as soon as its view opens", async () => {
    const { page, close } = await openPage("#/transfer");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    assert.equal(await page.locator("eq-transfer-route").evaluate((route) => route.watching), true);
    await close();
  });

  test("shows an empty result with a next step", async () => {
    const { page, go, text, close } = await openPage(view("transfer", { hash: unknownHash }));
    assert.match(await text(".state .title"), /^No transfer on mainnet or sepolia has this hash\./);
    await go(view("transfer", { hash: unknownHash, chain: "sepolia" }));
    await page.getByRole("link", { name: "Search both chain types" }).click();
    await page.waitForFunction(() => !location.hash.includes("chain="));
    await go(view("ethereals", { sourceChains: "45513" }));
    assert.equal(await text(".empty h3"), "No collections match these filters");
    await close();
  });

  test("says that loading failed when the code of the error card cannot be loaded", async () => {
    const options = { allow: /\/errors-/ };
    const { page, context, go, text, close } = await openPage("#/token", options);
    await context.route("**/errors-*.js", (route) => route.abort());
    await context.route("**/api/project*", (route) => route.fulfill({ status: 400, json: {} }));
    await go("#/key");
    assert.equal(await text("[role=alert] h3"), "Something went wrong");
    const status = page.locator("[data-panel=key] > [role=status]");
    assert.equal(await status.innerText(), "Loading failed");
    await close();
  });

  test("loads a failed page again and continues after it", async () => {
    const { page, context, allTexts, text, close } = await openPage(
      view("ethereals", { pageSize: `${PAGE_SIZE}` }),
    );
    let broken = true;
    await context.route("**/api/ethereals?*cursor=*", (route) =>
      broken ? route.fulfill({ status: 400, json: { message: "Not now." } }) : route.fallback(),
    );
    await page.getByRole("button", { name: "Load more" }).click();
    await page.waitForSelector(".more .notice");
    assert.match(await text(".more .notice"), /did not accept a value\.[\s\S]*Not now\./);
    broken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".rows tbody tr").length === 20);
    const ids = await page
      .locator(".rows tbody tr")
      .evaluateAll((rows) => rows.map((row) => row.dataset.id));
    assert.equal(new Set(ids).size, 2 * PAGE_SIZE);
    assert.equal((await allTexts(".more .notice")).length, 0);
    await close();
  });

  test("a late response does not replace a newer token", async () => {
    const { page, context, go, waitUntilLoaded, text, close } = await openPage("#/token");
    const slow = example("tokens", "Ethereal Trees #2");
    const fast = example("tokens", "No picture");
    let releaseSlowResponse;
    const isReleased = new Promise((resolve) => {
      releaseSlowResponse = resolve;
    });
    await context.route(`**/api/tokens/${slow.address}/**`, async (route) => {
      await isReleased;
      await route.fallback().catch(() => {});
    });
    await page.evaluate((to) => (location.hash = to), tokenView(slow));
    await page.waitForSelector("[aria-busy] eq-token-card .skeleton");
    assert.equal(
      await page.locator("[data-panel=token] > [role=status]").innerText(),
      "Loading the token…",
    );
    await go(tokenView(fast));
    releaseSlowResponse();
    await waitUntilLoaded();
    await page.waitForTimeout(200); // Time for the late response to arrive.
    const { document } = seed("tokens").find(
      (item) => item.id === fast.id && item.address === fast.address,
    );
    assert.equal(await text("eq-token-card .title"), JSON.parse(document).name);
    await close();
  });
});
