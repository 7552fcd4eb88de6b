// Tests the service while PostgreSQL stops under load and starts again. The service must respond 503 during the outage,
// and must recover without a restart. With a standby in the URL, the service must continue to read.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sleep, until } from "./processes.mjs";
import {
  sendRequest,
  ethereal,
  findTransfer,
  lines,
  randomSource,
  transfer,
  startTraffic,
  stopTraffic,
} from "./records.mjs";
import { createKey, importText, serve } from "./service.mjs";
import { stores } from "./stores.mjs";

const store = (await stores({ standbys: 1 })).find(({ name }) => name === "postgres") ?? {
  skip: "PostgreSQL is not among STORES",
};
const random = randomSource(1, "outage");
const records = Array.from({ length: 20 }, () => transfer(random));
const collections = Array.from({ length: 120 }, () => ({
  ...ethereal(random),
  chainType: "mainnet",
}));

const paths = [
  "/ethereals?page_size=5",
  "/project",
  `/bridge/transfers/transactions/${records[3].whTxnHash}`,
  "/health",
];
/** `startTraffic` sends two requests for each path at a time. */
const PARALLEL_REQUESTS = 2 * paths.length;

describe("outage", { skip: store.skip }, () => {
  let url, urlWithStandby, service, replicated, key;
  before(async () => {
    urlWithStandby = store.fresh();
    // `…@PRIMARY,STANDBY/NAME?…` becomes `…@PRIMARY/NAME`. The URL parser of JavaScript accepts only one host.
    const name = new URL(urlWithStandby.replace(/,[^/]*\//, "/")).pathname;
    url = urlWithStandby.replace(/@.*$/, `@${store.cluster.hosts[0]}${name}`);
    key = await createKey(url);
    await importText("transfers", lines(records), url);
    await importText("ethereals", lines(collections), url);
    await store.cluster.caughtUp();
    const serveDatabase = async (database) => ({
      ...(await serve({ url: database, log: "warn" })),
      key,
    });
    [service, replicated] = await Promise.all([serveDatabase(url), serveDatabase(urlWithStandby)]);
  });
  after(async () => {
    await stopTraffic();
    await Promise.all([service?.stop(), replicated?.stop()]);
  });

  test("responds 503 with Retry-After during three outages, and recovers after each", async (t) => {
    let failed = 0;
    for (const seconds of [3, 1, 0.2]) {
      const { responses, stop } = startTraffic(service, paths);
      await sleep(500);
      const beforeStop = performance.now();
      await store.cluster.stopPrimary();
      const afterStop = performance.now();
      await sleep(seconds * 1000);
      const beforeStart = performance.now();
      await store.cluster.startPrimary();
      const afterStart = performance.now();
      const isRecovered = ({ status, at }) => status === 200 && at > afterStart;
      await until("responses again", () => responses.slice(-PARALLEL_REQUESTS).every(isRecovered));
      const recoveryMs = performance.now() - afterStart;
      await stop();

      assert.ok(service.alive(), service.stderr());
      const failures = responses.filter(({ status }) => status !== 200);
      for (const failure of failures) {
        assert.equal(failure.status, 503, JSON.stringify(failure));
        assert.ok(failure.message && Number(failure.retry) >= 1, JSON.stringify(failure));
      }
      const slowest = Math.max(...responses.map(({ ms }) => ms));
      assert.ok(slowest < 10_000, `${slowest} ms`);
      assert.deepEqual(
        responses.filter(({ at, ms, status }) => at + ms < beforeStop && status !== 200),
        [],
      );
      // During the outage, only `/project` may succeed, because the service may still have the key in its cache.
      const duringOutage = responses.filter(
        ({ at, ms, path }) => at > afterStop && at + ms < beforeStart && path !== "/project",
      );
      assert.deepEqual(
        duringOutage.filter(({ status }) => status === 200).map(({ path }) => path),
        [],
      );
      failed += failures.length;
      t.diagnostic(
        `${seconds} s: ${responses.length} responses, ${failures.length} of them 503, ` +
          `the slowest in ${Math.round(slowest)} ms, all well after ${Math.round(recoveryMs)} ms`,
      );
    }
    // The log has a few lines for each failure.
    assert.ok(
      service.stderr().length < 10_000 + failed * 1000,
      `${service.stderr().length} characters of log for ${failed} failures`,
    );
    assert.ok(!service.stderr().includes(store.cluster.password));
  });

  test("keeps reading from the standby while the primary is down", async () => {
    const { responses, stop } = startTraffic(replicated, paths);
    await sleep(300);
    try {
      await store.cluster.stopPrimary();
      await sleep(2500);
      const from = performance.now();
      const successes = () => responses.filter(({ at, status }) => at > from && status === 200);
      await until("responses from the standby", () => successes().length > 40);
      await stop();
      const fromStandby = responses.filter(({ at }) => at > from);
      assert.deepEqual(
        fromStandby.filter(({ status }) => status !== 200),
        [],
      );
      for (const record of records)
        assert.deepEqual(await findTransfer(replicated, record.originTxnHash), record);
      // The service looks up an unknown key in the standby, but only if its checksum, `1C0I6G`, is right.
      const unknownKey = `eqk_${"B".repeat(43)}1C0I6G`;
      assert.equal((await sendRequest({ ...replicated, key: unknownKey }, "/project")).status, 401);
      // Ten times the response timeout of the service, 10 seconds, because a machine may be slow.
      assert.ok(Math.max(...responses.map(({ ms }) => ms)) < 100_000);
      assert.ok(responses.every(({ status }) => status === 200 || status === 503));
    } finally {
      await stop();
      await store.cluster.startPrimary();
    }
  });

  test("starts while only the standby runs", async () => {
    await store.cluster.stopPrimary();
    try {
      const restarted = { ...(await serve({ url: urlWithStandby })), key };
      try {
        assert.equal((await sendRequest(restarted, "/health")).status, 200);
        assert.deepEqual(await findTransfer(restarted, records[0].originTxnHash), records[0]);
      } finally {
        await restarted.stop();
      }
    } finally {
      await store.cluster.startPrimary();
    }
  });

  test("import and key create find the primary after a standby in the URL", async () => {
    // The host of the standby comes before the host of the primary.
    const standbyFirst = urlWithStandby.replace(/@([^,]*),([^/]*)\//, "@$2,$1/");
    const record = transfer(random);
    const done = await importText("transfers", lines([record]), standbyFirst);
    assert.equal(done.status, 0, done.stderr);
    await store.cluster.caughtUp();
    assert.deepEqual(await findTransfer(replicated, record.originTxnHash), record);
    const newKey = await createKey(standbyFirst);
    assert.equal((await sendRequest({ ...service, key: newKey }, "/project")).status, 200);
  });
});
