// The state of a program that a component runs: what it printed, its requests, and whether it has ended.
import { withBase } from "vitepress";
import { onBeforeUnmount, reactive } from "vue";
import { startProgram } from "./start-program.mjs";

/** What a run begins with. `state` is "idle", "loading", "running" or "ended". */
const initial = () => ({ state: "idle", lines: [], requests: [], ms: 0 });

/**
 * Returns `run`, the reactive state of the last run, `start(program, parent, failure)` and `stop()`. `parent` is the
 * element that gets the frame.
 */
export function useProgram() {
  const run = reactive(initial());
  let frame;
  let count = 0;

  const handlers = {
    print: ({ level, text }) => run.lines.push({ level, text }),
    request: ({ id, method, path, startMs }) =>
      run.requests.push({ id, method, path, startMs, endMs: null, outcome: "" }),
    response({ id, endMs, outcome }) {
      Object.assign(
        run.requests.find((request) => request.id === id),
        { endMs, outcome },
      );
    },
    resize({ height }) {
      frame.style.height = `${height}px`;
    },
    end({ ms }) {
      Object.assign(run, { state: "ended", ms });
    },
  };

  function stop() {
    count += 1;
    frame?.remove();
    frame = undefined;
    if (run.state === "running" || run.state === "loading") run.state = "ended";
  }

  async function start(program, parent, failure) {
    stop();
    Object.assign(run, initial(), { state: "loading" });
    // Events of a stopped run may still arrive.
    const current = count;
    const onEvent = ({ type, ...event }) => current === count && handlers[type](event);
    try {
      const started = await startProgram(program, { parent, base: withBase("/"), failure, onEvent });
      if (current !== count) return started.remove();
      frame = started;
      run.state = "running";
    } catch (error) {
      run.lines.push({ level: "error", text: error.message });
      run.state = "ended";
    }
  }

  onBeforeUnmount(stop);
  return { run, start, stop };
}
