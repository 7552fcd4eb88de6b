// The verdict of the page "Break it" (docs/break-it.md) about the lines that a client printed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SCENARIOS, verdictOf } from "../../docs/.vitepress/run/scenarios.mjs";

const brief = SCENARIOS.find(({ isPassing }) => isPassing);
const lasting = SCENARIOS.find(({ isPassing }) => !isPassing);
const verdict = (scenario, ...texts) =>
  verdictOf({ lines: texts.map((text) => ({ text })), isEnded: true }, scenario).isGood;

test("an answer counts even after other lines", () => {
  const { answer } = brief.task;
  assert.equal(verdict(brief, `answer: ${answer}`), true);
  assert.equal(verdict(brief, "waiting…", `answer: ${answer}`), true);
  assert.equal(verdict(brief, "waiting…"), false);
});

test("an error is a good result only if the failure lasts, and an uncaught error never is", () => {
  assert.equal(verdict(lasting, "error: The service sent a web page."), true);
  assert.equal(verdict(brief, "error: The service failed."), false);
  assert.equal(verdict(lasting, "Uncaught SyntaxError: Unexpected token"), false);
});
