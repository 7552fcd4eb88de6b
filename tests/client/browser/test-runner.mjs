// Replaces `node:test` in a browser: collects the tests of a page, and runs them one after the other.

const tests = [];

export function test(name, run) {
  tests.push({ name, run });
}

/** Runs all tests of the page. The outcome of each is its name and its failure, `null` for a test that passed. */
globalThis.runTests = async () => {
  const outcomes = [];
  for (const { name, run } of tests) outcomes.push({ name, failure: await failureOf(run) });
  return outcomes;
};

async function failureOf(run) {
  const uncaught = [];
  const note = ({ error, reason }) => uncaught.push(`uncaught: ${describe(error ?? reason)}`);
  addEventListener("error", note);
  addEventListener("unhandledrejection", note);
  try {
    await run();
    // The browser reports an unhandled rejection after the microtasks.
    await new Promise((resolve) => setTimeout(resolve));
    return uncaught[0] ?? null;
  } catch (error) {
    return describe(error);
  } finally {
    removeEventListener("error", note);
    removeEventListener("unhandledrejection", note);
  }
}

const describe = (error) => error?.stack ?? String(error);
