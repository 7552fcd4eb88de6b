// Tests what happens when the WebAssembly of the client traps: the calls in flight fail with kind `internal`, and the
// next call works. `setFuse(n)` makes the n-th following call of a matching export trap; -1 is off.
import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { MODULES, fuse, requireCopy, restoreModules } from "./trap-injection.mjs";
import { collectGarbage } from "../collect-garbage.mjs";

const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const HASH = `0x${"1".repeat(64)}`;
/** The exports that run code of this project: constructors, methods, and the closures that the host calls later. */
const ENTRIES = /^(client|watch)_|^wasm_bindgen__convert__closures/;
const CLOSURES = /^wasm_bindgen__convert__closures/;
/** The exports by which values pass between JavaScript and Rust. */
const MEMORY = /^__wbindgen_(malloc|realloc|free|exn_store|destroy_closure)$|^__externref_/;

const { Instance } = WebAssembly;
after(() => {
  WebAssembly.Instance = Instance;
  restoreModules();
});

/** Loads a new copy of the package that uses this compiled module. `instances` has the exports of each instance. */
function loadCopy(compiled) {
  const instances = [];
  const host = { isOutOfMemory: false };
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, [module, imports]) {
      if (host.isOutOfMemory) throw new RangeError("could not allocate memory");
      const instance = new target(module, imports);
      if (module === compiled) instances.push(instance.exports);
      return instance;
    },
  });
  return { ...requireCopy("index", MODULES.client, compiled), instances, host };
}

const createClient = ({ Client }, fetch, options) =>
  new Client({
    baseUrl: "https://api.example.com",
    apiKey: "a-key-of-ours",
    fetch,
    maxRetries: 0,
    ...options,
  });
const tokenUri = (client, id = 7, options) => client.tokenUri(ADDRESS, id, { chainId: 1 }, options);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function assertBroken(error) {
  assert.deepEqual(
    [error?.name, error?.kind, error?.retryable],
    ["EtherealQueryError", "internal", false],
    String(error),
  );
  assert.ok(error.cause instanceof WebAssembly.RuntimeError, String(error.cause?.stack));
}

/** Errors that no code handles. No test may cause such an error. */
const unhandled = [];
process.on("uncaughtException", (error) => unhandled.push(error));
process.on("unhandledRejection", (error) => unhandled.push(error));
afterEach(async () => {
  // Node.js reports an unhandled rejection only after the microtasks.
  await sleep(1);
  assert.deepEqual(unhandled.splice(0), []);
});

test("a trap while a response is read ends every call in flight, and the next call works", async () => {
  const api = loadCopy(fuse(MODULES.client, CLOSURES));
  /** Each function responds to one request. */
  const responses = [];
  const fetch = () =>
    new Promise((resolve) => {
      responses.push(() => resolve(Response.json({ n: responses.length })));
    });
  const [started, ended] = [[], []];
  const callCount = 50;
  const client = createClient(api, fetch, {
    onCallStart: ({ callId }) => started.push(callId),
    onCallEnd: ({ callId, error }) => ended.push([callId, error?.kind]),
  });
  const inFlight = Promise.allSettled(
    Array.from({ length: callCount }, (_, id) => tokenUri(client, id)),
  );
  while (responses.length < callCount) await sleep(1);
  api.instances[0].setFuse(1);
  responses[0]();
  for (const { reason } of await inFlight) assertBroken(reason);
  // The responses of ended calls change nothing.
  for (const respond of responses) respond();
  const later = tokenUri(client);
  while (responses.length < callCount + 1) await sleep(1);
  responses[callCount]();
  assert.deepEqual(await later, { n: callCount + 1 });
  assert.equal(api.instances.length, 2);
  // The numbers of calls go on after a trap.
  const ids = Array.from({ length: callCount + 1 }, (_, index) => index + 1);
  assert.deepEqual(started, ids);
  assert.deepEqual(
    ended,
    ids.map((id) => [id, id <= callCount ? "internal" : undefined]),
  );
});

/** Programs that use the client. Each returns its result, or rejects with an error of the package. */
const PROGRAMS = {
  "a constructor": async (api) => createClient(api, fetch) instanceof api.Client,
  "a call": (api) => tokenUri(createClient(api, async () => Response.json({ n: 1 }))),
  "two calls and the end of their client": async (api) => {
    const client = createClient(api, async () => Response.json({ n: 1 }));
    const documents = [await tokenUri(client), await tokenUri(client)];
    client.dispose();
    return documents;
  },
  "a response without a body": (api) => tokenUri(createClient(api, async () => new Response(null))),
  "a call that fails": (api) =>
    tokenUri(createClient(api, async () => Promise.reject(new TypeError("offline")))),
  "a call that is refused": (api) => createClient(api, fetch).bridgeTransfer("0x"),
  "a call that is aborted": (api) => {
    const controller = new AbortController();
    const call = tokenUri(
      createClient(api, () => new Promise(() => {})),
      7,
      { signal: controller.signal },
    );
    setTimeout(() => controller.abort(), 2);
    return call;
  },
  "a call that takes too long": (api) =>
    tokenUri(
      createClient(api, () => new Promise(() => {})),
      7,
      { timeoutMs: 3 },
    ),
  "a list": async (api) => {
    const page = { etherealData: [{ _id: "1", status: "active" }], nextCursor: null };
    const client = createClient(api, async () => Response.json(page));
    const records = [];
    for await (const record of client.ethereals()) records.push(record);
    return [records, (await client.ethereals().page()).items];
  },
  "a wait for a transfer": (api) => {
    const client = createClient(api, async () => Response.json({ _id: "1", status: "done" }));
    return client.waitForTransfer(HASH);
  },
};

/** Returns the result of a program as `value`, or its error as `error` and `kind`. */
async function outcomeOf(run) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("still pending after 2 s")), 2000);
  });
  try {
    return { value: await Promise.race([run(), limit]) };
  } catch (error) {
    assert.ok(error.name === "EtherealQueryError", String(error.stack));
    return { kind: error.kind, error };
  } finally {
    clearTimeout(timer);
  }
}

/** The parts of an outcome that are equal in each run: two errors are different objects. */
const comparable = ({ value, kind }) => ({ value, kind });

/**
 * Runs a program again and again. The first run breaks the first call of an export, the second run the second call, and
 * so on, until the program makes no more calls. After each broken run, the program must work as before.
 */
async function breakEveryCall(api, run, assertOutcome) {
  const expected = comparable(await outcomeOf(() => run(api)));
  let broken = 0;
  for (let call = 1; ; call++) {
    assert.ok(call < 500, "the program ends");
    const exports = api.instances.at(-1);
    exports.setFuse(call);
    const outcome = await outcomeOf(() => run(api));
    const isBlown = exports.remainingFuse() <= 0;
    exports.setFuse(-1);
    if (!isBlown) break;
    broken++;
    assertOutcome(outcome, `call ${call}`);
    assert.deepEqual(comparable(await outcomeOf(() => run(api))), expected, `after call ${call}`);
  }
  assert.ok(broken > 0);
}

for (const [name, run] of Object.entries(PROGRAMS)) {
  test(`a trap in any function is an error of the package, and the next call works: ${name}`, async () => {
    const api = loadCopy(fuse(MODULES.client, ENTRIES));
    await breakEveryCall(api, run, ({ error }) => assertBroken(error));
  });

  test(`after a trap in a function that passes values, the next call works: ${name}`, async () => {
    const api = loadCopy(fuse(MODULES.client, MEMORY));
    // The broken call may fail in any way.
    await breakEveryCall(api, run, () => {});
  });
}

test("a watch continues after a trap, and reports no change twice", async () => {
  const api = loadCopy(fuse(MODULES.client, ENTRIES));
  const statuses = ["wait-wh", "wait-wh", "wait-rb", "done"];
  const client = createClient(api, async () =>
    Response.json({ _id: "1", status: statuses.shift() ?? "done" }),
  );
  const statusesOfUpdates = [];
  for await (const { transfer } of client.watchTransfer(HASH, { intervalMs: 1 })) {
    statusesOfUpdates.push(transfer.status);
    // Breaks an unrelated call.
    api.instances.at(-1).setFuse(1);
    assertBroken(await tokenUri(client).catch((error) => error));
  }
  assert.deepEqual(statusesOfUpdates, ["wait-wh", "wait-rb", "done"]);
});

test("an abort after a trap does not change the error of a call", async () => {
  const api = loadCopy(fuse(MODULES.client, ENTRIES));
  const client = createClient(api, () => new Promise(() => {}));
  const controller = new AbortController();
  const call = tokenUri(client, 7, { signal: controller.signal });
  call.catch(() => {});
  await sleep(5);
  api.instances[0].setFuse(1);
  assertBroken(await tokenUri(client, 8).catch((error) => error));
  controller.abort();
  assertBroken(await call.catch((error) => error));
});

test("a later call creates an instance that the host could not create before", async () => {
  const api = loadCopy(fuse(MODULES.client, ENTRIES));
  const run = PROGRAMS["a call"];
  const errorOf = async () => {
    const { error } = await outcomeOf(async () => run(api));
    return error;
  };
  const expected = await run(api);
  const broken = api.instances.at(-1);
  const instancesBefore = api.instances.length;
  broken.setFuse(1);
  assertBroken(await errorOf());
  // Each call that enters the broken instance would decrement the fuse.
  const fuseBefore = 1000;
  broken.setFuse(fuseBefore);
  api.host.isOutOfMemory = true;
  for (let i = 0; i < 3; i++) {
    const error = await errorOf();
    assert.deepEqual([error.name, error.kind], ["EtherealQueryError", "internal"], String(error));
    assert.ok(error.cause instanceof RangeError, String(error.cause?.stack));
  }
  api.host.isOutOfMemory = false;
  assert.deepEqual(await run(api), expected);
  assert.equal(api.instances.length, instancesBefore + 1);
  assert.equal(broken.remainingFuse(), fuseBefore);
});

test("a trap while unused objects are freed has no effect on calls", async () => {
  const api = loadCopy(fuse(MODULES.client, /^__wbg_client_free$/));
  createClient(api, fetch);
  const [instance] = api.instances;
  instance.setFuse(1);
  for (let i = 0; i < 100 && instance.remainingFuse() > 0; i++) {
    await sleep(5);
    collectGarbage();
  }
  assert.equal(instance.remainingFuse(), 0, "the client is freed");
  assert.deepEqual(await PROGRAMS["a call"](api), { n: 1 });
  assert.equal(api.instances.length, 2);
});
