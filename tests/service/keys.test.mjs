// Tests API keys: printed once, stored as a hash, revoked within seconds. All invalid keys get the same response.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { until } from "./processes.mjs";
import { sendRequest } from "./records.mjs";
import { createKey, runOrThrow, run, serve } from "./service.mjs";
import { stores } from "./stores.mjs";

const FORM = /^eqk_[0-9A-Za-z]{49}$/;
/** The part of a key that `key list` prints: `eqk_` and six characters. */
const prefixOf = (key) => key.slice(0, 10);
const owner = 'Zoë\'s "studio" 🌱';
const account = `0x${"Ab".repeat(20)}`;
const auth = { aa: ["write"], sprinkle: true, none: [] };
/** The parts of a response that are equal for all invalid keys: all but the time and the request id. */
const comparable = ({ status, headers, text }) => {
  const names = [...headers.keys()]
    .filter((name) => !["date", "x-request-id"].includes(name))
    .sort();
  return { status, text, headers: names.map((name) => `${name}: ${headers.get(name)}`) };
};

for (const store of await stores()) {
  describe(`keys: ${store.name}`, { skip: store.skip }, () => {
    let url, service;
    const keys = [];
    const project = (key) => sendRequest({ ...service, key }, "/project");
    before(async () => {
      url = store.fresh();
      keys.push(await createKey(url, { owner, auth, account, balanceWei: "1234567890000000000" }));
      service = await serve({ url, log: "trace" });
    });
    after(() => service?.stop());

    /** The line of `key list` for a key. */
    const lineOf = (list, key) => list.split("\n").find((line) => line.includes(prefixOf(key)));

    /** Whether a text contains a key, or a key that lost its beginning or its end. */
    const containsSecretOf = (text, key) =>
      text.includes(key) || text.includes(key.slice(4, 40)) || text.includes(key.slice(16));

    test("key create prints only the key, in the documented form", async () => {
      const done = await run(["key", "create", "--owner", "b"], { url });
      assert.equal(done.status, 0, done.stderr);
      const key = done.stdout.trim();
      assert.match(key, FORM);
      assert.equal(done.stdout, `${key}\n`);
      assert.ok(done.stderr.trim().length > 10, "an explanation on stderr");
      assert.ok(!containsSecretOf(done.stderr, key), "shown once");
      keys.push(key);
      assert.match(keys[0], FORM);
    });

    test("GET /project returns the values of key create", async () => {
      const { status, json } = await project(keys[0]);
      assert.equal(status, 200);
      const { message, ...fields } = json;
      assert.ok(message);
      assert.deepEqual(fields, {
        requestOwner: owner,
        auth,
        sponsoredAccount: account,
        balanceWei: "1234567890000000000",
        balance: "1.23456789",
      });
    });

    test("key create keeps --auth as it is: the order of names and the digits of numbers", async () => {
      // A JavaScript object would have "10" as its first name.
      const text = '{"z":[1],"a":{"limit":123456789012345678901234567890.10},"10":true}';
      const args = ["key", "create", "--owner", "c", "--auth", ` ${text}\n`];
      keys.push((await runOrThrow(args, { url })).trim());
      assert.ok((await project(keys.at(-1))).text.includes(`"auth":${text}`));
    });

    test("keys and their prefixes are unique", async () => {
      for (let i = 0; i < 3; i++) keys.push(await createKey(url));
      assert.equal(new Set(keys.map(prefixOf)).size, keys.length);
    });

    test("key create rejects values that GET /project cannot return", async () => {
      const options = [
        ["--auth", "{"],
        ["--auth", "[]"],
        ["--account", "0x1"],
        ["--balance-wei", "1.5"],
        ["--balance-wei", "-1"],
      ];
      const wrong = [[], ["--owner", ""], ...options.map((option) => ["--owner", "a", ...option])];
      for (const args of wrong) {
        const { status, stdout, stderr } = await run(["key", "create", ...args], { url });
        assert.ok(
          status > 0 && stdout === "" && stderr.length > 10,
          `${args.join(" ")}: ${status} ${stdout} ${stderr}`,
        );
      }
    });

    test("key list prints prefix and owner of each key, and no secret", async () => {
      const list = await runOrThrow(["key", "list"], { url });
      for (const key of keys) {
        assert.ok(!containsSecretOf(list, key), list);
        const lines = list.split("\n").filter((line) => line.includes(prefixOf(key)));
        assert.equal(lines.length, 1, `one line for ${prefixOf(key)}:\n${list}`);
      }
      assert.ok(list.includes("studio"), list);
    });

    test("responds with the same 401 to a missing, malformed, unknown or misspelt key", async () => {
      const unknown = `eqk_${"A".repeat(49)}`;
      const withOtherCharacter = (key, at) => {
        const other = key[at] === "a" ? "b" : "a";
        return key.slice(0, at) + other + key.slice(at + 1);
      };
      const misspelt = Array.from(keys[0], (_, at) => withOtherCharacter(keys[0], at));
      const near = [keys[0].slice(0, -1), `${keys[0]}0`, keys[0].toLowerCase(), ` ${keys[0]} x`];
      const wrong = [
        "",
        "x",
        "eqk_",
        unknown,
        "k".repeat(4000),
        "'; drop table api_key; --",
        ...near,
        ...misspelt,
      ];
      const missing = comparable(await sendRequest(service, "/project", { headers: {} }));
      assert.equal(missing.status, 401);
      for (const key of wrong)
        assert.deepEqual(comparable(await project(key)), missing, JSON.stringify(key));
      // With a valid key, these paths get 400 and 404.
      for (const path of [
        "/ethereals?page_size=0",
        `/bridge/transfers/transactions/0x${"1".repeat(64)}`,
      ]) {
        assert.deepEqual(
          comparable(await sendRequest({ ...service, key: unknown }, path)),
          missing,
        );
      }
      assert.equal((await project(keys[0])).status, 200);
    });

    test("a revoked key stops working after a while, and the others keep working", async (t) => {
      const key = keys[1];
      assert.equal((await project(key)).status, 200);
      const listBefore = await runOrThrow(["key", "list"], { url });
      const [prefix] = lineOf(listBefore, key).split(/\s/);
      await runOrThrow(["key", "revoke", prefix], { url });
      const from = performance.now();
      const last = await until(
        "the refusal",
        async () => {
          const response = await project(key);
          return response.status !== 200 && response;
        },
        // The service caches a key for five seconds. A busy machine takes longer.
        { timeoutMs: 60_000, intervalMs: 100 },
      );
      t.diagnostic(`${store.name}: refused after ${Math.round(performance.now() - from)} ms`);
      assert.deepEqual(
        comparable(last),
        comparable(await sendRequest(service, "/project", { headers: {} })),
      );
      assert.equal((await project(keys[0])).status, 200);
      // The line of a revoked key has two dates. The lines of other keys have one.
      const countDates = (line) => line.match(/\d{4}-\d\d-\d\d/g)?.length ?? 0;
      const listAfter = await runOrThrow(["key", "list"], { url });
      const revokedDates = countDates(lineOf(listAfter, key));
      const otherDates = countDates(lineOf(listAfter, keys[0]));
      assert.ok(revokedDates > otherDates, listAfter);
    });

    test("key revoke rejects a prefix of no key or of several", async () => {
      for (const prefix of ["eqk_", "eqk_00000000", "nonsense", ""]) {
        const { status, stderr } = await run(["key", "revoke", prefix], { url });
        assert.ok(status > 0 && stderr.length > 5, `${prefix}: ${status}`);
      }
      assert.equal((await project(keys[0])).status, 200);
    });

    test("no database and no log contains a key", async () => {
      // A database of PostgreSQL as SQL, or the files of SQLite.
      const stored = store.dump
        ? [store.dump(url)]
        : store.files(url).map((path) => readFileSync(path, "latin1"));
      assert.ok(
        stored.join("").includes("studio"),
        "the texts contain the owner, so the database was read",
      );
      assert.match(service.stderr(), /project/, "the log has the requests");
      for (const key of keys) {
        for (const text of [...stored, service.stderr(), service.stdout()])
          assert.ok(!containsSecretOf(text, key), prefixOf(key));
      }
      if (store.cluster)
        assert.ok(!service.stderr().includes(store.cluster.password), "the database's password");
    });
  });
}
