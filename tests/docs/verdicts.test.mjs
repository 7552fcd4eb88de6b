// The verdicts of "Break it" about what a client printed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SCENARIOS, verdictOf } from "../../docs/.vitepress/run/scenarios.mjs";

const passing = SCENARIOS.find(({ isPassing }) => isPassing);
const lasting = SCENARIOS.find(({ isPassing }) => !isPassing);
const verdict = (scenario, ...texts) =>
  verdictOf({ lines: texts.map((text) => ({ text })), isEnded: true }, scenario).isGood;

test("an answer counts even after other lines", () => {
  const { answer } = passing.task;
  assert.equal(verdict(passing, `answer: ${answer}`), true);
  assert.equal(verdict(passing, "waiting…", `answer: ${answer}`), true);
  assert.equal(verdict(passing, "waiting…"), false);
});

test("an error is good only where the failure lasts, and an uncaught one never", () => {
  assert.equal(verdict(lasting, "error: The service sent a web page."), true);
  assert.equal(verdict(passing, "error: The service failed."), false);
  assert.equal(verdict(lasting, "Uncaught SyntaxError: Unexpected token"), false);
});
