// The demo page in a real browser, against the development server and the built package: what the four panels show.
// page/find.mjs: the one input and the address; page/elements.mjs: the elements by themselves, and watching;
// page/guard.mjs: what the page must never do; page/quality.mjs: accessibility, sizes, weight, speed, and a picture of
// every state.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { view } from "./page/browser.mjs";
import { fromSeed } from "./page/examples.mjs";
import { example, examples, file, seed, start, tokenView, unknownHash } from "./page/setup.mjs";
import "./page/elements.mjs";
import "./page/find.mjs";
import "./page/guard.mjs";
import "./page/quality.mjs";

/** Waits until the token's picture is there. */
const pictured = (page) =>
  page.waitForFunction(() => document.querySelector("eq-token-card").shadowRoot.querySelector("img")?.naturalWidth > 0);

describe("views", { concurrency: 4 }, () => {
  test("the examples are those of the seed", () => {
    assert.deepEqual(examples, fromSeed());
    assert.ok(examples.tokens.length >= 5 && examples.transfers.length >= 6);
  });

  test("a token: picture, name, attributes to the last digit, and the exact document", async () => {
    const { page, settled, text, all, copied, close } = await start();
    await page.getByRole("link", { name: "Exact digits" }).click();
    await page.waitForSelector("eq-token-card .title");
    await settled();
    const token = example("tokens", "Exact digits");
    const record = seed("tokens").find((item) => item.id === token.id && item.address === token.address);
    assert.equal(await text("eq-token-card .title"), JSON.parse(record.document).name);
    assert.deepEqual(await all(".traits dd"), ["9007199254740993", "-9007199254740993"]);
    assert.match(await text(".tree"), /supply\s*123456789012345678901234567890\n/);
    assert.match(await text(".document .muted"), /bytes in \d+ ms/);
    assert.equal(await copied(".document .tool"), record.document);
    await page.getByRole("radio", { name: "As sent" }).check();
    assert.equal(await page.locator(".document pre code").textContent(), record.document);
    await pictured(page);
    await close();
  });

  test("a picture on IPFS comes from the page's own server", async () => {
    const { base, page, text, close } = await start(tokenView(example("tokens", "Ethereal Trees #2")));
    assert.equal(await text("eq-token-card .title"), "Ethereal Trees #2");
    await pictured(page);
    assert.match(await page.locator(".frame img").getAttribute("src"), new RegExp(`^${base}/ipfs/baf`));
    await close();
  });

  test("a pasted link fills address, id, chain and standard", async () => {
    const { page, close } = await start();
    const { address, id } = example("tokens", "Exact digits");
    await page.fill("#token-address", `eip155:45513/erc1155:${address}/${id}`);
    assert.deepEqual(
      await page
        .locator(".token-form")
        .evaluate((form) => [form.address.value, form.id.value, form.chain.value, form.standard.value]),
      [address, id, "45513", "ERC1155"],
    );
    await page.getByRole("button", { name: "Show token" }).click();
    await page.waitForSelector("eq-token-card .title");
    await close();
  });

  test("a transfer by a hash from the middle of its route, step by step", async () => {
    const wanted = example("transfers", "Arrived");
    const record = seed("transfers").find(
      (item) =>
        item.status === "done" &&
        item.route.some((step) => step.txHash === wanted.hash) &&
        item.route[0].txHash !== wanted.hash,
    );
    const { page, text, all, close } = await start(view("transfer", { hash: wanted.hash }));
    assert.equal((await all(".route li")).length, record.route.length);
    assert.deepEqual(
      await all(".route .state"),
      record.route.map(() => "Done"),
    );
    assert.deepEqual(
      await page.locator(".route code").evaluateAll((codes) => codes.map((code) => code.title)),
      record.route.map((step) => step.txHash),
    );
    assert.match(await text(".now p"), /^Complete/);
    assert.equal(await page.locator("[aria-current=step] code").getAttribute("title"), wanted.hash);
    assert.equal(
      (await page.locator("eq-transfer-route .amount").first().getAttribute("title")).includes(
        `${record.nativeAmount} in the smallest unit`,
      ),
      true,
    );
    for (const link of await page.locator(".route a").all()) {
      assert.match(await link.getAttribute("href"), /^https:\/\/[^/]+\/tx\/0x[0-9a-f]{64}$/);
      assert.equal(await link.getAttribute("rel"), "noopener noreferrer nofollow");
    }
    await close();
  });

  test("transfers that wait, are held or failed say so", async () => {
    const { go, text, all, close } = await start("#/transfer");
    const expected = {
      "At the relay": ["In progress", /relay/],
      "At the rollup bridge": ["In progress", /rollup bridge/],
      "At the child chain": ["In progress", /child chain/],
      "On hold": ["Waiting for someone", /someone/],
      Failed: ["Failed", /^Failed/],
    };
    for (const [label, [state, sentence]] of Object.entries(expected)) {
      await go(view("transfer", { hash: example("transfers", label).hash }));
      assert.match(await text(".now p"), sentence, label);
      assert.ok((await all(".route .state")).includes(state), `${label}: ${await all(".route .state")}`);
    }
    await close();
  });

  test("the key's owner, account, balance and permissions", async () => {
    const [key] = JSON.parse(file("seed/keys.json"));
    const { page, text, all, close } = await start("#/key");
    assert.equal(await text(".key h3"), key.requestOwner);
    assert.match(await text(".key .balance .title"), /^0\.1\b/);
    assert.ok((await all(".key dd")).includes(key.balanceWei));
    assert.deepEqual(await all(".plain tbody th"), Object.keys(key.auth));
    assert.equal((await page.locator(".key .hex code").getAttribute("title")).toLowerCase(), key.sponsoredAccount);
    await close();
  });

  test("ethereals: filters, a second page without repeated rows, and the end", async () => {
    const { page, settled, all, text, seen, close } = await start("#/ethereals");
    await page.getByRole("checkbox", { name: "Base", exact: true }).check();
    await page.getByRole("checkbox", { name: "Active", exact: true }).check();
    await page.selectOption("#ethereals-size", "10");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.waitForFunction(() => location.hash.includes("sourceChains=8453"));
    await settled();
    const wanted = seed("ethereals").filter(
      (item) => item.chainType === "mainnet" && item.sourceChain === "8453" && item.status === "active",
    );
    assert.equal((await all(".rows tbody tr")).length, 10);
    for (let shown = 10; shown < wanted.length; shown += 10) {
      await page.getByRole("button", { name: "Load more" }).click();
      await page.waitForFunction((rows) => document.querySelectorAll(".rows tbody tr").length > rows, shown);
    }
    const ids = await page.locator(".rows tbody tr").evaluateAll((rows) => rows.map((row) => row.dataset.id));
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(new Set(ids), new Set(wanted.map((item) => item._id)));
    assert.equal(await text(".card-head p"), `All ${wanted.length} shown`);
    assert.deepEqual(new Set(await all(".rows tbody .badge")), new Set(["Active"]));
    assert.equal(seen.api.filter((url) => url.includes("cursor=")).length, Math.ceil(wanted.length / 10) - 1);
    await close();
  });

  test("nothing found is an answer with a way on", async () => {
    const { page, go, text, close } = await start(view("transfer", { hash: unknownHash }));
    assert.equal(await text(".empty h3"), "No transfer found");
    await go(view("transfer", { hash: unknownHash, chain: "sepolia" }));
    await page.getByRole("link", { name: "Look on both chain types" }).click();
    await page.waitForFunction(() => !location.hash.includes("chain="));
    await go(view("ethereals", { sourceChains: "45513" }));
    assert.equal(await text(".empty h3"), "Nothing matches these filters");
    await go("#/token");
    assert.equal(await text(".empty h3"), "Nothing to show yet");
    await close();
  });

  test("a failed page can be tried again and goes on where it stopped", async () => {
    const { page, context, all, text, close } = await start(view("ethereals", { pageSize: "10" }));
    let broken = true;
    await context.route("**/api/ethereals?*cursor=*", (route) =>
      broken ? route.fulfill({ status: 400, json: { message: "Not now." } }) : route.fallback(),
    );
    await page.getByRole("button", { name: "Load more" }).click();
    await page.waitForSelector(".more .notice");
    assert.match(await text(".more .notice"), /bad_request[\s\S]*Not now\./);
    broken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.waitForFunction(() => document.querySelectorAll(".rows tbody tr").length === 20);
    const ids = await page.locator(".rows tbody tr").evaluateAll((rows) => rows.map((row) => row.dataset.id));
    assert.equal(new Set(ids).size, 20);
    assert.equal((await all(".more .notice")).length, 0);
    await close();
  });

  test("a new request replaces the one under way", async () => {
    const { page, context, go, settled, text, close } = await start("#/token");
    const [slow, fast] = [example("tokens", "Ethereal Trees #2"), example("tokens", "No picture")];
    let release;
    await context.route(`**/api/tokens/${slow.address}/**`, async (route) => {
      await new Promise((resolve) => (release = resolve));
      await route.fallback().catch(() => {});
    });
    await page.evaluate((to) => (location.hash = to), tokenView(slow));
    await page.waitForSelector("[aria-busy] eq-token-card .skeleton");
    assert.equal(await page.locator("[data-panel=token] > [role=status]").innerText(), "Loading the token…");
    await go(tokenView(fast));
    release();
    await settled();
    await page.waitForTimeout(200);
    assert.equal(await text("eq-token-card .title"), "Words only");
    await close();
  });
});
