// SIGTERM and SIGINT: no new connections, every request that was begun is answered, then the end with status 0.
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { startEndpoint } from "./chain.mjs";
import { silence, startGateway } from "./gateway.mjs";
import { sleep, until } from "./processes.mjs";
import { open, raw } from "./raw.mjs";
import { ask } from "./records.mjs";
import { serve } from "./service.mjs";

const CHAIN = 31337;
const path = (id) => `/tokens/0x${"12".repeat(20)}/${id}/uri?b=${CHAIN}`;

const HEALTH = "GET /health HTTP/1.1\r\nhost: x\r\n\r\n";
const ROUNDS = Number(process.env.ROUNDS || 6);

/** An answer, and that it is the last one of its connection. */
function assertLast(text) {
  assert.match(text, /^HTTP\/1.1 200 OK\r\n(.+\r\n)*connection: close\r\n(.+\r\n)*\r\n\{"status":"ok"/);
}

/** Asks for `/health`: the status, or the code of the error. */
function requestHealth(service, agent) {
  return new Promise((resolve) => {
    const asked = request(`${service.url}/health`, { agent }, (response) => {
      response.on("error", ({ code }) => resolve(code)).on("end", () => resolve(response.statusCode)).resume();
    });
    asked.on("error", ({ code }) => resolve(code)).end();
  });
}

/** Whether somebody takes a new connection. */
const accepted = (url) => new Promise((resolve) => {
  const socket = connect(new URL(url).port, "127.0.0.1", () => { socket.destroy(); resolve(true); });
  socket.on("error", ({ code }) => resolve(code));
});

describe("the end", { timeout: 120_000, concurrency: true }, () => {
  for (const signal of ["SIGTERM", "SIGINT"]) {
    test(`${signal} with 50 requests under way: all are answered`, async (t) => {
      const chain = await startEndpoint('data:application/json,{"slow":true}', 2000);
      const service = await serve({ args: ["--rpc", `${CHAIN}=${chain.url}`] });
      const answers = Promise.all(Array.from({ length: 50 }, (_, id) => ask(service, path(id), { headers: {} })));
      // When something else fails first, the test tells that.
      answers.catch(() => {});
      // Neither an idle connection nor one in the middle of a header keeps it alive.
      const idle = raw(service.url, "GET /health HTTP/1.1\r\nhost: x\r\n\r\n", { ms: 20_000 });
      const half = raw(service.url, "GET /health HTTP/1.1\r\nhost: x\r\n", { ms: 20_000 });
      try {
        await until("50 requests at the RPC endpoint", () => chain.hits.length >= 50, { ms: 10_000 });
        const stopped = service.stop(signal);
        await until("the end to begin", () => service.stderr().includes("ending"), { every: 5 });
        // On Linux no handshake completes from now on; elsewhere, none after the socket is closed.
        if (process.platform !== "linux") await sleep(500);
        assert.equal(await accepted(service.url), "ECONNREFUSED");
        assert.ok(service.alive(), "it waits for what runs");
        const texts = (await answers).map(({ status, text }) => `${status} ${text}`);
        assert.deepEqual([...new Set(texts)], ['200 {"slow":true}']);
        const end = await stopped;
        t.diagnostic(`${signal}: ended after ${Math.round(end.ms)} ms`);
        assert.deepEqual([end.status, end.signal], [0, null], service.stderr());
        assert.ok(end.ms < 11_000, `${end.ms} ms`);
        assert.ok((await idle).closed && (await half).closed);
      } finally {
        await service.kill();
        await chain.close();
      }
    });
  }

  test("a request that would take longer than the limit does not hold it up", async () => {
    const host = await startGateway({ other: silence });
    const rpcs = Array.from({ length: 5 }, () => ["--rpc", `${CHAIN}=${host.url}`]).flat();
    const service = await serve({ args: rpcs });
    const answer = ask(service, path(1), { headers: {} }).catch((error) => error);
    try {
      await until("the request", () => host.hits.length > 0);
      const end = await service.stop();
      assert.deepEqual([end.status, end.signal], [0, null]);
      assert.ok(end.ms < 11_000, `${end.ms} ms`);
      await answer;
    } finally {
      await service.kill();
      await host.close();
    }
  });

  test("connections that wait in the kernel's queue at the signal are answered", async () => {
    const service = await serve();
    // A stopped process takes nothing; the kernel completes handshakes and keeps what is sent.
    process.kill(service.pid, "SIGSTOP");
    const answers = Array.from({ length: 100 }, () => raw(service.url, HEALTH));
    await sleep(300);
    const stopped = service.stop();
    process.kill(service.pid, "SIGCONT");
    for (const { text, error, closed } of await Promise.all(answers)) assert.ok(text.startsWith("HTTP/1.1 200 OK") && closed, `${error} ${text}`);
    assert.equal((await stopped).status, 0);
  });

  test("a request that comes just after the signal is answered, on a new connection and on one that was used", async () => {
    const service = await serve();
    const [fresh, used] = [open(service.url), open(service.url)];
    used.write(HEALTH);
    await until("an answer", () => used.text().endsWith("}"));
    const first = used.text();
    assert.doesNotMatch(first, /connection: close/);
    const stopped = service.stop();
    await until("the end to begin", () => service.stderr().includes("ending"), { every: 5 });
    for (const connection of [fresh, used]) connection.write(HEALTH);
    await Promise.all([fresh.closed, used.closed]);
    assertLast(fresh.text());
    assertLast(used.text().slice(first.length));
    const end = await stopped;
    assert.ok(end.status === 0 && end.ms < 3000, `${end.status} after ${end.ms} ms`);
  });

  test("clients that ask all the time, on kept and on new connections: each request is answered or its connection refused", async (t) => {
    let answered = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const service = await serve();
      const ends = Array.from({ length: 30 }, async (_, index) => {
        const agent = index % 2 === 0 && new Agent({ keepAlive: true, maxSockets: 1 });
        for (;;) {
          const end = await requestHealth(service, agent);
          if (end !== 200) return end;
          answered++;
          // Some connections are idle when the signal comes.
          if (index % 3 === 0) await sleep(index);
        }
      });
      await sleep(500);
      const { status, ms } = await service.stop();
      assert.ok(status === 0 && ms < 3000, `${status} after ${ms} ms`);
      assert.deepEqual([...new Set(await Promise.all(ends))], ["ECONNREFUSED"], `round ${round}`);
    }
    t.diagnostic(`${ROUNDS} ends, ${answered} requests answered`);
  });

  test("with nothing to do it ends at once, also at a second signal", async () => {
    for (const signal of ["SIGTERM", "SIGINT"]) {
      const service = await serve();
      await ask(service, "/health");
      const end = await service.stop(signal);
      assert.deepEqual([end.status, end.signal], [0, null]);
      assert.ok(end.ms < 2000, `${end.ms} ms`);
    }
  });

  test("a port that is taken, a database that cannot be, a flag that is none: status and words", async () => {
    const first = await serve();
    const attempts = [
      { args: ["--bind", new URL(first.url).host] }, { args: ["--nonsense"] }, { args: ["--rpc", "x"] },
      { args: ["--ipfs-gateway", "nowhere"] }, { args: ["--www", "/nonexistent/folder"] },
      { url: "sqlite:/nonexistent/folder/x.db" }, { url: "mysql://127.0.0.1/x" },
    ];
    try {
      for (const attempt of attempts) await refused(attempt);
    } finally {
      await first.kill();
    }

    async function refused(attempt) {
      const failure = await serve(attempt).then((service) => service.kill().then(() => "it started"), (error) => error.message);
      assert.match(failure, /serve ended \(\{"status":[1-9]/, `${JSON.stringify(attempt)}: ${failure}`);
      assert.ok(failure.length > 50 && !/panicked/.test(failure), failure);
    }
  });
});
