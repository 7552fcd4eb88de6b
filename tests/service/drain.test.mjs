// SIGTERM and SIGINT: no new connections, every answer that was under way is given, then the end with status 0.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, test } from "node:test";
import { encode } from "./chain.mjs";
import { json, silence, startGateway } from "./gateway.mjs";
import { sleep, until } from "./processes.mjs";
import { raw } from "./raw.mjs";
import { ask } from "./records.mjs";
import { serve } from "./service.mjs";

const CHAIN = 31337;
const path = (id) => `/tokens/0x${"12".repeat(20)}/${id}/uri?b=${CHAIN}`;

/** An RPC endpoint that takes its time for a document, which the URI itself holds. */
function slowChain(ms) {
  const result = `0x${encode(["bytes"], [Buffer.from('data:application/json,{"slow":true}').toString("hex")])}`;
  const uri = `0x${"20".padStart(64, "0")}${result.slice(66)}`;
  return startGateway({
    other: async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      await sleep(ms);
      const calls = JSON.parse(body);
      const answer = ({ id }) => ({ jsonrpc: "2.0", id, result: uri });
      json(JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls)))(request, response);
    },
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
      const chain = await slowChain(2000);
      const service = await serve({ args: ["--rpc", `${CHAIN}=${chain.url}`] });
      const answers = Array.from({ length: 50 }, (_, id) => ask(service, path(id), { headers: {} }));
      // Neither an idle connection nor one in the middle of a header keeps it alive.
      const idle = raw(service.url, "GET /health HTTP/1.1\r\nhost: x\r\n\r\n", { ms: 20_000 });
      const half = raw(service.url, "GET /health HTTP/1.1\r\nhost: x\r\n", { ms: 20_000 });
      try {
        await until("50 requests at the RPC endpoint", () => chain.hits.length >= 50, { ms: 10_000 });
        const stopped = service.stop(signal);
        await sleep(300);
        assert.equal(await accepted(service.url), "ECONNREFUSED");
        assert.ok(service.alive(), "it waits for what runs");
        const texts = (await Promise.all(answers)).map(({ status, text }) => `${status} ${text}`);
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
