// Runs a program for a component, and keeps the state of the run: the lines, the requests, and whether the program has
// ended.
import { withBase } from "vitepress";
import { onBeforeUnmount, reactive } from "vue";
import { startProgram } from "./start-program.mjs";

/** The page shows the last requests, because a program may run for ever. */
const MAX_REQUESTS = 200;

/**
 * The state before a run. `state` is "idle", "loading", "running", "ended" when the program has run to its end after
 * `ms`, or "stopped" by the reader or by a failure.
 */
const initial = () => ({ state: "idle", lines: [], requests: [], ms: 0 });

/** Handles output after the end: a program may continue after its last statement, for example in a timer. */
function continueRun(run) {
  if (run.state === "ended") run.state = "running";
}

/** Returns functions that update `run`, by the name of the program's event. `stop` ends the program. */
const createHandlers = (run, stop) => ({
  begin() {
    run.state = "running";
  },
  print(line) {
    run.lines.push(line);
    continueRun(run);
  },
  request(request) {
    run.requests.push({ ...request, endMs: null, outcome: "" });
    if (run.requests.length > MAX_REQUESTS) run.requests.shift();
    continueRun(run);
  },
  response({ id, ...outcome }) {
    const request = run.requests.find((item) => item.id === id);
    if (request) Object.assign(request, outcome);
  },
  end({ ms }) {
    Object.assign(run, { state: "ended", ms });
  },
  leave() {
    run.lines.push({ level: "error", text: "The program left its page, which ended it." });
    stop();
  },
});

/**
 * Returns `run`, the reactive state of the last run, and the functions `start(program, parent, failures)` and `stop()`.
 * `parent` is the element that gets the frame. `failures` may have the `failure` and the `fault` of `startProgram`.
 */
export function useProgram() {
  const run = reactive(initial());
  const handlers = createHandlers(run, stop);
  let endProgram;
  /** The id of the current run. `stop` changes the id, so that `start` ignores what still comes from an earlier run. */
  let runId = 0;

  function stop() {
    runId += 1;
    endProgram?.();
    endProgram = undefined;
    if (run.state !== "idle") run.state = "stopped";
  }

  async function start(program, parent, failures) {
    stop();
    Object.assign(run, initial(), { state: "loading" });
    const id = runId;
    const onEvent = (type, event) => {
      const isCurrentRun = id === runId;
      if (isCurrentRun && Object.hasOwn(handlers, type)) handlers[type](event);
    };
    try {
      const end = await startProgram(program, {
        parent,
        base: withBase("/"),
        ...failures,
        onEvent,
      });
      if (id !== runId) return end();
      endProgram = end;
    } catch (error) {
      if (id !== runId) return;
      run.lines.push({ level: "error", text: error.message });
      run.state = "stopped";
    }
  }

  onBeforeUnmount(stop);
  return { run, start, stop };
}
