// A primary with two standbys. The primary fails under load, a standby is promoted, the other one follows it, and the
// old primary rejoins. Reads go on, and an import that a supervisor starts again resumes at its checkpoint.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { follow, growingFile } from "./followed-file.mjs";
import { caughtUp } from "./postgres.mjs";
import { sleep, temporary, until } from "./processes.mjs";
import { ethereal, findTransfer, lines, randomSource, transfer } from "./records.mjs";
import { createKey, importText, run, serve } from "./service.mjs";
import { stores } from "./stores.mjs";
import { startTraffic, stopTraffic } from "./traffic.mjs";

// A commit waits until one standby has it, so that a failover loses no committed line.
const settings = { synchronous_standby_names: "ANY 1 (*)" };
const store = (await stores({ standbys: 2, settings })).find(({ name }) => name === "postgres") ?? {
  skip: "PostgreSQL is not among STORES",
};
const random = randomSource(1, "failover");
const SYNC = "select count(*) from pg_stat_replication where state = 'streaming'";

/** Starts an import again whenever it ends, as a supervisor does. */
function supervise(begin) {
  let child = begin();
  let isWanted = true;
  let starts = 1;
  const supervised = (async () => {
    for (;;) {
      await child.ended;
      if (!isWanted) return;
      await sleep(100);
      child = begin();
      starts++;
    }
  })();
  return {
    starts: () => starts,
    async stop() {
      isWanted = false;
      const ended = await child.stop();
      await supervised;
      return ended;
    },
  };
}

/** Writes records to a file until stopped. */
function startWriting(file) {
  let isWriting = true;
  const records = [];
  const writing = (async () => {
    while (isWriting) {
      const some = Array.from({ length: 5 }, () => transfer(random));
      records.push(...some);
      file.append(lines(some));
      await sleep(40);
    }
  })();
  return {
    records,
    stop() {
      isWriting = false;
      return writing;
    },
  };
}

describe("failover", { skip: store.skip, timeout: 120_000 }, () => {
  let url, name, service, imported, written, file;
  before(async () => {
    url = store.fresh();
    name = new URL(url.replace(/,[^/]*\//, "/")).pathname.slice(1);
    const key = await createKey(url);
    const collections = Array.from({ length: 50 }, () => ({ ...ethereal(random), chainType: "mainnet" }));
    await importText("ethereals", lines(collections), url);
    await store.cluster.caughtUp();
    service = { ...(await serve({ url: `${url}&load_balance_hosts=random`, log: "warn" })), key };
    file = growingFile(temporary("failover"));
  });
  after(async () => {
    await stopTraffic();
    await written?.stop();
    await imported?.stop();
    await service?.stop();
  });

  test("reads go on and an import resumes while a standby takes over", async (t) => {
    const [primary, ...standbys] = store.cluster.servers;
    const begin = performance.now();
    const seconds = () => `${((performance.now() - begin) / 1000).toFixed(1)} s`;
    written = startWriting(file);
    imported = supervise(() => follow(file.path, { url, args: ["--checkpoint", file.checkpoint] }));
    await until("a checkpoint", () => file.offset() > 0);
    const first = written.records[0];
    const { responses, stop } = startTraffic(service, [
      "/ethereals?page_size=5",
      "/project",
      `/bridge/transfers/transactions/${first.originTxnHash}`,
      "/health",
    ]);
    await sleep(1000);
    const used = store.cluster.servers.map((server) =>
      Number(server.query(`select count(*) from pg_stat_activity where datname = '${name}'`)),
    );
    assert.ok(
      used.every((count) => count > 0),
      `connections to each server: ${used}`,
    );

    await primary.stop();
    const down = performance.now();
    t.diagnostic(`primary down after ${seconds()}`);
    await sleep(1500);
    // One of them has every commit that was acknowledged: the one that has more.
    const [promoted, other] = standbys.sort((a, b) => received(b) - received(a));
    const offset = file.offset();
    promoted.query("select pg_promote()");
    t.diagnostic(`promoted after ${seconds()}`);
    await until("the other standby", () => promoted.query(SYNC) === "1");
    t.diagnostic(`the other standby follows after ${seconds()}`);
    await until("the import to resume", () => file.offset() > offset);
    t.diagnostic(`import goes on after ${seconds()}, started ${imported.starts()} times`);
    assert.ok(imported.starts() > 1);

    // pg_rewind must find the new timeline in the control file.
    promoted.query("checkpoint");
    await primary.rewindTo(promoted);
    primary.becomeStandby();
    await primary.start();
    await until("the old primary", () => promoted.query(SYNC) === "2");
    t.diagnostic(`the old primary follows after ${seconds()}`);
    await sleep(1000);

    await stop();
    await written.stop();
    await until("the end of the file", () => file.offset() === file.size());
    const { stderr } = await imported.stop();
    const ids = written.records.map(({ _id }) => _id).sort();
    const failures = responses.filter(({ status }) => status !== 200);
    const slowest = Math.round(Math.max(...responses.map(({ ms }) => ms)));
    t.diagnostic(
      `${responses.length} responses, ${failures.length} not 200, slowest ${slowest} ms; ${ids.length} lines`,
    );
    assert.deepEqual(
      failures.map(({ at, status, path, message }) => [Math.round(at - down), status, path, message]),
      [],
    );
    assert.ok(slowest < 10_000, `${slowest} ms`);

    await caughtUp(promoted, [other, primary]);
    for (const server of store.cluster.servers) {
      assert.ok(
        server.query("select id from transfer order by id", name) === ids.join("\n"),
        `${server.host}: ${stderr}`,
      );
    }
    for (const record of written.records.slice(-20))
      assert.deepEqual(await findTransfer(service, record.originTxnHash), record);
    assert.equal((await run(["key", "list"], { url })).status, 0);
  });
});

/** How many bytes of the WAL a standby has. */
const received = (standby) => Number(standby.query("select pg_last_wal_receive_lsn() - '0/0'"));
