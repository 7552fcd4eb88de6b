// Tests `formatUnits`, `checksumAddress`, and the values that the error messages of helpers show.
import assert from "node:assert/strict";
import { test } from "node:test";
import { getAddress } from "viem";
import { checksumAddress, formatUnits, resolveUri } from "../../pkg/dist/index.js";
import { assertRefused, thrownBy } from "./assertions.mjs";
import { ADDRESS } from "./calls.mjs";
import { randomSource } from "../faults/random.mjs";

/** The seed of the random values. Any number would do. */
const SEED = 7;
const MAX_UINT256 = String(2n ** 256n - 1n);

for (const [value, decimals, text] of [
  ["1099756711100000000", 18, "1.0997567111"],
  ["1500000", 6, "1.5"],
  ["0", 255, "0"],
  ["0", 18, "0"],
  ["1", 18, "0.000000000000000001"],
  ["-1", 1, "-0.1"],
  ["-1", 2, "-0.01"],
  ["100", 2, "1"],
  ["-0", 3, "0"],
  ["120", 0, "120"],
  ["0001230", 3, "1.23"],
  [MAX_UINT256, 18, `${MAX_UINT256.slice(0, -18)}.${MAX_UINT256.slice(-18)}`],
]) {
  test(`formatUnits converts ${value} with ${decimals} decimals to ${text}`, () => {
    assert.equal(formatUnits(value, decimals), text);
    assert.equal(formatUnits(BigInt(value), String(decimals)), text);
  });
}

test("formatUnits takes numbers, and 18 decimals by default", () => {
  assert.equal(formatUnits(1099756711100000000n), "1.0997567111");
  assert.equal(formatUnits("1", undefined), "0.000000000000000001");
  assert.equal(formatUnits(15, 1), "1.5");
  assert.equal(formatUnits(-15, 1), "-1.5");
  assert.equal(formatUnits("1", "018"), "0.000000000000000001");
});

test("formatUnits reads the text of a JSON number that is an integer", () => {
  for (const [value, text] of [
    ["1e21", "1000"],
    ["1E+21", "1000"],
    ["5.0", "0.000000000000000005"],
    ["1.5e18", "1.5"],
    ["-1.50e18", "-1.5"],
    ["0e5", "0"],
    ["-0.0", "0"],
  ]) {
    assert.equal(formatUnits(value), text);
  }
});

test("formatUnits refuses a value other than an integer in decimal digits", () => {
  // U+0661 is the Arabic digit 1. An exponent has at most two digits, so 1e400 is refused too.
  const texts = ["", "0x10", "1 ", " 1", "-", "0x1", "1.5", "1,5", "\u0661", "1\n", "+1"];
  texts.push("1.", ".5", "e5", "1.25e1", "15e-1", "1e400", "1e", "1e+", "1e2.0");
  // The number 1e21 is beyond 2^53-1, so JavaScript may have rounded it.
  const others = [1.5, true, {}, -1.5, 1e21, null, undefined, Symbol("1"), () => 1, NaN, ["1"]];
  for (const value of [...texts, ...others])
    assertRefused(
      thrownBy(() => formatUnits(value, 18)),
      "value",
    );
  const { message } = thrownBy(() => formatUnits("1.5"));
  assert.equal(
    message,
    'Invalid value: "1.5". Expected an integer in decimal digits, with an optional minus sign.',
  );
});

test("formatUnits refuses decimals other than an integer from 0 to 255", () => {
  for (const decimals of [-1, 256, 1.5, "x", {}, "", null, 1000, "1e1"]) {
    assertRefused(
      thrownBy(() => formatUnits("1", decimals)),
      "decimals",
    );
  }
  const messageOf = (decimals) => thrownBy(() => formatUnits("1", decimals)).message;
  assert.equal(messageOf(256), "Invalid decimals: 256. Expected an integer from 0 to 255.");
  assert.equal(messageOf(null), "Missing decimals. Expected an integer from 0 to 255.");
});

test("formatUnits keeps every digit of random amounts", () => {
  const random = randomSource(SEED, "amounts");
  for (let i = 0; i < 2000; i++) {
    const hexadecimalDigits = random.hex(random.int(1, 40));
    const sign = random.chance(0.5) ? 1n : -1n;
    const value = BigInt(`0x${hexadecimalDigits}`) * sign;
    const decimals = random.int(0, 255);
    const text = formatUnits(value, decimals);
    const [whole, fraction = ""] = text.split(".");
    const digits = whole.replace("-", "") + fraction.padEnd(decimals, "0");
    const isNegative = value < 0n;
    assert.equal(text.startsWith("-"), isNegative, text);
    assert.equal(BigInt(digits), isNegative ? -value : value, text);
    // No point at the end, no zero at the end of a fraction, and no zero before other digits.
    assert.ok(!/\.$|\.\d*0$|^-?0\d/.test(text), text);
  }
});

/** The test cases of EIP-55, and the zero address. */
const CHECKSUMS = [
  "0x52908400098527886E0F7030069857D2E4169EE7",
  "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  "0xde709f2102306220921060314715629080e2fb77",
  "0x27b1fdb04752bbc536007a920d24acb045561c26",
  "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
  "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
  "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
  "0x0000000000000000000000000000000000000000",
];

test("checksumAddress returns the checksums of EIP-55", () => {
  for (const address of CHECKSUMS) {
    assert.equal(checksumAddress(address.toLowerCase()), address);
    assert.equal(checksumAddress(address.toUpperCase()), address);
    assert.equal(checksumAddress(address), address);
  }
});

test("checksumAddress returns the checksums of viem for random addresses", () => {
  const random = randomSource(SEED, "addresses");
  for (let i = 0; i < 500; i++) {
    const address = `0x${random.hex(40)}`;
    assert.equal(checksumAddress(address), getAddress(address));
  }
});

test("checksumAddress refuses any other value", () => {
  const texts = ["0x12", "", `${ADDRESS}0`, ADDRESS.slice(2), ` ${ADDRESS}`, `${ADDRESS}\n`];
  for (const address of [...texts, 7, null, {}, [ADDRESS]]) {
    assertRefused(
      thrownBy(() => checksumAddress(address)),
      "address",
    );
  }
  const { message } = thrownBy(() => checksumAddress("0x12"));
  assert.equal(message, 'Invalid address: "0x12". Expected 0x followed by 40 hexadecimal digits.');
});

test("a message shows at most 64 characters of a value, without control characters", () => {
  // The message has no leading U+0000, and 64 characters: "x", U+FFFD for U+0001, and 62 emoji.
  const { message } = thrownBy(() => resolveUri(`\u0000x\u0001${"\u{1f600}".repeat(80)}`));
  const shown = `x\ufffd${"\u{1f600}".repeat(62)}`;
  assert.ok(message.startsWith(`Invalid uri: "${shown}…". Expected `), message);
});

test("a message shows a number or a short text, and no text that could be an API key", () => {
  const key = "Py/BfoIG112ZrfX+Vl9duMGZ0MHWoOwRXhTl/4goYQI=";
  for (const format of [checksumAddress, formatUnits]) {
    const { message } = thrownBy(() => format(key, 18));
    // The key has 44 characters.
    assert.match(message, /^Invalid \w+: 44 characters \(hidden: they could be an API key\)\. /);
    // A number is shown with up to 64 characters, and any other text with up to 15.
    const invalidNumber = `0x${"1".repeat(41)}`;
    assert.ok(thrownBy(() => format(invalidNumber, 18)).message.includes(`: "${invalidNumber}". `));
    const shortText = "x".repeat(15);
    assert.ok(thrownBy(() => format(shortText, 18)).message.includes(`: "${shortText}". `));
  }
});
