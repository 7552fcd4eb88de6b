// Tests the verdict that the page "Break it" (docs/break-it.md) gives on the lines that a client printed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SCENARIOS, verdictOf } from "../../docs/.vitepress/run/scenarios.mjs";

// A failure with `isPassing` ends after a while, so the client should answer.
const temporaryFailure = SCENARIOS.find(({ isPassing }) => isPassing);
const lastingFailure = SCENARIOS.find(({ isPassing }) => !isPassing);
const isGood = (scenario, ...texts) =>
  verdictOf({ lines: texts.map((text) => ({ text })), isEnded: true }, scenario).isGood;

test("a correct answer is a good result, with or without other lines before the answer", () => {
  const { answer } = temporaryFailure.task;
  assert.equal(isGood(temporaryFailure, `answer: ${answer}`), true);
  assert.equal(isGood(temporaryFailure, "waiting…", `answer: ${answer}`), true);
  assert.equal(isGood(temporaryFailure, "waiting…"), false);
});

test("a reported error is a good result only if the failure lasts; an uncaught error is always bad", () => {
  assert.equal(isGood(lastingFailure, "error: The service sent a web page."), true);
  assert.equal(isGood(temporaryFailure, "error: The service failed."), false);
  assert.equal(isGood(lastingFailure, "Uncaught SyntaxError: Unexpected token"), false);
});
