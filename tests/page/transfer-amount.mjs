// The amount of a transfer: its unit and symbol, and the decimals that the user chooses.
import assert from "node:assert/strict";
import { test } from "node:test";
import { view } from "./browser.mjs";
import { example, openPage, seed } from "./setup.mjs";

/** The label of the focused control in the element. */
const focusedLabel = (page) =>
  page
    .locator("eq-transfer-route")
    .evaluate(({ shadowRoot }) => shadowRoot.activeElement?.ariaLabel);

test("shows an unknown token in its smallest unit, and keeps the decimals that the user chooses in the URL and during a watch", async () => {
  const { page, waitUntilLoaded, text, close } = await openPage(
    view("transfer", example("transfers", "Relay")),
  );
  const record = seed("transfers").find(({ route }) =>
    route.some(({ txHash }) => txHash === example("transfers", "Relay").hash),
  );
  const grouped = (digits) => BigInt(digits).toLocaleString("en");
  /** The amount of the record as whole tokens, if the token has `decimals`. */
  const amountWith = (decimals) => {
    const digits = record.tokenAmount.padStart(decimals + 1, "0");
    const pointAt = digits.length - decimals;
    const whole = grouped(digits.slice(0, pointAt));
    const fraction = digits.slice(pointAt).replace(/0+$/, "");
    return fraction === "" ? whole : `${whole}.${fraction}`;
  };
  const [firstDigit, ...otherDigits] = record.tokenAmount;
  assert.equal(otherDigits.length, 20, "the exponent of shortNumber");
  /** The number with four digits, such as `5.706 × 10²⁰`. */
  const shortNumber = `${firstDigit}\\.${otherDigits.slice(0, 3).join("")} × 10²⁰`;
  const units = new RegExp(`^${shortNumber} units of 0x[0-9a-f]{4}…[0-9a-f]{4}$`);
  const decimals = () =>
    page.evaluate(() => new URLSearchParams(location.hash.split("?")[1]).get("decimals"));
  assert.match(await text(".title"), units);
  assert.equal(await text(".exact"), `exactly ${grouped(record.tokenAmount)} units`);
  assert.ok(
    (await text(".decimals")).startsWith(`${amountWith(18)} tokens, if it has 18 decimals`),
  );
  await page.getByRole("button", { name: "Other decimals" }).click();
  const field = page.getByRole("textbox", { name: "Other decimals" });
  // One more than the maximum.
  await field.fill("78");
  await page.keyboard.press("Enter");
  assert.equal(await text(".decimals [role=alert]"), "Enter a whole number from 0 to 77.");
  assert.match(await text(".title"), units);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  assert.equal(await text(".title"), `${amountWith(7)} tokens`);
  assert.equal(await decimals(), "7");
  await page.getByRole("button", { name: "Other decimals" }).click();
  await page.keyboard.type("6");
  await page.keyboard.press("Enter");
  assert.equal(await text(".title"), `${amountWith(6)} tokens`, "typed text replaces the number");
  // The field is gone. The button has the same label, so the redrawn element focuses the button.
  assert.equal(await focusedLabel(page), "Other decimals");
  await page.reload();
  await waitUntilLoaded();
  assert.equal(await text(".title"), `${amountWith(6)} tokens`);
  await page.getByRole("button", { name: "Watch" }).click();
  await page.getByText("Last change").waitFor();
  assert.match(await text(".code"), /client\.watchTransfer\(hash/, "the code shows the watch");
  assert.equal(await text(".title"), `${amountWith(6)} tokens`);
  assert.ok((await text(".facts")).includes(grouped(record.tokenAmount)));
  await page.getByRole("button", { name: "6 decimals" }).click();
  assert.match(await text(".title"), units);
  assert.equal(await decimals(), null);
  await page.getByRole("button", { name: "18 decimals" }).click();
  await page.locator("eq-transfer-route").evaluate((route) => {
    route.transfer = {
      ...route.transfer,
      tokenContract: "0x06012c8cf97bead5deae237070f9587f8e7a266d",
    };
  });
  assert.match(await text(".title"), / units of 0x0601…266d$/, "another token");
  const amounts = await page.evaluate(async () => {
    const { amount } = await import("/pkg/elements/shared.js");
    return ["104990094", "1234567890123456789", "1500000000000000000"].map(
      (value) => amount(value).textContent,
    );
  });
  // With 18 decimals.
  assert.deepEqual(amounts, [
    // At most ten digits follow the leading zeros of the fraction, so it is shown in full.
    "0.000000000104990094",
    // A longer fraction is cut six digits after its leading zeros, of which there are none here.
    "1.234567…",
    "1.5",
  ]);
  await close();
});

test("an amount has its symbol: of the record, of the origin chain, of a well-known token, or of the page", async () => {
  const { page, text, close } = await openPage(view("transfer", example("transfers", "Relay")));
  const usdc = {
    fromChain: 8453,
    toChain: 10,
    tokenContract: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  };
  const sent = {
    status: "done",
    tokenAmount: "104990094",
    fromChain: 8453,
    toChain: 45513,
    tokenContract: `0x${"1".repeat(40)}`,
  };
  const native = { status: "done", nativeAmount: "1500000000000000000" };
  for (const [transfer, title, pageUnit = {}] of [
    [{ ...sent, ...usdc }, "104.990094 USDC"],
    // On this chain, the address is not the contract of USDC.
    [{ ...sent, ...usdc, fromChain: 1 }, "104,990,094 units of 0x8335…2913"],
    [{ ...sent, tokenSymbol: "XYZ", tokenDecimals: 8 }, "1.04990094 XYZ"],
    [{ ...sent, tokenSymbol: "XYZ", tokenDecimals: "8" }, "1.04990094 XYZ"],
    // The maximum is 77 decimals.
    [{ ...sent, tokenSymbol: "XYZ", tokenDecimals: 78 }, "104,990,094 units of XYZ"],
    // 0x2105 is 8453.
    [{ ...sent, ...usdc, fromChain: "0x2105" }, "104.990094 USDC"],
    [{ ...sent, tokenContract: null, nativeAmount: null }, "104,990,094 units of a token"],
    [
      { ...sent, tokenContract: 7, tokenIds: null, fromAddress: {}, originTimestamp: [] },
      "104,990,094 units of 7",
    ],
    [{ ...native, fromChain: "eip155:8453", toChain: "0xa" }, "1.5 ETH"],
    [sent, "10.4990094 ABC", { symbol: "ABC", decimals: 7 }],
    [{ ...native, fromChain: 8453, toChain: 10 }, "1.5 ETH"],
    [{ ...native, fromChain: 137, toChain: 10 }, "1.5 POL"],
    // The symbol is shown only if the currencies of both chains are known. The currency of chain 45513 is unknown.
    [{ ...native, fromChain: 42161, toChain: 45513 }, "1.5 native currency"],
    [{ ...native, fromChain: 42161, toChain: 45513, tokenSymbol: "BLESS" }, "1.5 BLESS"],
  ]) {
    const properties = { symbol: undefined, decimals: undefined, ...pageUnit, transfer };
    await page
      .locator("eq-transfer-route")
      .evaluate((route, newValues) => Object.assign(route, newValues), properties);
    assert.equal(await text(".title"), title);
  }
  await close();
});

test("the field for other decimals keeps what the user types during an update", async () => {
  const { page, text, close } = await openPage(view("transfer", example("transfers", "Relay")));
  await page.getByRole("button", { name: "Other decimals" }).click();
  const field = page.getByRole("textbox", { name: "Other decimals" });
  const update = () =>
    page
      .locator("eq-transfer-route")
      .evaluate((route) => (route.transfer = { ...route.transfer, status: "wait-rb" }));
  // Unlike `fill`, typing does not dispatch the event `change`.
  await page.keyboard.type("7");
  await update();
  assert.equal(await field.inputValue(), "7");
  await page.keyboard.type("8");
  await update();
  assert.equal(await field.inputValue(), "78", "the caret stays behind the first digit");
  await page.keyboard.press("Enter");
  await update();
  assert.equal(await text(".decimals [role=alert]"), "Enter a whole number from 0 to 77.");
  await close();
});

test("Enter and Escape close the field for other decimals without a new value", async () => {
  const { page, close } = await openPage(view("transfer", example("transfers", "Relay")));
  await page.getByRole("button", { name: "6 decimals" }).click();
  const field = page.getByRole("textbox", { name: "Other decimals" });
  for (const key of ["Enter", "Escape"]) {
    await page.getByRole("button", { name: "Other decimals" }).click();
    await page.keyboard.press(key);
    // The field has the same label as its button, so the label of the focus does not show that the field has closed.
    await field.waitFor({ state: "detached" });
    assert.equal(await focusedLabel(page), "Other decimals", key);
    assert.match(await page.locator(".decimals").innerText(), /^with 6 decimals/, key);
  }
  await close();
});
