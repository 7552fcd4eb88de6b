// Three machines with etcd, Patroni and PostgreSQL, configured with the files of service/operations/patroni. The
// machine of the primary fails under load. A standby takes over and the old primary rejoins, without a command of an
// operator.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startLoad } from "../service/failover.mjs";
import { startPatroni } from "../service/patroni.mjs";
import { until } from "../service/processes.mjs";
import { createKey } from "../service/service.mjs";

const isRequested = (process.env.STORES ?? "postgres").includes("postgres");
const cluster = isRequested ? await startPatroni() : { reason: "PostgreSQL is not among STORES" };
describe("automatic failover with Patroni", { skip: cluster.reason }, () => {
  let load;
  before(() => cluster.machines.forEach((machine) => machine.start()));
  after(async () => {
    await load?.stop();
    await Promise.all(cluster.machines.map((machine) => machine.stop()));
  });

  test("reads continue, and writes continue after a standby has taken over", async (t) => {
    const throwWithLogs = (error) => {
      const logs = cluster.machines.map((machine) => machine.log());
      throw new Error(`${error.message}\n${logs.join("\n")}`);
    };
    const primary = await until("a primary", cluster.primary, { intervalMs: 500 }).catch(
      throwWithLogs,
    );
    await until("two standbys", cluster.isComplete, { intervalMs: 500 }).catch(throwWithLogs);
    const standbys = cluster.machines.filter((machine) => machine !== primary);
    primary.query(`create role query login password '${cluster.password}'`);
    primary.query("create database records owner query");
    const hosts = cluster.machines.map(({ host }) => host).join(",");
    const url = `postgres://query:${cluster.password}@${hosts}/records?target_session_attrs=any`;
    load = await startLoad(t, { url, name: "records", servers: [primary, ...standbys] });
    await load.responds();

    await primary.kill();
    assert.equal(cluster.primary(), undefined);
    load.note("the machine of the primary is down");
    // How many bytes of the imported file the standbys have.
    const offsetAtFailure = Math.max(...standbys.map(load.offset));
    await load.responds();
    const promoted = await until("another primary", cluster.primary, { intervalMs: 100 }).catch(
      throwWithLogs,
    );
    load.note("a standby has taken over");
    await load.importResumes(promoted, offsetAtFailure);
    primary.start();
    await until("the old primary", cluster.isComplete, { intervalMs: 500 }).catch(throwWithLogs);
    load.note("the old primary follows it");
    await load.responds();
    assert.match(await createKey(url), /^eqk_/);
    await load.finish(
      promoted,
      cluster.machines.filter((machine) => machine !== promoted),
    );
  });
});
