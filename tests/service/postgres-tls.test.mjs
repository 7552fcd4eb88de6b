// Tests `sslmode=require`, `verify-ca` and `verify-full`. The connection to PostgreSQL must be encrypted, and the
// service must check the certificate.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { certificates, startPostgres } from "./postgres.mjs";
import { temporary } from "./processes.mjs";
import { sendRequest, ethereal, lines, randomSource } from "./records.mjs";
import { createKey, run, serve } from "./service.mjs";

const isPostgresSelected = (process.env.STORES ?? "postgres").includes("postgres");
const cluster = isPostgresSelected
  ? await startPostgres({ tls: true })
  : { reason: "PostgreSQL is not among STORES" };
/** A server without TLS. */
const plain = cluster.reason ? cluster : await startPostgres();

describe("an encrypted connection to PostgreSQL", { skip: cluster.reason }, () => {
  let port, url, env;
  const collection = { ...ethereal(randomSource(1, "encrypted")), chainType: "mainnet" };
  /** A URL of the server. Its certificate is valid only for `localhost`. */
  const urlAt = (host) =>
    `postgres://postgres:${cluster.password}@${host}:${port}/records?sslmode=require`;
  const importRecord = (url, env) =>
    run(["import", "ethereals", "-"], { url, env, input: lines([collection]) });
  before(() => {
    cluster.database("records");
    [, port] = cluster.hosts[0].split(":");
    url = urlAt("localhost");
    env = { SSL_CERT_FILE: cluster.authority };
  });
  after(() => Promise.all([cluster.stop(), plain.stop()]));

  test("imports and reads records and keys over TLS", async () => {
    const imported = await importRecord(url, env);
    assert.equal(imported.status, 0, imported.stderr);
    const key = await createKey(url, { env });
    const service = await serve({ url, env });
    try {
      const { status, json } = await sendRequest({ ...service, key }, "/ethereals?page_size=1");
      assert.equal(status, 200);
      assert.equal(json.etherealData[0]._id, collection._id);
      // The result is "true" only if every connection to the database uses TLS.
      const usesTls =
        "select string_agg(distinct s.ssl::text, ',') from pg_stat_ssl s join pg_stat_activity a using (pid) " +
        "where a.datname = 'records'";
      assert.equal(cluster.query(usesTls), "true");
    } finally {
      await service.stop();
    }
  });

  const assertRefused = async (url, env, reason) => {
    const { status, stdout, stderr } = await importRecord(url, env);
    assert.equal(status, 1, stdout);
    assert.match(stderr, reason);
    assert.ok(!stderr.includes(cluster.password), stderr);
  };

  test("rejects a certificate of an unknown authority", () =>
    assertRefused(
      url,
      { SSL_CERT_FILE: certificates(temporary("other")).authority },
      /^error: PostgreSQL: .*certificate: UnknownIssuer/m,
    ));

  test("rejects a certificate for another name", () =>
    assertRefused(
      urlAt("127.0.0.1"),
      env,
      /^error: PostgreSQL: .*certificate not valid for name "127\.0\.0\.1"/m,
    ));

  test("sslrootcert names the authority, and verify-ca accepts another name", async () => {
    const assertAccepted = async (host, parameters) => {
      const { status, stderr } = await importRecord(
        urlAt(host).replace("sslmode=require", parameters),
      );
      assert.equal(status, 0, `${parameters}: ${stderr}`);
    };
    await assertAccepted("localhost", `sslmode=verify-full&sslrootcert=${cluster.authority}`);
    await assertAccepted("127.0.0.1", `sslmode=verify-ca&sslrootcert=${cluster.authority}`);
    const other = certificates(temporary("other-ca")).authority;
    for (const [host, parameters, reason] of [
      [
        "127.0.0.1",
        `sslmode=verify-full&sslrootcert=${cluster.authority}`,
        /certificate not valid for name/,
      ],
      ["127.0.0.1", `sslmode=verify-ca&sslrootcert=${other}`, /certificate: UnknownIssuer/],
      ["localhost", "sslmode=allow", /Expected disable, prefer, require, verify-ca or verify-full/],
    ]) {
      await assertRefused(urlAt(host).replace("sslmode=require", parameters), {}, reason);
    }
  });

  test("rejects a server without TLS", async () => {
    plain.database("records");
    const [, plainPort] = plain.hosts[0].split(":");
    const plainUrl = urlAt("localhost").replace(`:${port}/`, `:${plainPort}/`);
    await assertRefused(plainUrl, env, /^error: PostgreSQL: .*server does not support TLS/m);
  });
});
