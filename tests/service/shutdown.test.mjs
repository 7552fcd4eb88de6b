// Tests the shutdown on SIGTERM and SIGINT. The service must accept no new connections, respond to all requests in
// flight, and then end with status 0. The last test has starts that must fail.
import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { startEndpoint } from "./chain.mjs";
import { sleep, until } from "./processes.mjs";
import { openConnection, sendRaw } from "./raw-request.mjs";
import { sendRequest } from "./records.mjs";
import { serve } from "./service.mjs";

const CHAIN = 31337;
const path = (id) => `/tokens/0x${"12".repeat(20)}/${id}/uri?b=${CHAIN}`;

const HEALTH = "GET /health HTTP/1.1\r\nhost: x\r\n\r\n";
const ROUNDS = Number(process.env.ROUNDS || 6);

/**
 * The service waits at most 10 seconds for requests in flight. A shutdown that takes less time has not waited to the
 * end of this limit. After 15 seconds, `stop()` kills the service, and its status is not 0.
 */
const DRAIN_LIMIT_MS = 10_000;

/** Asserts that a response to HEALTH says that the service closes the connection. */
function assertLast(text) {
  assert.match(
    text,
    /^HTTP\/1.1 200 OK\r\n(.+\r\n)*connection: close\r\n(.+\r\n)*\r\n\{"status":"ok"/,
  );
}

/** Requests `/health`. Resolves with the status or with the code of the error. */
function requestHealth(service, agent) {
  return new Promise((resolve) => {
    const sentRequest = request(`${service.url}/health`, { agent }, (response) => {
      response
        .on("error", ({ code }) => resolve(code))
        .on("end", () => resolve(response.statusCode))
        .resume();
    });
    sentRequest.on("error", ({ code }) => resolve(code)).end();
  });
}

/** Opens a connection. Resolves with true, or with the code of the error if the connection is refused. */
const acceptsConnection = (url) =>
  new Promise((resolve) => {
    const socket = connect(new URL(url).port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", ({ code }) => resolve(code));
  });

describe("shutdown", { concurrency: true }, () => {
  for (const signal of ["SIGTERM", "SIGINT"]) {
    test(`after ${signal}, the service responds to 50 requests in flight`, async (t) => {
      const chain = await startEndpoint('data:application/json,{"slow":true}');
      const service = await serve({ args: ["--rpc", `${CHAIN}=${chain.url}`] });
      const responses = Promise.all(
        Array.from({ length: 50 }, (_, id) => sendRequest(service, path(id), { headers: {} })),
      );
      // If an assertion fails first, the test reports the assertion and not this rejection.
      responses.catch(() => {});
      // An idle connection and a connection with an incomplete header do not delay the shutdown.
      const idle = sendRaw(service.url, HEALTH, { timeoutMs: 20_000 });
      const half = sendRaw(service.url, "GET /health HTTP/1.1\r\nhost: x\r\n", {
        timeoutMs: 20_000,
      });
      try {
        await until("50 requests at the RPC endpoint", () => chain.hits.length >= 50);
        const stopped = service.stop(signal);
        await until("the end to begin", () => service.stderr().includes("shutting down"), {
          intervalMs: 5,
        });
        // On Linux, the service refuses handshakes from now on. On other systems, it refuses them only when it closes
        // its socket, 250 ms later.
        if (process.platform !== "linux") await sleep(500);
        assert.equal(await acceptsConnection(service.url), "ECONNREFUSED");
        assert.ok(service.alive(), "it waits for what runs");
        chain.release();
        const texts = (await responses).map(({ status, text }) => `${status} ${text}`);
        assert.deepEqual([...new Set(texts)], ['200 {"slow":true}']);
        const end = await stopped;
        t.diagnostic(`${signal}: ended after ${Math.round(end.ms)} ms`);
        assert.deepEqual([end.status, end.signal], [0, null], service.stderr());
        assert.ok((await idle).closed && (await half).closed);
      } finally {
        await service.kill();
        await chain.close();
      }
    });
  }

  test("ends after the limit while a client still reads a response", async () => {
    const chain = await startEndpoint(`data:application/json,"${"x".repeat(1_000_000)}"`);
    chain.release();
    const service = await serve({ args: ["--rpc", `${CHAIN}=${chain.url}`] });
    const client = connect(new URL(service.url).port, "127.0.0.1");
    // Node.js reads at most 64 KiB at once, so the whole response takes 15 seconds.
    client.on("data", () => {
      client.pause();
      setTimeout(() => client.resume(), 1000);
    });
    client.on("error", () => {});
    try {
      client.write(`GET ${path(1)} HTTP/1.1\r\nhost: x\r\n\r\n`);
      await once(client, "data");
      const end = await service.stop();
      assert.deepEqual([end.status, end.signal], [0, null]);
      assert.match(service.stderr(), /shut down before some requests had their responses/);
    } finally {
      client.destroy();
      await service.kill();
      await chain.close();
    }
  });

  test("responds to connections in the kernel's queue at the signal", async () => {
    const service = await serve();
    // While the process is stopped, the kernel completes handshakes and buffers the requests.
    process.kill(service.pid, "SIGSTOP");
    const responses = Array.from({ length: 100 }, () => sendRaw(service.url, HEALTH));
    await sleep(300);
    const stopped = service.stop();
    process.kill(service.pid, "SIGCONT");
    for (const { text, error, closed } of await Promise.all(responses))
      assert.ok(text.startsWith("HTTP/1.1 200 OK") && closed, `${error} ${text}`);
    assert.equal((await stopped).status, 0);
  });

  test("responds to a request just after the signal, on a new and on a used connection", async () => {
    const service = await serve();
    const fresh = openConnection(service.url);
    const used = openConnection(service.url);
    used.write(HEALTH);
    await until("a response", () => used.text().endsWith("}"));
    const first = used.text();
    assert.doesNotMatch(first, /connection: close/);
    const stopped = service.stop();
    await until("the end to begin", () => service.stderr().includes("shutting down"), {
      intervalMs: 5,
    });
    for (const connection of [fresh, used]) connection.write(HEALTH);
    await Promise.all([fresh.closed, used.closed]);
    assertLast(fresh.text());
    assertLast(used.text().slice(first.length));
    const end = await stopped;
    assert.ok(end.status === 0 && end.ms < DRAIN_LIMIT_MS, `${end.status} after ${end.ms} ms`);
  });

  test("responds to each request or refuses its connection, on kept and on new connections", async (t) => {
    let succeeded = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const service = await serve();
      const ends = Array.from({ length: 30 }, async (_, index) => {
        // Without an agent, each request has a new connection.
        const keepsConnection = index % 2 === 0;
        const agent = keepsConnection ? new Agent({ keepAlive: true, maxSockets: 1 }) : false;
        for (;;) {
          const end = await requestHealth(service, agent);
          if (end !== 200) return end;
          succeeded++;
          // Some connections are idle when the signal comes.
          if (index % 3 === 0) await sleep(index);
        }
      });
      await sleep(500);
      const { status, ms } = await service.stop();
      assert.ok(status === 0 && ms < DRAIN_LIMIT_MS, `${status} after ${ms} ms`);
      assert.deepEqual([...new Set(await Promise.all(ends))], ["ECONNREFUSED"], `round ${round}`);
    }
    t.diagnostic(`${ROUNDS} ends, ${succeeded} requests succeeded`);
  });

  test("ends at once without requests, on SIGTERM and on SIGINT", async () => {
    for (const signal of ["SIGTERM", "SIGINT"]) {
      const service = await serve();
      await sendRequest(service, "/health");
      const end = await service.stop(signal);
      assert.deepEqual([end.status, end.signal], [0, null]);
      assert.ok(end.ms < DRAIN_LIMIT_MS, `${end.ms} ms`);
    }
  });

  test("fails with a status and a message for a taken port, an invalid database or an unknown flag", async () => {
    const first = await serve();
    const attempts = [
      { bind: new URL(first.url).host },
      { args: ["--nonsense"] },
      { args: ["--rpc", "x"] },
      { args: ["--ipfs-gateway", "nowhere"] },
      { args: ["--www", "/nonexistent/folder"] },
      { url: "sqlite:/nonexistent/folder/x.db" },
      { url: "mysql://127.0.0.1/x" },
    ];
    try {
      for (const attempt of attempts) await assertFails(attempt);
    } finally {
      await first.kill();
    }

    async function assertFails(attempt) {
      const failure = await serve(attempt).then(
        (service) => service.kill().then(() => "it started"),
        (error) => error.message,
      );
      assert.match(
        failure,
        /serve ended \(\{"status":[1-9]/,
        `${JSON.stringify(attempt)}: ${failure}`,
      );
      // The text about the status has about 40 characters. A message of the program follows.
      assert.ok(failure.length > 50 && !/panicked/.test(failure), failure);
    }
  });
});
