// Makes the load of the failover tests: requests for records, and an import of a growing file. A supervisor starts the
// import again whenever the import ends.
import assert from "node:assert/strict";
import { follow, growingFile } from "./imports.mjs";
import { caughtUp } from "./postgres.mjs";
import { sleep, temporary, until } from "./processes.mjs";
import {
  ethereal,
  findTransfer,
  lines,
  randomSource,
  sendRequest,
  startTraffic,
  stopTraffic,
  transfer,
} from "./records.mjs";
import { createKey, importText, run, serve } from "./service.mjs";

/** Starts an import, and starts it again whenever it ends. `stop` ends the import and returns its output. */
function supervise(startImport) {
  let child = startImport();
  let isWanted = true;
  let starts = 1;
  const supervised = (async () => {
    for (;;) {
      await child.ended;
      if (isWanted) await sleep(100);
      // `stop` may also be called during the sleep.
      if (!isWanted) return;
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

/** Appends records to a file until stopped. `records` lists the records in the file. */
function startWriting(file, random) {
  let isWriting = true;
  const records = [];
  const writing = (async () => {
    while (isWriting) {
      const batch = Array.from({ length: 5 }, () => transfer(random));
      records.push(...batch);
      file.append(lines(batch));
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

/**
 * Starts a service on the database `name` of `url`, an import, and requests. `servers` are a primary and its standbys.
 * Each server runs SQL with `query(sql, database)`.
 */
export async function startLoad(t, { url, name, servers: [primary, ...standbys] }) {
  const start = performance.now();
  const random = randomSource(1, "failover");
  const file = growingFile(temporary("failover"));
  const key = await createKey(url);
  const collections = Array.from({ length: 50 }, () => ({
    ...ethereal(random),
    chainType: "mainnet",
  }));
  await importText("ethereals", lines(collections), url);
  await caughtUp(primary, standbys);
  const service = {
    ...(await serve({ url: `${url}&load_balance_hosts=random`, log: "warn" })),
    key,
  };
  const writer = startWriting(file, random);
  const supervisor = supervise(() =>
    follow(file.path, { url, args: ["--checkpoint", file.checkpoint] }),
  );
  const offset = (server) => file.offset((sql) => server.query(sql, name));
  await until("a checkpoint", () => offset(primary) > 0);
  await caughtUp(primary, standbys);
  const transferPath = `/bridge/transfers/transactions/${writer.records[0].originTxnHash}`;
  const paths = ["/ethereals?page_size=5", "/project", transferPath, "/health"];
  const { responses, stop } = startTraffic(service, paths);
  // 64 parallel requests need every connection of the pool. Each connection has selected its server at random.
  await Promise.all(
    Array.from({ length: 64 }, () => sendRequest(service, "/ethereals?page_size=50")),
  );
  const connections = `select count(*) from pg_stat_activity where datname = '${name}'`;
  const counts = [primary, ...standbys].map((server) => Number(server.query(connections)));
  const usedServers = counts.filter((count) => count > 0);
  assert.ok(usedServers.length > 1, `connections to each server: ${counts}`);
  const hasResponse = (path, from) =>
    responses.some(
      (response) => response.path === path && response.status === 200 && response.at > from,
    );
  const note = (text) =>
    t.diagnostic(`${((performance.now() - start) / 1000).toFixed(1)} s: ${text}`);

  return {
    service,
    note,
    /** Waits until a request for each path, sent after this moment, has a response with status 200. */
    async responds() {
      const from = performance.now();
      await until("a response to each path", () => paths.every((path) => hasResponse(path, from)));
    },
    /** The byte offset in the file up to which a server has the lines. */
    offset,
    /** Waits until the import writes to a new primary, which had `atPromotion` bytes of the file at its promotion. */
    async importResumes(promoted, atPromotion) {
      await until("the import to resume", () => offset(promoted) > atPromotion);
      // An import does not end if the primary fails between two batches: it uses another connection for the next batch.
      note(`the import continues, started ${supervisor.starts()} times`);
    },
    /** Ends the load. Checks that no response was wrong, and that each server has each line exactly once. */
    async finish(promoted, followers) {
      await stop();
      await writer.stop();
      await until("the end of the file", () => offset(promoted) === file.size());
      const { stderr } = await supervisor.stop();
      assertResponses(t, responses);
      await caughtUp(promoted, followers);
      const ids = writer.records.map(({ _id }) => _id).sort();
      note(`${ids.length} lines imported`);
      for (const server of [promoted, ...followers]) {
        const stored = server.query("select id from transfer order by id", name);
        assert.ok(stored === ids.join("\n"), `${server.host}: ${stderr}`);
      }
      for (const record of writer.records.slice(-20))
        assert.deepEqual(await findTransfer(service, record.originTxnHash), record);
      assert.equal((await run(["key", "list"], { url })).status, 0);
    },
    /** Stops everything, even after a failed test: `stopTraffic` calls the `stop` of each `startTraffic`. */
    async stop() {
      await stopTraffic();
      await writer.stop();
      await supervisor.stop();
      await service.stop();
    },
  };
}

/**
 * Asserts that each response has status 200 or 503, and that all responses to a path with status 200 are equal. On a
 * slow machine, a query may reach its timeout of five seconds, and the response has status 503.
 */
function assertResponses(t, responses) {
  const good = responses.filter(({ status }) => status === 200);
  const failures = responses.filter(({ status }) => status !== 200);
  // The records of the paths do not change.
  for (const path of new Set(good.map((response) => response.path))) {
    const responsesOfPath = good.filter((response) => response.path === path);
    const etags = new Set(responsesOfPath.map(({ etag }) => etag));
    assert.equal(etags.size, 1, `${path}: ${[...etags]}`);
  }
  assert.deepEqual(
    failures.filter(({ status }) => status !== 503),
    [],
  );
  let lasted = "";
  if (failures.length > 0) {
    const from = Math.min(...failures.map(({ at }) => at));
    const to = Math.max(...failures.map(({ at, ms }) => at + ms));
    lasted = ` within ${Math.round(to - from)} ms`;
  }
  const slowest = Math.round(Math.max(...responses.map(({ ms }) => ms)));
  t.diagnostic(
    `${responses.length} responses, ${failures.length} with status 503${lasted}; slowest ${slowest} ms`,
  );
}
