// The search form and the URL: a search opens a view, and a link opens the same view again.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { simulatedTransfersAt } from "../../pkg/dist/embedded/simulation.js";
import { root } from "../../scripts/run.mjs";
import { view, withClipboard } from "./browser.mjs";
import { example, file, openPage, seed, tokenView } from "./setup.mjs";

const hash = example("transfers", "Delivered").hash;
const { address, id } = example("tokens", "Exact digits");

/** Creates an empty project that has the package, and returns its folder. */
function projectWithPackage() {
  const folder = mkdtempSync(join(tmpdir(), "ethereal-query-program-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(join(root, "pkg"), join(folder, "node_modules/ethereal-query"));
  return folder;
}

/**
 * Returns the output of a program. A program that watches an unfinished transfer does not end, so the test stops it
 * after five seconds. The program of a simulated transfer ends. Only this program has the option `intervalMs`.
 */
const outputOf = (program, cwd) =>
  new Promise((resolve, reject) => {
    const code = readFileSync(program, "utf8");
    const isEndless = code.includes("watchTransfer(") && !code.includes("intervalMs");
    const options = { cwd, timeout: isEndless ? 5_000 : 60_000 };
    execFile(process.execPath, [program], options, (error, stdout) => {
      const isStopped = isEndless && error?.killed;
      if (error && !isStopped) reject(error);
      else resolve(stdout.trim());
    });
  });

async function watch(panel) {
  await panel.getByRole("button", { name: "Watch" }).click();
  await panel.locator(".code").getByText("watchTransfer").waitFor();
}

describe("search", { concurrency: 4 }, () => {
  test("opens the view of a hash, a CAIP-19 id, address/id, an address or a link, typed or pasted", async () => {
    const { page, waitUntilLoaded, text, close } = await openPage();
    const expected = [
      [hash, /^#\/transfer\?hash=0x/, "eq-transfer-route .title"],
      [`  https://etherscan.io/tx/${hash}  `, /^#\/transfer\?hash=0x/, "eq-transfer-route .title"],
      [
        `eip155:45513/erc1155:${address}/${id}`,
        /^#\/token\?chain=45513&standard=ERC1155&address/,
        "eq-token-card .title",
      ],
      [
        `https://etherscan.io/nft/${example("tokens", "No picture").address}/4`,
        /^#\/token\?chain=1&.*&id=4$/,
        ".result h3",
      ],
      [hash.slice(2), /^#\/transfer\?hash=0x/, "eq-transfer-route .title"],
      [
        `See <https://opensea.io/assets/base/${address}/7>.`,
        /^#\/token\?chain=8453&.*&id=7$/,
        ".result h3",
      ],
      [
        `(“https://opensea.io/assets/base/${address}/8”),`,
        /^#\/token\?chain=8453&.*&id=8$/,
        ".result h3",
      ],
      [`eip155:10:${address}`, /^#\/token\?chain=10&address=0x/, ".empty h3"],
      [`ethereum:${address}@8453`, /^#\/token\?chain=8453&address=0x/, ".empty h3"],
      [`oeth:${address}`, /^#\/token\?chain=10&address=0x/, ".empty h3"],
      [address, /^#\/token\?chain=1&address=0x/, ".empty h3"],
    ];
    for (const [typed, hashPattern, selector] of expected) {
      await page.fill("#search-input", typed);
      await page.keyboard.press("Enter");
      await page.waitForFunction(
        (pattern) => new RegExp(pattern).test(location.hash),
        hashPattern.source,
      );
      await waitUntilLoaded();
      assert.ok((await text(selector)).length > 0, typed);
    }
    assert.equal(await text(".empty h3"), "Which token id?");
    assert.match(await text(".empty"), /If this is your wallet: search by a transaction hash/);
    assert.equal(await page.locator("#token-address").inputValue(), address);
    assert.equal(await page.evaluate(() => document.activeElement.id), "token-id");
    await withClipboard(async () => {
      await page.evaluate((value) => navigator.clipboard.writeText(value), hash);
      await page.locator("#search-input").selectText();
      await page.keyboard.press("ControlOrMeta+V");
    });
    await page.waitForFunction(() => location.hash.startsWith("#/transfer"));
    await close();
  });

  test("refuses a text that it cannot read, in the search and in the connection dialog, and says why", async () => {
    const { page, text, close } = await openPage();
    const message = page.locator("#search [role=alert]");
    for (const [typed, expected] of [
      ["0x1234", /^Not recognised: 4 digits behind 0x\. Enter a transaction hash/],
      ["a word", /^Not recognised\. Enter/],
      [" ", /^Enter a transaction hash/],
      [seed("transfers")[0]._id, /^This looks like a transfer id: give it to those who help you/],
      [`xyz:${address}`, /^The chain of this address is not known here/],
      [
        `https://explorer.example/address/${address}`,
        /^The chain of this address is not known here/,
      ],
    ]) {
      await page.fill("#search-input", typed);
      await page.getByRole("button", { name: "Find", exact: true }).click();
      await message.filter({ hasText: expected }).waitFor();
    }
    await page.click("#service");
    await page.fill("#settings-url", "no address");
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    assert.match(
      await page.locator("#settings .notice").innerText(),
      /^Invalid Base URL of the service: /,
    );
    await page.keyboard.press("Escape");
    assert.ok(await text("eq-token-card .title"));
    await close();
  });

  test("finds a token on another chain with one click", async () => {
    const { page, text, close } = await openPage(view("token", { chain: "1", address, id }));
    assert.equal(await text(".empty h3"), "No token found");
    assert.equal(
      await page.locator("[data-panel=token] [role=alert]").count(),
      0,
      "an unknown token raises no alarm",
    );
    await page.getByRole("button", { name: "Search the other chains" }).click();
    await page.waitForSelector("eq-token-card .title");
    assert.match(await page.evaluate(() => location.hash), /chain=45513.*standard=ERC1155/);
    await close();
  });

  test("a search for a token ends without effect when another view is opened", async () => {
    for (const other of [view("ethereals"), tokenView(example("tokens", "No picture"))]) {
      const { page, waitUntilLoaded, close } = await openPage(
        view("token", { chain: "1", address, id }),
      );
      await page
        .getByRole("button", { name: "Search the other chains" })
        .evaluate((button, link) => {
          button.click();
          location.hash = link;
        }, other);
      await waitUntilLoaded();
      await page.waitForTimeout(1000); // Time for the responses of the search.
      assert.equal(await page.evaluate(() => location.hash), other);
      await close();
    }
  });

  test("a link opens the same view, and the back button returns to the previous view", async () => {
    const filters = view("ethereals", { sourceChains: "8453", statuses: "active", pageSize: "10" });
    const { page, waitUntilLoaded, allTexts, close } = await openPage(filters);
    assert.equal(
      await page.locator(".by-hand summary", { hasText: "Filter" }).innerText(),
      "Filter the collections: Active, Base",
    );
    await page.getByText("Filter the collections").click();
    assert.ok(await page.getByRole("checkbox", { name: "Base", exact: true }).isChecked());
    assert.deepEqual(new Set(await allTexts(".rows tbody .badge")), new Set(["Active"]));
    await page.getByRole("link", { name: "Transfer status" }).click();
    await waitUntilLoaded();
    await page.fill("#search-input", hash);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => location.hash.includes("hash="));
    await waitUntilLoaded();
    await page.goBack();
    await waitUntilLoaded();
    // The note is visible only in a view without values, here the view of transfers before the hash.
    assert.equal(await page.locator("#search-example").isVisible(), true);
    await page.goBack();
    await waitUntilLoaded();
    assert.equal((await allTexts(".rows tbody tr")).length, 10);
    await close();
  });

  test("each program that the page shows runs in Node.js as it is copied", async () => {
    const { page, go, copyText, close } = await openPage();
    // This simulated transfer takes 26 seconds. It began 20 seconds ago, so the watch ends soon.
    const [simulatedTransfer] = simulatedTransfersAt(Date.now() - 20_000);
    const project = projectWithPackage();
    /** [view, output of its program, action that changes the program]. */
    const expected = [
      [tokenView(example("tokens", "No picture")), /^Words only$/],
      [tokenView(example("tokens", "Exact digits")), /^Sack of grain$/],
      [
        tokenView(example("tokens", "Exact digits")),
        /^Sack of grain \d+$/,
        (panel) => panel.getByRole("checkbox").check(),
      ],
      [view("transfer", example("transfers", "Delivered")), /^done$/],
      [view("transfer", example("transfers", "On Sepolia")), /^done$/],
      [
        view("transfer", simulatedTransfer),
        /done$/,
        (panel) => panel.locator(".code").getByText("watchTransfer").waitFor(),
      ],
      [view("transfer", example("transfers", "Relay")), /^wait-wh$/, watch],
      // The owner of the demo key and its balance.
      ["#/key", /^demo 0\.1$/],
      [view("ethereals", { sourceChains: "8453", statuses: "active", pageSize: "10" }), /\S \d+\n/],
      [
        view("ethereals", { chain: "sepolia", statuses: "active,unfunded", pageSize: "100" }),
        /\S \d+\n/,
      ],
      // The seed has no collection from this chain.
      [view("ethereals", { sourceChains: "45513" }), /^$/],
    ];
    const runProgram = async (code, expectedOutput) => {
      const program = join(project, "program.mjs");
      writeFileSync(program, code);
      assert.match(await outputOf(program, project), expectedOutput, code);
    };
    for (const [target, expectedOutput, act] of expected) {
      await go(target);
      const panel = page.locator("[data-panel]:not([hidden])");
      await panel.locator(".code").waitFor();
      await act?.(panel);
      const code = await copyText(".code .tool");
      await runProgram(code, expectedOutput);
    }
    // The program does not contain the key of the user.
    const [{ key }] = JSON.parse(file("seed/keys.json"));
    await page.click("#service");
    await page.fill("#settings-key", key);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await go("#/key");
    const code = await copyText(".code .tool");
    assert.ok(!code.includes(key));
    await runProgram(code.replace("your API key", key), /^demo 0\.1$/);
    await close();
  });

  test("works with the keyboard alone: search, watch, dialog and tabs", async () => {
    const { page, close } = await openPage();
    const focused = () =>
      page.evaluate(() => {
        let node = document.activeElement;
        while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
        return (node.getAttribute("aria-label") ?? node.textContent).trim();
      });
    const tabTo = async (name) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press("Tab");
        if ((await focused()).startsWith(name)) return;
      }
      assert.fail(`Tab does not reach ${name}; the focus is on ${await focused()}`);
    };
    await tabTo("Skip to the content");
    await page.locator("#search-input").focus();
    await page.keyboard.type(`${address}/${id}`);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".empty");
    await tabTo("Search the other chains");
    await page.keyboard.press("Enter");
    await page.waitForSelector("eq-token-card .title");
    await page.locator("#search-input").focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(example("transfers", "Relay").hash);
    await page.keyboard.press("Enter");
    await page.waitForSelector("eq-transfer-route .title");
    await tabTo("Watch");
    await page.keyboard.press("Enter");
    await page.locator("eq-transfer-route").getByText("Watching").first().waitFor();
    assert.equal(
      await page.locator("eq-transfer-route").evaluate((element) => element.watching),
      true,
    );
    await tabTo("Pause");
    await page.keyboard.press("Enter");
    assert.equal(
      await page.locator("eq-transfer-route").evaluate((element) => element.watching),
      false,
    );
    await page.locator("#service").focus();
    await page.keyboard.press("Enter");
    await page.locator("#settings").waitFor();
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate(() => document.activeElement.id), "service");
    await page.getByRole("link", { name: "Collections", exact: true }).focus();
    await page.keyboard.press("Enter");
    // The page shows the program before the records have arrived.
    await page.locator(".card-head p").getByText("The first").first().waitFor();
    await close();
  });
});
