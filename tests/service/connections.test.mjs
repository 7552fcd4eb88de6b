// Tests that the service closes idle and stalled connections, and that these connections never block other clients.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { startEndpoint } from "./chain.mjs";
import { sleep, until } from "./processes.mjs";
import { sendRaw } from "./raw-request.mjs";
import { sendRequest } from "./records.mjs";
import { serve } from "./service.mjs";

const HEALTH = "GET /health HTTP/1.1\r\nhost: x\r\n\r\n";
/** 700 requests. Their responses have 8 MB together, more than the kernel buffers. */
const FLOOD = "GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(700);

/** Opens connections, writes `text` on each, and never reads. Resolves when all are open. */
async function connectSilentClients(url, count, text) {
  const sockets = Array.from({ length: count }, () => connect(new URL(url).port, "127.0.0.1"));
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise((resolve) => {
          socket.pause();
          // The service resets some of the connections.
          socket.on("error", resolve).on("connect", () => {
            socket.write(text);
            resolve();
          });
        }),
    ),
  );
  return { sockets, close: () => sockets.forEach((socket) => socket.destroy()) };
}

/** Requests `/health` on a new connection. Returns the status and the time. */
async function health(service) {
  const from = performance.now();
  const request = HEALTH.replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n");
  const { text } = await sendRaw(service.url, request, { timeoutMs: 15_000 });
  // The first line of the response is `HTTP/1.1 200 OK`.
  const [, status] = text.split(" ", 2);
  return { status, ms: performance.now() - from };
}

/** A gauge or counter of `/metrics`. */
async function metric(service, name) {
  const { text } = await sendRequest(service, "/metrics", { headers: { connection: "close" } });
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)[1]);
}

describe("connections", { concurrency: true }, () => {
  test("a client that reads nothing loses its connection", async () => {
    const service = await serve();
    const clients = await connectSilentClients(service.url, 20, FLOOD);
    try {
      // The request for the metrics is on a connection too, so one connection remains after the end of the clients.
      assert.ok((await metric(service, "ethereal_query_connections")) > 20);
      // The service closes a connection when a write has stalled for five seconds. A busy machine needs longer.
      await until(
        "the end of the clients' connections",
        async () => (await metric(service, "ethereal_query_connections")) === 1,
        {
          timeoutMs: 40_000,
          intervalMs: 500,
        },
      );
      assert.equal(await metric(service, "ethereal_query_connections_evicted_total"), 0);
    } finally {
      clients.close();
      await service.kill();
    }
  });

  test("/health responds all the time with 130 clients that read nothing and a limit of 128 open files", async (t) => {
    // The shell sets the limit and then becomes the service.
    const service = await serve({ within: ["sh", "-c", 'ulimit -n 128 && exec "$0" "$@"'] });
    const clients = await connectSilentClients(service.url, 130, FLOOD);
    try {
      const responses = [];
      for (let i = 0; i < 20; i++) {
        responses.push(await health(service));
        await sleep(100);
      }
      const slowestMs = Math.max(...responses.map(({ ms }) => ms));
      t.diagnostic(`the slowest response took ${Math.round(slowestMs)} ms`);
      for (const { status, ms } of responses) assert.equal(status, "200", `after ${ms} ms`);
      assert.match(
        service.stderr(),
        /the limit of connections is 64 instead of 1024: the process may open 128 files/,
      );
      assert.doesNotMatch(service.stderr(), /cannot accept a connection/);
    } finally {
      clients.close();
      await service.kill();
    }
  });

  test("at --max-connections only the connection that waits longest is closed", async () => {
    // With the default idle timeout, the first connection would soon be closed anyway.
    const service = await serve({ args: ["--max-connections", "3", "--idle-timeout", "3600"] });
    const closed = [];
    const open = (name, text) =>
      new Promise((resolve) => {
        const socket = connect(new URL(service.url).port, "127.0.0.1", () => socket.write(text));
        socket
          .once("data", resolve)
          .on("error", () => {})
          .on("close", () => closed.push(name));
      });
    try {
      // After its response, each connection waits for the next request, so the first connection waits longest.
      for (const name of ["first", "second", "third"]) await open(name, HEALTH);
      assert.deepEqual(closed, []);
      const response = await health(service);
      assert.equal(response.status, "200", `after ${response.ms} ms`);
      await until("the end of the first", () => closed.length > 0);
      assert.deepEqual(closed, ["first"]);
    } finally {
      await service.kill();
    }
  });

  test("nine of ten connections get responses at the same time, and the tenth is reserved for /health", async () => {
    const endpoint = await startEndpoint("data:application/json,{}");
    const service = await serve({
      args: ["--max-connections", "10", "--rpc", `1=${endpoint.url}`],
    });
    // The parameter `b` is the chain ID.
    const token = (id) =>
      sendRequest(service, `/tokens/0x${"12".repeat(20)}/${id}/uri?b=1`, { headers: {} });
    try {
      const slow = Array.from({ length: 9 }, (_, id) => token(id));
      await until("nine requests at the RPC endpoint", () => endpoint.hits.length === 9);
      const refused = await token(10);
      assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "1"]);
      assert.match(refused.json.message, /Too many requests/);
      for (let i = 0; i < 3; i++) assert.equal((await health(service)).status, "200");
      endpoint.release();
      assert.deepEqual(
        (await Promise.all(slow)).map(({ status }) => status),
        Array(9).fill(200),
      );
    } finally {
      await service.kill();
      await endpoint.close();
    }
  });

  test("a client that sends more after its last request gets the whole response", async () => {
    const service = await serve();
    try {
      const head = `GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
      for (let i = 0; i < 20; i++) {
        const { text, closed, error } = await sendRaw(service.url, head + HEALTH.repeat(2000));
        assert.ok(text.endsWith('"store":"memory"}') && closed, `${error} ${text}`);
      }
    } finally {
      await service.kill();
    }
  });
});
