// Text from a service reaches a terminal without control characters, and stays within its columns.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { textFields } from "../models.mjs";
import { importSource } from "../source.mjs";
import {
  commandNames,
  noTerminal,
  pageBody,
  run,
  runOnTerminal,
  scriptedService,
  transferBody,
} from "./program.mjs";

const { cut, pad, safe, safeJson, widthOf } = await importSource("cli/text");

/** Sequences that colour text, set the title of the terminal and clear its screen, and single control characters. */
const ESCAPES = "\x1b[31mred\x1b]0;title\x07\x9b2J\r\b\x7f";
/** Characters that turn the direction of text, and an invisible space. */
const BIDI = "\u202egnp.exe\u2066\u200b";
const HOSTILE = `A${ESCAPES}${BIDI}\nZ`;
const HASH = `0x${"a".repeat(64)}`;
/** Returns an object in which each text field of a model has the hostile text. */
const hostileTexts = (model) =>
  Object.fromEntries(textFields(model).map((name) => [name, HOSTILE]));
const transfer = {
  ...hostileTexts("BridgeTransfer"),
  tokenIds: [HOSTILE],
  originTxnHash: HASH,
  route: [{ step: HOSTILE, txHash: HOSTILE }],
};
const ethereal = hostileTexts("Ethereal");
const project = { ...hostileTexts("Project"), auth: { [HOSTILE]: [HOSTILE] } };
const metadata = {
  name: HOSTILE,
  image: HOSTILE,
  description: HOSTILE,
  attributes: [{ trait_type: HOSTILE, value: HOSTILE }, HOSTILE],
  [HOSTILE]: HOSTILE,
};
const TOKEN = ["token", `0x${"1".repeat(40)}`, "1", "--chain-id", "1"];
const COMMANDS = {
  token: TOKEN,
  transfer: ["transfer", HASH],
  project: ["project"],
  ethereals: ["ethereals"],
};

/** Control characters except the line break, and characters that are invisible or turn the direction of text. */
const FORBIDDEN = /[\0-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069]/;

let service, env;
before(async () => {
  service = await scriptedService(({ url }) => {
    if (url.startsWith("/failing/")) return [400, { message: HOSTILE }];
    // A carriage return is white space in JSON, but can overwrite text in a terminal.
    if (url.startsWith("/tokens/")) return [200, `\r\n${JSON.stringify(metadata)}\r\n`];
    if (url.startsWith("/bridge/")) return [200, transferBody(transfer)];
    if (url.startsWith("/project")) return [200, project];
    return [200, pageBody([ethereal])];
  });
  env = { ETHEREAL_QUERY_URL: service.url };
});
after(() => service.close());

test("COMMANDS has every command that prints what a service sends", async () => {
  const commandsWithoutService = ["serve", "demo", "completion"];
  assert.deepEqual([...Object.keys(COMMANDS), ...commandsWithoutService], await commandNames());
});

for (const [name, args] of Object.entries(COMMANDS)) {
  describe(name, () => {
    test("in a pipe", async () => {
      const { status, stdout } = await run(args, { env });
      assert.equal(status, 0);
      // The program prints the escape character as ▯.
      assert.ok(stdout.includes("A▯[31mred"), stdout);
      // A row of a list has eight values with tabs between them. Other output has no tabs.
      const tabs = name === "ethereals" ? 7 : 0;
      assert.equal(stdout.split("\t").length - 1, tabs);
      assert.doesNotMatch(stdout.replaceAll("\t", ""), FORBIDDEN);
    });

    test("on a terminal", { skip: noTerminal }, async () => {
      const { text } = await runOnTerminal(args, { env });
      assert.ok(text.includes("A▯[31m"), text);
      assert.doesNotMatch(text.replaceAll(/\x1b\[\d+m/g, ""), FORBIDDEN);
    });

    test("with --json, prints the same values, escaped", async () => {
      const { stdout } = await run([...args, "--json"], { env });
      assert.doesNotMatch(stdout, FORBIDDEN);
      assert.ok(JSON.stringify(JSON.parse(stdout)).includes(JSON.stringify(HOSTILE)));
    });

    test("in an error", async () => {
      const failingEnv = { ETHEREAL_QUERY_URL: `${service.url}/failing` };
      const { status, stderr } = await run(args, { env: failingEnv });
      assert.notEqual(status, 0);
      // The client writes U+FFFD for the escape character in the message of an error.
      assert.ok(stderr.includes("A\ufffd[31mred"), stderr);
      assert.doesNotMatch(stderr, FORBIDDEN);
    });
  });
}

test(
  "token --raw on a terminal prints the same values, escaped",
  { skip: noTerminal },
  async () => {
    const { text } = await runOnTerminal([...TOKEN, "--raw"], { env });
    assert.doesNotMatch(text, FORBIDDEN);
    assert.deepEqual(JSON.parse(text), metadata);
  },
);

describe("text", () => {
  test("widthOf counts columns", () => {
    for (const [text, width] of [
      ["", 0],
      ["abc", 3],
      ["日本語", 6],
      ["한글", 4],
      ["é", 1],
      ["e\u0301", 1],
      ["👍", 2],
      ["👨‍👩‍👧", 2],
      // U+FE0F makes the sun an emoji.
      ["☀\ufe0f", 2],
      ["☀", 1],
      // A half-width kana and a full-width letter.
      ["ｱ", 1],
      ["Ａ", 2],
    ]) {
      assert.equal(widthOf(text), width, text);
    }
  });

  test("cut keeps to the width, at the end or in the middle, and splits no grapheme", () => {
    assert.equal(cut("abcdef", 6), "abcdef");
    assert.equal(cut("abcdef", 5), "abcd…");
    assert.equal(cut("0x1234567890", 7, "middle"), "0x1…890");
    assert.equal(cut("日本語", 4), "日…");
    assert.equal(cut("日本語日本語", 6, "middle"), "日…語");
    for (const text of ["日本語日本語", "a日b本c語", "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", "abcdefgh"]) {
      for (const where of ["end", "middle"]) {
        for (let width = 1; width < 12; width++)
          assert.ok(widthOf(cut(text, width, where)) <= width, `${text} ${where} ${width}`);
      }
    }
  });

  test("pad fills up to the width on either side", () => {
    assert.deepEqual([pad("日", 4), pad("日", 4, "start"), pad("abc", 2)], ["日  ", "  日", "abc"]);
  });

  test("safe keeps other scripts and emoji as they are", () => {
    for (const text of ["Привет", "नमस्ते", "می‌خواهم", "👨‍👩‍👧", "naïve"])
      assert.equal(safe(text), text);
  });

  test("safe shortens long text, and prints an object as JSON", () => {
    assert.equal(safe("x".repeat(2000)), `${"x".repeat(1000)}…`);
    assert.equal(safe({ a: 1n }), '{"a":"1"}');
  });

  test("safeJson keeps the value", () => {
    // Characters that safeJson escapes, except the é. U+E0001 becomes two escapes, one for each UTF-16 unit.
    const value = { a: "\x7f\x9b\u2028\u202e\u{e0001}é\u200d", "\u200b": 1 };
    const json = JSON.stringify(value, null, 2).replaceAll("\n", "\r\n");
    assert.deepEqual(JSON.parse(safeJson(json)), value);
  });
});
