// A watch whose signal throws ends with an error. A later watch of the same client still works.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../pkg/dist/index.js";

const HASH = `0x${"0".repeat(64)}`;

/** A client of a service with a transfer that is done. */
const createClient = () =>
  new Client({
    baseUrl: "https://a.invalid",
    apiKey: "k",
    fetch: async () => Response.json({ bridgeData: [{ _id: "1", status: "done" }] }),
  });

const fail = () => {
  throw new Error("broken signal");
};
/** A signal with the members that the package requires. `members` replaces some of them. */
const signalWith = (members) => ({
  aborted: false,
  addEventListener() {},
  removeEventListener() {},
  ...members,
});

/** A signal whose `aborted` throws at the third read and later, so that the checks before the first poll pass. */
function signalThatBreaksLater() {
  let reads = 0;
  return Object.defineProperty(signalWith(), "aborted", {
    get() {
      reads++;
      return reads > 2 ? fail() : false;
    },
  });
}

const SIGNALS = {
  "without removeEventListener": () => signalWith({ removeEventListener: undefined }),
  "with a removeEventListener that throws": () => signalWith({ removeEventListener: fail }),
  "with an addEventListener that throws": () => signalWith({ addEventListener: fail }),
  "whose aborted throws later": signalThatBreaksLater,
};

for (const [name, createSignal] of Object.entries(SIGNALS)) {
  test(`watches with a signal ${name} do not stop a later watch`, { timeout: 20_000 }, async () => {
    const client = createClient();
    // Six watches, so that two of them wait: at most four polls are in flight at a time.
    const broken = Array.from({ length: 6 }, () =>
      client.waitForTransfer(HASH, { signal: createSignal() }),
    );
    const results = await Promise.allSettled(broken);
    for (const { status, reason } of results) {
      // With a signal whose `aborted` throws later, a watch succeeds if it ends before the third read.
      if (status === "fulfilled") assert.equal(name, "whose aborted throws later");
      else assert.equal(reason.code, "invalid_argument", String(reason));
    }
    assert.equal((await client.waitForTransfer(HASH)).status, "done");
  });
}

test("a call with a signal that throws rejects with an error of the package", async () => {
  const client = createClient();
  const signal = signalWith({ removeEventListener: fail });
  await assert.rejects(client.bridgeTransfer(HASH, {}, { signal }), {
    code: "invalid_argument",
    parameter: "signal",
  });
  assert.equal((await client.bridgeTransfer(HASH)).status, "done");
});
