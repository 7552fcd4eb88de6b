// The example of a native program, against the service that `npm start` serves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { root, run } from "../scripts/run.mjs";
import { serve } from "../scripts/serve.mjs";

test("a native program makes the four calls", async () => {
  const service = await serve({ port: 0 });
  try {
    const program = ["run", "--quiet", "--locked", "--all-features", "--example", "native", "--", `${service.url}/api`];
    const output = await run("cargo", program, { cwd: root });
    const lines = ["token: Ethereal Trees #2", "transfer: wait-wh", "owner: demo", "collections: SCSST, MPSTC, CRBTS"];
    assert.deepEqual(output.trim().split("\n"), lines);
  } finally {
    await service.close();
  }
});
