// The verdict of the page "Break it" (docs/break-it.md) about the lines that a client printed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SCENARIOS, verdictOf } from "../../docs/.vitepress/run/scenarios.mjs";

const passingFailure = SCENARIOS.find(({ isPassing }) => isPassing);
const lastingFailure = SCENARIOS.find(({ isPassing }) => !isPassing);
const isGood = (scenario, ...texts) =>
  verdictOf({ lines: texts.map((text) => ({ text })), isEnded: true }, scenario).isGood;

test("an answer counts even after other lines", () => {
  const { answer } = passingFailure.task;
  assert.equal(isGood(passingFailure, `answer: ${answer}`), true);
  assert.equal(isGood(passingFailure, "waiting…", `answer: ${answer}`), true);
  assert.equal(isGood(passingFailure, "waiting…"), false);
});

test("an error is a good result only if the failure lasts, and an uncaught error never is", () => {
  assert.equal(isGood(lastingFailure, "error: The service sent a web page."), true);
  assert.equal(isGood(passingFailure, "error: The service failed."), false);
  assert.equal(isGood(lastingFailure, "Uncaught SyntaxError: Unexpected token"), false);
});
