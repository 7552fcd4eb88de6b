// Runs watches in a separate process, in real time. The process must end when its watch ends or is abandoned.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

/** A program with a client and a hash, which then runs `statements`. The third poll finds that the transfer is done. */
const program = (statements) => `
  import { Client } from ${JSON.stringify(new URL("../../pkg/dist/index.js", import.meta.url).href)};
  let polls = 0;
  const client = new Client({ baseUrl: "https://api.example.com", apiKey: "key", fetch: async () => {
    polls++;
    const status = polls < 3 ? "wait-rb" : "done";
    return Response.json({ bridgeData: { bridgeData: [{ _id: "1", status }], nextCursor: null } });
  } });
  const hash = "0x" + "6f".repeat(32);
  ${statements}
`;

/** Runs the program. Returns the lines that the program prints. */
function run(statements) {
  const args = ["--input-type=module", "-e", program(statements)];
  const result = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 200_000 });
  assert.equal(result.status, 0, result.stderr || "the process did not end");
  return result.stdout.trim().split("\n");
}

test("a process ends when its wait ends", () => {
  const wait = `
    const phases = [];
    const onProgress = ({ phase }) => phases.push(phase);
    const { status } = await client.waitForTransfer(hash, { intervalMs: 5, onProgress });
    console.log(status, polls, phases.join());
  `;
  assert.deepEqual(run(wait), ["done 3 pending,done"]);
});

test("an abandoned, stopped or aborted watch does not keep the process alive", () => {
  const abandoned = `
    const watch = client.watchTransfer(hash);
    const { value } = await watch.next();
    console.log(value.phase);
  `;
  assert.deepEqual(run(abandoned), ["pending"]);
  const stopped = `
    for await (const { phase } of client.watchTransfer(hash)) {
      console.log(phase);
      break;
    }
  `;
  assert.deepEqual(run(stopped), ["pending"]);
  const aborted = `
    const signal = AbortSignal.timeout(50);
    const error = await client.waitForTransfer(hash, { signal }).catch((error) => error);
    console.log(error.kind, error.cause.name);
  `;
  assert.deepEqual(run(aborted), ["aborted TimeoutError"]);
});
