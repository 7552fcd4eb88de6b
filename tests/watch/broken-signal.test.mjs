// A watch whose signal throws ends alone: it ends with an error, and the other watches of the client go on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "../../pkg/dist/index.js";

const HASH = `0x${"0".repeat(64)}`;

/** A client of a service that knows a transfer as done. */
const createClient = () =>
  new Client({
    baseUrl: "https://a.invalid",
    apiKey: "k",
    fetch: async () => Response.json({ bridgeData: [{ _id: "1", status: "done" }] }),
  });

const fail = () => {
  throw new Error("broken signal");
};
/** The members that a signal has at least. */
const signalWith = (members) => ({
  aborted: false,
  addEventListener() {},
  removeEventListener() {},
  ...members,
});

/** A getter that throws from its third read on: the checks before the first poll pass. */
function signalThatBreaksLater() {
  let reads = 0;
  return Object.defineProperty(signalWith(), "aborted", {
    get: () => (++reads > 2 ? fail() : false),
  });
}

const SIGNALS = {
  "without removeEventListener": () => signalWith({ removeEventListener: undefined }),
  "with a removeEventListener that throws": () => signalWith({ removeEventListener: fail }),
  "with an addEventListener that throws": () => signalWith({ addEventListener: fail }),
  "whose aborted throws later": signalThatBreaksLater,
};

for (const [name, createSignal] of Object.entries(SIGNALS)) {
  test(`a watch with a signal ${name} ends alone`, { timeout: 20_000 }, async () => {
    const client = createClient();
    // More than the number of polls that may be in flight.
    const broken = Array.from({ length: 6 }, () =>
      client.waitForTransfer(HASH, { signal: createSignal() }),
    );
    const results = await Promise.allSettled(broken);
    for (const { status, reason } of results) {
      // A signal that is not read again does not break the watch.
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
