// `npm test` runs the steps that a contributor needs before a commit; `npm run test:all` runs every step. With words,
// `npm test -- WORD…` runs the steps whose group is a word or whose name contains one. "rest" are the steps that
// `npm test` leaves out.
import { ScriptError, main } from "./run.mjs";
import { runSteps } from "./test-runner.mjs";
import { GROUPS, STEPS } from "./test-steps.mjs";
import { installTestTools } from "./tools.mjs";

const isSelected = (step, word) => {
  if (word === "all") return true;
  if (word === "rest") return !step.quick;
  return step.group === word || step.name.includes(word);
};

/** Returns the selected steps in the order of STEPS, with those that they need. */
function selectSteps(words) {
  const selected = new Set(
    STEPS.filter((step) => (words.length === 0 ? step.quick : words.some((word) => isSelected(step, word)))),
  );
  if (selected.size === 0)
    throw new ScriptError(
      `No step matches ${words.join(" ")}. Expected all, rest, a group (${GROUPS.join(", ")}), or a part of: ` +
        STEPS.map(({ name }) => name).join(", "),
    );
  // The loop also visits the steps that it adds.
  for (const { needs = [] } of selected)
    for (const name of needs) selected.add(STEPS.find((step) => step.name === name));
  return STEPS.filter((step) => selected.has(step));
}

await main(import.meta, async (words) => {
  const start = performance.now();
  const steps = selectSteps(words);
  await installTestTools({ withBrowser: steps.some(({ browser }) => browser) });
  const { passed, failed } = await runSteps(steps);
  console.log(`${((performance.now() - start) / 60_000).toFixed(1)} minutes`);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
});
