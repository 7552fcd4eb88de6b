// Tests a trap in the embedded service: each existing service loses its records, and a new service works.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { MODULES, fuse, requireCopy, restoreModules } from "./trap-injection.mjs";

const { Instance } = WebAssembly;
after(() => {
  WebAssembly.Instance = Instance;
  restoreModules();
});

const keys = [{ key: "k", requestOwner: "me", auth: {} }];
const project = (service) =>
  service.fetch("https://embedded.invalid/project", { headers: { "x-api-key": "k" } });

/**
 * Loads a new copy of the embedded service, in which the exports that match `pattern` can trap: `setFuse(1)` makes the
 * next call of such an export trap. `instances` has the exports of each instance.
 */
function loadEmbeddedCopy(pattern) {
  const fused = fuse(MODULES.embedded, pattern);
  const instances = [];
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, [module, imports]) {
      const instance = new target(module, imports);
      if (module === fused) instances.push(instance.exports);
      return instance;
    },
  });
  const { EmbeddedService } = requireCopy("embedded", MODULES.embedded, fused);
  return { create: () => new EmbeddedService({ keys }), instances };
}

const EMBEDDED_TRAP = {
  name: "EtherealQueryError",
  kind: "internal",
  retryable: false,
  message: / crashed\. .*; please report it\. Create a new EmbeddedService\.$/,
};
const RECORDS_LOST = {
  name: "EtherealQueryError",
  kind: "internal",
  retryable: false,
  message:
    "The WebAssembly module crashed, and this EmbeddedService lost its records. Create a new one.",
};

/** Calls of a service that enter WebAssembly. */
const EMBEDDED_CALLS = {
  fetch: project,
  update: async (service) => service.update({ transfers: [] }),
  failNext: async (service) => service.failNext({ status: 503 }),
};

for (const [name, call] of Object.entries(EMBEDDED_CALLS)) {
  test(`after a trap in ${name}, each older service rejects, and a new one works`, async () => {
    // `failNext` enters WebAssembly only by the export `endpointNames`.
    const { create, instances } = loadEmbeddedCopy(/^(embeddedservice_|endpointNames$)/);
    const [broken, other] = [create(), create()];
    assert.equal((await project(broken)).status, 200);
    instances[0].setFuse(1);
    await assert.rejects(call(broken), EMBEDDED_TRAP);
    const fresh = create();
    for (const older of [broken, other]) {
      for (const laterCall of Object.values(EMBEDDED_CALLS))
        await assert.rejects(laterCall(older), RECORDS_LOST);
    }
    // The calls of the older services do not break the new instance.
    assert.equal((await project(fresh)).status, 200);
    fresh.failNext({ status: 503 });
    assert.equal((await project(fresh)).status, 503);
    assert.equal(instances.length, 2);
  });
}

test("a new service works after a trap in the constructor", async () => {
  const { create, instances } = loadEmbeddedCopy(/^embeddedservice_/);
  create();
  instances[0].setFuse(1);
  assert.throws(create, EMBEDDED_TRAP);
  assert.equal((await project(create())).status, 200);
});
