// Tests unusual settings of PostgreSQL: databases with a strict isolation level, and URLs that the service must read as
// libpq does. The server has a standby, which `target_session_attrs` can select.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { startPostgres } from "./postgres.mjs";
import { lines, randomSource, sendRequest, transfer } from "./records.mjs";
import { createKey, importText, run, serve } from "./service.mjs";

const TRANSFERS = 4000;
const HASHES_PER_TRANSFER = 4;
const cluster = await startPostgres({ standbys: 1 });

describe("postgres settings", { skip: cluster.reason }, () => {
  after(() => cluster.stop?.());
  const random = randomSource(1, "postgres-settings");

  for (const level of ["repeatable read", "serializable"]) {
    test(`two imports of the same records succeed when the database has ${level} as its default`, async () => {
      const name = `isolation_${level.replace(" ", "_")}`;
      const url = cluster.database(name);
      cluster.query(`alter database ${name} set default_transaction_isolation = '${level}'`);
      await createKey(url);
      const records = Array.from({ length: TRANSFERS }, () => transfer(random));
      const text = lines(records);
      const done = await Promise.all([
        importText("transfers", text, url),
        importText("transfers", text, url),
      ]);
      for (const { status, stdout, stderr } of done) {
        assert.equal(status, 0, stderr);
        assert.match(stdout, new RegExp(`^Imported ${TRANSFERS} of ${TRANSFERS}`));
      }
      const hashes = TRANSFERS * HASHES_PER_TRANSFER;
      assert.match(
        (await run(["verify"], { url })).stdout,
        new RegExp(` ${TRANSFERS} of transfer, 0 of ethereal, ${hashes} of transfer_hash`),
      );
    });
  }

  test("reads a URL as libpq does, and names its connections", async () => {
    const [host, port] = cluster.hosts[0].split(":");
    const password = "p@ss/w?o&r=d%";
    cluster.query(`create role "name@server" superuser login password '${password}'`);
    cluster.query("create database urls");
    // libpq also reads the user, the password and the port from parameters of the URL.
    const parameters = new URLSearchParams({ user: "name@server", password }).toString();
    const url = `postgres://${host}/urls?${parameters}&port=${port}`;
    const key = await createKey(url);
    for (const [added, name] of [
      ["", "ethereal-query-service"],
      ["&application_name=a@b", "a@b"],
    ]) {
      const service = { ...(await serve({ url: url + added })), key };
      try {
        assert.equal((await sendRequest(service, "/project")).status, 200);
        const names = cluster.query(
          "select application_name from pg_stat_activity where datname = 'urls'",
        );
        assert.ok(names.split("\n").includes(name), names);
      } finally {
        await service.stop();
      }
    }
  });

  test("no part of a password reaches a message", async () => {
    // The password is `sec@ret.invalid` or `sec/ret.invalid`.
    for (const url of [
      "postgres://127.0.0.1:1/records?user=eq&password=sec@ret.invalid",
      "postgres://127.0.0.1:1?user=eq&password=sec@ret.invalid",
      "postgres://eq:sec@ret.invalid@127.0.0.1:1/records",
      "postgres://eq:sec/ret.invalid@127.0.0.1:1/records",
    ]) {
      const { status, stderr } = await run(["key", "list"], { url });
      assert.equal(status, 1);
      assert.doesNotMatch(stderr, /sec|ret\.invalid/, url);
    }
  });

  test("target_session_attrs selects the primary or a standby", async () => {
    const hosts = cluster.hosts.join();
    // The URL without its parameter target_session_attrs.
    const base = cluster.database("targets").replace(/\?.*/, "");
    const key = await createKey(base);
    await cluster.caughtUp();
    /** Whether a service with this value reads from the standby. */
    const usesStandby = async (value, url = base) => {
      const service = { ...(await serve({ url: `${url}?target_session_attrs=${value}` })), key };
      try {
        assert.equal((await sendRequest(service, "/project")).status, 200, value);
        const activity =
          "select count(*) from pg_stat_activity where application_name = 'ethereal-query-service'";
        const counts = cluster.servers.map((server) => Number(server.query(activity)));
        const [isOnPrimary, isOnStandby] = counts.map((count) => count > 0);
        assert.notEqual(isOnPrimary, isOnStandby, `connections to each server: ${counts}`);
        return isOnStandby;
      } finally {
        await service.stop();
      }
    };
    for (const [value, expected] of [
      ["primary", false],
      ["read-write", false],
      ["standby", true],
      ["read-only", true],
      ["prefer-standby", true],
    ])
      assert.equal(await usesStandby(value), expected, `${value} of ${hosts}`);
    // Without a standby in the list, prefer-standby selects the primary.
    const onlyPrimary = base.replace(hosts, cluster.hosts[0]);
    assert.equal(await usesStandby("prefer-standby", onlyPrimary), false);
    const { stderr } = await run(["serve"], { url: `${base}?target_session_attrs=master` });
    assert.match(
      stderr,
      /Expected any, read-write, read-only, primary, standby or prefer-standby\./,
    );
  });
});
