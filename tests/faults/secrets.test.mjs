import assert from "node:assert/strict";
import { test } from "node:test";
import { collectTexts } from "./error-texts.mjs";
import { runSecrets } from "./secrets.mjs";

test("finds a key in nested and hidden properties", () => {
  const inner = Object.defineProperty(new Error("inner"), "deep", { value: { key: "CANARY" } });
  const hidden = new Error("outer", { cause: inner });
  const texts = [];
  collectTexts(texts, "an error", { error: hidden, events: [["hook", new Map([["k", "CANARY"]])]], client: undefined });
  const found = texts.filter(([, text]) => text.includes("CANARY")).map(([name]) => name);
  assert.deepEqual(found, ["hook of an error", "inspection of an error", "cause of an error", "fields of an error"]);
});

test("no text of a failed call contains the key", async () => {
  const { failures, texts, leaks, otherOriginRequests } = await runSecrets();
  assert.deepEqual(failures, []);
  assert.equal(leaks, 0);
  assert.ok(texts >= 500 && otherOriginRequests > 0, `${texts} texts`);
});
