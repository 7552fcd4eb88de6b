import assert from "node:assert/strict";
import { test } from "node:test";
import { collect } from "./artefacts.mjs";
import { soakSecrets } from "./secrets.mjs";

test("a key would be found wherever it hides", () => {
  const inner = Object.defineProperty(new Error("inner"), "deep", { value: { key: "CANARY" } });
  const hidden = new Error("outer", { cause: inner });
  const artefacts = [];
  collect(artefacts, "an error", { error: hidden, events: [["hook", new Map([["k", "CANARY"]])]], client: undefined });
  const found = artefacts.filter(([, text]) => text.includes("CANARY")).map(([name]) => name);
  assert.deepEqual(found, ["hook of an error", "inspection of an error", "cause of an error", "fields of an error"]);
});

test("the key is in nothing a failure leaves behind", async () => {
  const { complaints, artefacts, leaks, foreignRequests } = await soakSecrets();
  assert.deepEqual(complaints, []);
  assert.equal(leaks, 0);
  assert.ok(artefacts >= 500 && foreignRequests > 0, `${artefacts} artefacts`);
});
