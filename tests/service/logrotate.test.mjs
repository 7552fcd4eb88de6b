// Tests `import --follow` while Debian's logrotate rotates the followed file. logrotate runs as root. It creates the
// new file, and then gives the file to another user. ROUNDS=100 is the long form, with 1,000 rotations.
import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  openSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { follow } from "./imports.mjs";
import { installPackage } from "./install.mjs";
import { output, runToEnd, temporary, until } from "./processes.mjs";
import { randomSource, lines, transfer } from "./records.mjs";
import { run } from "./service.mjs";

const PROGRAM = "/usr/sbin/logrotate";
/** One rotation of each round happens while no import runs. */
const ROTATIONS_PER_ROUND = 10;
const ROTATIONS = ROTATIONS_PER_ROUND * Number(process.env.ROUNDS ?? 6);

/** The reason why the test cannot run, or undefined. */
function reasonToSkip() {
  if (process.getuid?.() !== 0) return "logrotate gives a file to another user only as root";
  return existsSync(PROGRAM) ? undefined : installPackage("logrotate");
}

test(`imports every line of ${ROTATIONS} rotations`, { timeout: 3_600_000 }, async (t) => {
  const reason = reasonToSkip();
  if (reason) return t.skip(reason);
  const [uid, gid] = ["-u", "-g"].map((option) => Number(output("id", [option, "nobody"])));
  const folder = temporary("logrotate");
  chownSync(folder, uid, gid);
  const path = join(folder, "records.ndjson");
  const settings = join(temporary("logrotate-settings"), "records.conf");
  // `rotate 2000` keeps every rotated file.
  const options = ["rotate 2000", "create 0644 nobody nogroup", "su root root", "nocompress"];
  writeFileSync(settings, `${path} {\n${options.join("\n")}\n}\n`);
  chmodSync(settings, 0o600);
  const rotate = () => runToEnd(PROGRAM, ["--force", "--state", `${settings}.state`, settings]);

  const url = `sqlite:${join(folder, "records.db")}`;
  const within = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--"];
  // A short delay, so that the import commits many times between the rotations and during them.
  const args = ["--checkpoint", "records", "--max-delay-ms", "4"];
  const start = () => follow(path, { url, args, within });
  const random = randomSource(1, "logrotate");
  let written = 0;
  let file = openSync(path, "a", 0o644);
  const write = () => {
    writeSync(file, lines([transfer(random)]));
    written += 1;
  };
  write();
  let child = start();
  try {
    await child.reached(1);
    for (let rotation = 1; rotation <= ROTATIONS; rotation++) {
      const restarts = rotation % ROTATIONS_PER_ROUND === 0;
      if (restarts) assert.equal((await child.stop()).status, 0, child.output.stderr);
      write();
      const rotated = rotate();
      // The writing program still has the old file open while logrotate creates the new file.
      write();
      const { status, stderr } = await rotated;
      assert.equal(status, 0, stderr);
      write();
      if (restarts) {
        child = start();
        // The import was stopped before the last three writes.
        await child.reached(3);
      }
      closeSync(file);
      file = openSync(path, "a");
      write();
      assert.equal(child.isOver, false, `rotation ${rotation}: ${child.output.stderr}`);
      if (restarts) await child.reached(4);
    }
    // Wait before the signal: an import that gets a signal commits only the lines that it has read.
    const allStored = new RegExp(` ${written} of transfer, .* Found 0 faults\\.`);
    await until(
      `${written} transfers`,
      async () => allStored.test((await run(["verify"], { url })).stdout),
      { intervalMs: 500 },
    );
    await child.stop();
    t.diagnostic(`${ROTATIONS} rotations, ${written} lines`);
  } finally {
    child.kill("SIGKILL");
    closeSync(file);
  }
});
