// Replaces `node:test` and `node:assert/strict` in a browser: collects the tests of a page, and runs them one after the
// other.
import { assert, config } from "chai";

// Messages show whole values.
config.truncateThreshold = 0;

/** The assertions that the tests use. */
export default {
  ok: assert.ok,
  equal: assert.strictEqual,
  notEqual: assert.notStrictEqual,
  deepEqual: assert.deepStrictEqual,
  match: assert.match,
  fail: assert.fail,
};

const tests = [];
/** The stacks of errors that no test caught. */
const uncaught = [];

export function test(name, run) {
  tests.push({ name, run });
}

/** An event `error` has the field `error`, and an event `unhandledrejection` has the field `reason`. */
const recordUncaught = ({ error, reason }) => uncaught.push(stackOf(error ?? reason));
addEventListener("error", recordUncaught);
addEventListener("unhandledrejection", recordUncaught);

/** Runs all tests of the page. Returns the name and the failure of each test; `null` for a test that passed. */
globalThis.runTests = async () => {
  const outcomes = [];
  for (const { name, run } of tests) outcomes.push({ name, failure: await failureOf(run) });
  // The browser reports an unhandled rejection with a delay.
  await new Promise((resolve) => setTimeout(resolve, 50));
  if (uncaught.length)
    outcomes.push({ name: "the tests leave no uncaught error", failure: uncaught.join("\n") });
  return outcomes;
};

async function failureOf(run) {
  try {
    await run();
    return null;
  } catch (error) {
    return stackOf(error);
  }
}

const stackOf = (error) => error?.stack ?? String(error);
