// An import that follows a file, and functions that wait for its commits.
import { appendFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "./processes.mjs";
import { startCommand } from "./service.mjs";

/**
 * Starts `import transfers --follow`. The process has `committed()`, the number of committed lines; `reached(count)`,
 * which waits for that number; `isOver`; and `stop()`.
 */
export function follow(file, { url, args = [], within } = {}) {
  const child = startCommand(["import", "transfers", "--follow", file, ...args], { url, within });
  child.isOver = false;
  child.ended.then(() => (child.isOver = true));
  child.committed = () => Number([...child.output.stderr.matchAll(/^(\d+) lines? committed$/gm)].at(-1)?.[1] ?? 0);
  child.reached = (count) =>
    until(`${count} lines`, () => {
      if (child.isOver) throw new Error(`import ended: ${child.output.stderr}`);
      return child.committed() >= count;
    });
  /** Ends it with a signal. Returns `{ status, signal, stdout, stderr }`. */
  child.stop = async (signal = "SIGTERM") => {
    child.kill(signal);
    return { ...(await child.ended), ...child.output };
  };
  return child;
}

/** A new file to follow. */
export function growingFile(folder, name = "records.ndjson") {
  const path = join(folder, name);
  writeFileSync(path, "");
  return {
    path,
    /** The name of its checkpoint. */
    checkpoint: name,
    append: (bytes) => appendFileSync(path, bytes),
    size: () => statSync(path).size,
    /** Byte offset of its checkpoint in a database; 0 without one. `query` runs SQL there. */
    offset(query) {
      const text = query(`select checkpoint from import_checkpoint where kind = 'transfer' and name = '${name}'`);
      return text === "" ? 0 : JSON.parse(text).offset;
    },
  };
}
