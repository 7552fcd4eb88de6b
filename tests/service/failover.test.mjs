// Tests the failure of a primary with two standbys under load. One standby is promoted, the other standby follows the
// promoted one, and the old primary rejoins. Reads continue, and an import resumes at its checkpoint.
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { startLoad } from "./failover.mjs";
import { sleep, until } from "./processes.mjs";
import { findTransfer, lines, randomSource, transfer } from "./records.mjs";
import { startCommand } from "./service.mjs";
import { stores } from "./stores.mjs";

// A commit waits until one standby has received it, so a failover loses no committed line.
const settings = { synchronous_standby_names: "ANY 1 (*)" };
const store = (await stores({ standbys: 2, settings })).find(({ name }) => name === "postgres") ?? {
  skip: "PostgreSQL is not among STORES",
};
/** Counts the standbys that follow a server. */
const COUNT_STANDBYS = "select count(*) from pg_stat_replication where state = 'streaming'";

describe("failover", { skip: store.skip }, () => {
  let url, load, followers;
  after(() => load?.stop());

  test("reads continue and an import resumes while a standby takes over", async (t) => {
    const { servers } = store.cluster;
    const [primary, ...standbys] = servers;
    url = store.fresh();
    // The URL parser of JavaScript accepts one host only, so the expression removes the other hosts.
    const name = new URL(url.replace(/,[^/]*\//, "/")).pathname.slice(1);
    load = await startLoad(t, { url, name, servers });
    await load.responds();
    await primary.stop();
    load.note("the primary is down");
    await load.responds();
    // The standby that has received more bytes of the WAL has every acknowledged commit.
    const [promoted, other] = standbys.sort((a, b) => receivedBytes(b) - receivedBytes(a));
    // pg_promote returns when the standby has applied all that it has received.
    promoted.query("select pg_promote()");
    load.note("a standby is promoted");
    const atPromotion = load.offset(promoted);
    await until("the other standby", () => promoted.query(COUNT_STANDBYS) === "1");
    load.note("the other standby follows it");
    await load.importResumes(promoted, atPromotion);

    // pg_rewind must find the new timeline in the control file.
    promoted.query("checkpoint");
    await primary.rewindTo(promoted);
    primary.becomeStandby();
    await primary.start();
    await until("the old primary", () => promoted.query(COUNT_STANDBYS) === "2");
    load.note("the old primary follows it");
    await load.responds();
    followers = [other, primary];
    await load.finish(promoted, followers);
  });

  test("an import ends only when a standby has its commit", async () => {
    await Promise.all(followers.map((server) => server.stop()));
    const record = transfer(randomSource(1, "no standby"));
    const child = startCommand(["import", "transfers", "-"], { url, input: lines([record]) });
    // Longer than the timeout of a query, which is five seconds.
    await sleep(6000);
    assert.equal(child.exitCode, null, child.output.stderr);
    assert.equal(child.output.stderr, "");
    assert.equal(await findTransfer(load.service, record.originTxnHash), null);
    await followers[0].start();
    assert.equal((await child.ended).status, 0, child.output.stderr);
    await until("the record", () => findTransfer(load.service, record.originTxnHash));
  });
});

/** The number of bytes of the WAL that a standby has received: the distance from the position 0/0. */
const receivedBytes = (standby) =>
  Number(standby.query("select pg_last_wal_receive_lsn() - '0/0'"));
