// The service through PgBouncer: in session mode, and in transaction mode if the version knows prepared statements.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { installedPgbouncer, startPgbouncer } from "./pgbouncer.mjs";
import { ethereal, findTransfer, lines, randomSource, readList, sendRequest, transfer } from "./records.mjs";
import { createKey, importText, serve } from "./service.mjs";
import { stores } from "./stores.mjs";

const store = (await stores()).find(({ name }) => name === "postgres") ?? { skip: "PostgreSQL is not among STORES" };
const random = randomSource(1, "pgbouncer");
const program = installedPgbouncer();
const hasStatements = program.version?.[0] > 1 || program.version?.[1] >= 21;
const MODES = [
  // Each connection of the service keeps a connection to the server.
  { pool_mode: "session", default_pool_size: 40 },
  // Fewer connections to the server than the service has, so that its statements change between them.
  { pool_mode: "transaction", default_pool_size: 3, max_prepared_statements: 100 },
];

describe("pgbouncer", { skip: store.skip ?? program.reason, timeout: 120_000 }, () => {
  for (const settings of MODES) {
    const needsStatements = settings.pool_mode === "transaction" && !hasStatements;
    const skip = needsStatements && `PgBouncer ${program.version?.join(".")} has no prepared statements in this mode`;
    test(`imports and serves in ${settings.pool_mode} mode`, { skip }, async () => {
      const pgbouncer = await startPgbouncer(program.path, store.cluster, settings);
      const url = pgbouncer.through(store.fresh());
      const key = await createKey(url);
      const records = Array.from({ length: 200 }, () => transfer(random));
      const collections = Array.from({ length: 200 }, () => ({ ...ethereal(random), chainType: "mainnet" }));
      for (const [kind, list] of [
        ["transfers", records],
        ["ethereals", collections],
      ]) {
        const done = await importText(kind, lines(list), url);
        assert.equal(done.status, 0, done.stderr);
      }
      const service = { ...(await serve({ url, log: "warn" })), key };
      try {
        const lists = [
          {},
          { status: "active" },
          { sourceChain: "1" },
          { page_size: "7" },
          { page_size: "50", sourceChain: "1,10" },
        ];
        // Different statements in parallel, on several connections.
        const lookUp = async (list) => {
          for (const record of list) assert.deepEqual(await findTransfer(service, record.originTxnHash), record);
        };
        const readLists = async (query) => {
          for (let i = 0; i < 3; i++) await readList(service, query);
        };
        const quarters = [0, 1, 2, 3].map((quarter) => records.filter((_, index) => index % 4 === quarter));
        await Promise.all([...lists.map(readLists), ...quarters.map(lookUp)]);
        assert.equal((await readList(service)).length, new Set(collections.map(({ _id }) => _id)).size);
        assert.equal((await sendRequest(service, "/project")).status, 200);
        assert.equal(service.stderr(), "");
      } finally {
        await service.stop();
        await pgbouncer.stop();
      }
    });
  }
});
