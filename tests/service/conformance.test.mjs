// Runs the vectors of tests/conformance against the native service over HTTP: in memory, on SQLite and on PostgreSQL.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { SEED_FILES, seedOptions, seedPath } from "../../scripts/seed.mjs";
import { runVector, vectors } from "../conformance/run.mjs";
import { createKey, runOrThrow, serve } from "./service.mjs";
import { stores } from "./stores.mjs";

const { keys } = seedOptions();

/**
 * Tests every vector. `service()` returns the running service. `createdKeys` maps the keys of the seed to the keys of
 * the database.
 */
function testAll(service, createdKeys = new Map()) {
  for (const vector of vectors) {
    test(`${vector.name} [${vector.section}]`, async () => {
      const send = (method, path, headers) => {
        const sentHeaders = Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, createdKeys.get(value) ?? value]),
        );
        return fetch(service().url + path, { method, headers: sentHeaders, redirect: "manual" });
      };
      assert.deepEqual(await runVector(send, vector), []);
    });
  }
}

describe("conformance: memory", () => {
  let service;
  before(async () => {
    service = await serve();
  });
  after(() => service?.stop());
  testAll(() => service);

  test("prints the first key of the seed", () => assert.equal(service.key, keys[0].key));
});

for (const store of await stores()) {
  describe(`conformance: ${store.name}`, { skip: store.skip }, () => {
    const createdKeys = new Map();
    let service;
    before(async () => {
      const url = store.fresh();
      for (const [kind, file] of Object.entries(SEED_FILES))
        await runOrThrow(["import", kind, seedPath(file)], { url });
      // A database accepts only keys that it created, so each owner gets a new key with the same permissions.
      for (const {
        key,
        requestOwner: owner,
        auth,
        sponsoredAccount: account,
        balanceWei,
      } of keys) {
        createdKeys.set(key, await createKey(url, { owner, auth, account, balanceWei }));
      }
      service = await serve({ url });
    });
    after(() => service?.stop());
    testAll(() => service, createdKeys);

    test("prints no demo key, and rejects the keys of the seed", async () => {
      assert.equal(service.key, undefined);
      for (const { key } of keys) {
        const response = await fetch(`${service.url}/project`, { headers: { "x-api-key": key } });
        assert.equal(response.status, 401);
      }
    });
  });
}
