// Helpers for the tests of imports. They import records into a database and check the records through a service. They
// also start imports that follow a growing file, and wait for the commits of these imports.
import assert from "node:assert/strict";
import { appendFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "./processes.mjs";
import { findTransfer, randomSource, transfer } from "./records.mjs";
import { createKey, importText, serve, startCommand } from "./service.mjs";

/** The number of lines that an import has committed, by its last message about a commit. */
export function committedLines(stderr) {
  const messages = [...stderr.matchAll(/^(\d+) lines? committed$/gm)];
  return Number(messages.at(-1)?.[1] ?? 0);
}

/** The numbers of the rejected lines, by messages such as `line 3: REASON`. */
export const rejectedLines = (stderr) =>
  [...stderr.matchAll(/^line (\d+): .+$/gm)].map(([, number]) => Number(number));

/**
 * Creates a database and starts a service on it. Returns helpers that import random records and check them. `seed`: a
 * name that selects the random records.
 */
export async function startImportTarget(store, seed) {
  const random = randomSource(1, seed);
  const url = store.fresh();
  const key = await createKey(url);
  const service = { ...(await serve({ url })), key };
  return {
    url,
    service,
    random,
    /** New transfers. */
    newTransfers: (count) => Array.from({ length: count }, () => transfer(random)),
    /** Imports text. Checks the number of imported lines and the line numbers of the rejected lines. */
    async importAndCheck(input, { kind = "transfers", rejected = [], imported }) {
      const done = await importText(kind, input, url);
      const outcome = { status: done.status, rejected: rejectedLines(done.stderr) };
      const expected = { status: rejected.length ? 1 : 0, rejected };
      assert.deepEqual(outcome, expected, `${done.stderr.slice(0, 2000)}${done.stdout}`);
      const total = imported + rejected.length;
      const tail = rejected.length ? `; ${rejected.length} lines? rejected` : "";
      assert.match(
        done.stdout,
        new RegExp(`^Imported ${imported} of ${total} ${kind}${tail}`, "m"),
      );
      return done;
    },
    async assertServed(record) {
      assert.deepEqual(await findTransfer(service, record.originTxnHash), record);
    },
  };
}

/**
 * Starts `import transfers --follow`. `within` is a command line before the program. The returned process has
 * `committed()`, which returns the number of committed lines, `reached(count)`, which waits for this number of
 * committed lines, `isOver`, and `stop()`.
 */
export function follow(file, { url, args = [], within } = {}) {
  const child = startCommand(["import", "transfers", "--follow", file, ...args], { url, within });
  child.isOver = false;
  child.ended.then(() => {
    child.isOver = true;
  });
  child.committed = () => committedLines(child.output.stderr);
  child.reached = (count) =>
    until(`${count} lines`, () => {
      if (child.isOver) throw new Error(`import ended: ${child.output.stderr}`);
      return child.committed() >= count;
    });
  /** Ends the process with a signal. Returns `{ status, signal, stdout, stderr }`. */
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
    /** The name of the checkpoint for this file. */
    checkpoint: name,
    append: (bytes) => appendFileSync(path, bytes),
    size: () => statSync(path).size,
    /** The byte offset in the checkpoint, or 0 without a checkpoint. `query` runs SQL in the database. */
    offset(query) {
      const text = query(
        `select checkpoint from import_checkpoint where kind = 'transfer' and name = '${name}'`,
      );
      return text === "" ? 0 : JSON.parse(text).offset;
    },
  };
}
