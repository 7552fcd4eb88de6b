// A primary with two standbys. The primary fails under load, a standby is promoted, the other one follows it, and the
// old primary rejoins. Reads continue, and an import that a supervisor starts again resumes at its checkpoint.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { follow, growingFile } from "./imports.mjs";
import { caughtUp } from "./postgres.mjs";
import { sleep, temporary, until } from "./processes.mjs";
import {
  ethereal,
  findTransfer,
  lines,
  randomSource,
  sendRequest,
  transfer,
  startTraffic,
  stopTraffic,
} from "./records.mjs";
import { createKey, importText, run, serve, startCommand } from "./service.mjs";
import { stores } from "./stores.mjs";

// A commit waits until one standby has it, so that a failover loses no committed line.
const settings = { synchronous_standby_names: "ANY 1 (*)" };
const store = (await stores({ standbys: 2, settings })).find(({ name }) => name === "postgres") ?? {
  skip: "PostgreSQL is not among STORES",
};
const random = randomSource(1, "failover");
/** Counts the standbys that follow a server. */
const COUNT_STANDBYS = "select count(*) from pg_stat_replication where state = 'streaming'";

/** Starts an import again whenever it ends, as a supervisor does. */
function supervise(startImport) {
  let child = startImport();
  let isWanted = true;
  let starts = 1;
  const supervised = (async () => {
    for (;;) {
      await child.ended;
      if (!isWanted) return;
      await sleep(100);
      child = startImport();
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

describe("failover", { skip: store.skip }, () => {
  let url, name, service, imported, written, file, followers;
  before(async () => {
    url = store.fresh();
    // The URL parser of JavaScript accepts one host only.
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

  test("reads continue and an import resumes while a standby takes over", async (t) => {
    const [primary, ...standbys] = store.cluster.servers;
    const start = performance.now();
    const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
    written = startWriting(file);
    imported = supervise(() => follow(file.path, { url, args: ["--checkpoint", file.checkpoint] }));
    const offset = (server) => file.offset((sql) => server.query(sql, name));
    await until("a checkpoint", () => offset(primary) > 0);
    const first = written.records[0];
    const { responses, stop } = startTraffic(service, [
      "/ethereals?page_size=5",
      "/project",
      `/bridge/transfers/transactions/${first.originTxnHash}`,
      "/health",
    ]);
    await sleep(1000);
    // 64 parallel requests need every connection of the pool. Each connection has selected its server at random.
    await Promise.all(Array.from({ length: 64 }, () => sendRequest(service, "/ethereals?page_size=50")));
    const connections = `select count(*) from pg_stat_activity where datname = '${name}'`;
    const used = store.cluster.servers.map((server) => Number(server.query(connections)));
    assert.ok(used.filter((count) => count > 0).length > 1, `connections to each server: ${used}`);

    await primary.stop();
    t.diagnostic(`primary down after ${seconds()}`);
    await sleep(1500);
    // The standby that has received more has every acknowledged commit.
    const [promoted, other] = standbys.sort((a, b) => receivedBytes(b) - receivedBytes(a));
    const atFailure = offset(promoted);
    promoted.query("select pg_promote()");
    t.diagnostic(`promoted after ${seconds()}`);
    await until("the other standby", () => promoted.query(COUNT_STANDBYS) === "1");
    t.diagnostic(`the other standby follows after ${seconds()}`);
    await until("the import to resume", () => offset(promoted) > atFailure);
    t.diagnostic(`import continues after ${seconds()}, started ${imported.starts()} times`);
    assert.ok(imported.starts() > 1);

    // pg_rewind must find the new timeline in the control file.
    promoted.query("checkpoint");
    await primary.rewindTo(promoted);
    primary.becomeStandby();
    await primary.start();
    await until("the old primary", () => promoted.query(COUNT_STANDBYS) === "2");
    t.diagnostic(`the old primary follows after ${seconds()}`);
    await sleep(1000);

    await stop();
    await written.stop();
    await until("the end of the file", () => offset(promoted) === file.size());
    const { stderr } = await imported.stop();
    const ids = written.records.map(({ _id }) => _id).sort();
    const failures = responses.filter(({ status }) => status !== 200);
    const slowest = Math.round(Math.max(...responses.map(({ ms }) => ms)));
    t.diagnostic(
      `${responses.length} responses, ${failures.length} not 200, slowest ${slowest} ms; ${ids.length} lines`,
    );
    // On a slow machine, a query may reach its timeout of five seconds.
    assert.deepEqual(
      failures.filter(({ status }) => status !== 503),
      [],
    );
    assert.ok(failures.length <= responses.length / 50, JSON.stringify(failures.slice(0, 5)));
    assert.ok(slowest < 10_000, `${slowest} ms`);

    followers = [other, primary];
    await caughtUp(promoted, followers);
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

  test("an import ends only when a standby has its commit", async () => {
    await Promise.all(followers.map((server) => server.stop()));
    const record = transfer(random);
    const child = startCommand(["import", "transfers", "-"], { url, input: lines([record]) });
    // Longer than the timeout of a statement.
    await sleep(6000);
    assert.equal(child.exitCode, null, child.output.stderr);
    assert.equal(child.output.stderr, "");
    assert.equal(await findTransfer(service, record.originTxnHash), null);
    await followers[0].start();
    assert.equal((await child.ended).status, 0, child.output.stderr);
    await until("the record", () => findTransfer(service, record.originTxnHash));
  });
});

/** The number of bytes of the WAL that a standby has received. */
const receivedBytes = (standby) => Number(standby.query("select pg_last_wal_receive_lsn() - '0/0'"));
