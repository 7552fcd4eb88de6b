// Runs the jobs of steps at the same time, and counts their tests.
import { availableParallelism } from "node:os";
import { ScriptError } from "./run.mjs";

// One more than the cores: many jobs wait for timers, processes and browsers.
const SLOTS = process.env.VERBOSE ? 1 : availableParallelism() + 1;

/** Reads the counts from the summaries of cargo, wasm-bindgen's runner and Node.js. */
function countTests(text) {
  const sum = (pattern) => [...text.matchAll(pattern)].reduce((total, [, number]) => total + Number(number), 0);
  return {
    passed: sum(/^test result: \w+\. (\d+) passed/gm) + sum(/^ℹ pass (\d+)/gm),
    failed: sum(/^test result: \w+\. \d+ passed; (\d+) failed/gm) + sum(/^ℹ fail (\d+)/gm),
  };
}

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** A step while it runs: the number of jobs that have not ended, counts, times and the output of failed jobs. */
class RunningStep {
  constructor(step) {
    Object.assign(this, { step, remaining: step.jobs.length, passed: 0, failed: 0, ms: 0, problems: [] });
  }

  get ended() {
    return this.remaining === 0;
  }

  get succeeded() {
    return this.ended && this.failed === 0;
  }

  /** Runs one job. A job without tests counts as one test. */
  async run(job) {
    const start = performance.now();
    const hasTests = this.step.name.includes("tests");
    let counted = { passed: 1, failed: 0 };
    try {
      const text = await job.run();
      if (hasTests) counted = countTests(text);
      if (counted.passed === 0) throw new ScriptError(`No test ran in ${job.name}. Expected at least one.`);
    } catch (error) {
      const { failed, passed } = countTests(error.output ?? "");
      counted = { passed, failed: Math.max(1, failed) };
      this.problems.push(error instanceof ScriptError ? error.message : error.stack);
    }
    const ms = performance.now() - start;
    this.#end({ ...counted, ms });
    return { name: job.name, ms };
  }

  /** Counts a job as failed, because the step `missing` failed. */
  skip(missing) {
    this.#end({ passed: 0, failed: 1, ms: 0 });
    if (this.ended) this.problems.push(`Not run, because "${missing}" failed.`);
  }

  #end({ passed, failed, ms }) {
    this.passed += passed;
    this.failed += failed;
    this.ms += ms;
    this.remaining -= 1;
    if (this.ended) this.#print();
  }

  #print() {
    const counts = this.step.name.includes("tests") ? `${this.passed} passed, ` : "";
    const failures = this.failed > 0 ? `FAILED ${this.failed}, ` : "";
    console.log(`${this.step.name}: ${failures}${counts}${seconds(this.ms)}`);
    for (const problem of this.problems) console.log(problem);
    if (this.failed > 0) console.log(`To run it alone: npm test -- ${JSON.stringify(this.step.name)}`);
  }
}

/**
 * Runs steps: `{ name, jobs, needs, lane }`. A job begins when the steps of `needs` have succeeded; jobs of one `lane`
 * run one after the other. Prints a line for each step, and the output of failed jobs. Returns the counts.
 */
export async function runSteps(steps) {
  const running = new Map(steps.map((step) => [step.name, new RunningStep(step)]));
  const jobTimes = await runJobs(running);
  const list = [...running.values()];
  const stepTimes = list.map(({ step, ms }) => ({ name: step.name, ms }));
  printSlowest("steps", stepTimes);
  printSlowest(
    "files",
    jobTimes.filter(({ name }) => name.endsWith(".test.mjs")),
  );
  const sum = (key) => list.reduce((total, step) => total + step[key], 0);
  return { passed: sum("passed"), failed: sum("failed") };
}

/** Runs the jobs of all steps, at most SLOTS at a time. Returns the time of each. */
async function runJobs(running) {
  const needed = ({ step }) => (step.needs ?? []).map((name) => running.get(name));
  let waiting = [...running.values()].flatMap(({ step }) => step.jobs.map((job) => ({ step, job })));
  const promises = new Set();
  const busyLanes = new Set();
  const times = [];

  const isReady = (item) => needed(item).every(({ succeeded }) => succeeded) && !busyLanes.has(item.step.lane);
  /** Skips the jobs that need a failed step. Returns whether there were any. */
  const skipImpossible = () => {
    const failedNeed = (item) => needed(item).find(({ ended, succeeded }) => ended && !succeeded);
    const impossible = waiting.filter(failedNeed);
    waiting = waiting.filter((item) => !impossible.includes(item));
    for (const item of impossible) running.get(item.step.name).skip(failedNeed(item).step.name);
    return impossible.length > 0;
  };
  const begin = async ({ step, job }) => {
    if (step.lane) busyLanes.add(step.lane);
    times.push(await running.get(step.name).run(job));
    busyLanes.delete(step.lane);
  };

  while (waiting.length > 0 || promises.size > 0) {
    if (skipImpossible()) continue;
    const index = promises.size < SLOTS ? waiting.findIndex(isReady) : -1;
    if (index >= 0) {
      const promise = begin(...waiting.splice(index, 1)).then(() => promises.delete(promise));
      promises.add(promise);
    } else if (promises.size > 0) await Promise.race(promises);
    else throw new Error(`No job can begin: ${waiting.map(({ step }) => step.name).join(", ")}`);
  }
  return times;
}

/** Prints the ten longest times. The time of a step is the sum of its jobs. */
function printSlowest(what, times) {
  if (times.length < 2) return;
  const slowest = times.sort((a, b) => b.ms - a.ms).slice(0, 10);
  console.log(`Slowest ${what}: ${slowest.map(({ name, ms }) => `${name} ${seconds(ms)}`).join(", ")}`);
}
