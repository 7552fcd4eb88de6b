// Tests the flags and the environment variables of `serve`.
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { describe, test } from "node:test";
import { openConnection } from "./raw-request.mjs";
import { run, serve } from "./service.mjs";

/** Requests `/health`. Resolves with the headers. */
const health = (url, options = {}) =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}/health`, options, (response) =>
      response.resume().on("end", () => resolve(response.headers)),
    );
    sent.on("error", reject).end();
  });

describe("settings", () => {
  test("an empty environment variable counts as absent", async () => {
    const names = [
      "DATABASE_URL",
      "MAX_CONNECTIONS",
      "IDLE_TIMEOUT",
      "WWW",
      "RPC",
      "IPFS_GATEWAYS",
      "ARWEAVE_GATEWAYS",
      "CORS_ORIGINS",
      "ALLOW_PRIVATE",
      "LOG",
      "BIND",
    ];
    const env = Object.fromEntries(names.map((name) => [name, ""]));
    const service = await serve({ env });
    try {
      assert.ok(service.key, "it serves the sample records");
      const { headers } = await fetch(`${service.url}/health`, {
        headers: { origin: "https://a.example" },
      });
      assert.equal(headers.get("access-control-allow-origin"), "*");
    } finally {
      await service.stop();
    }
    const { status, stderr } = await run(["key", "list"], { env });
    assert.equal(status, 2);
    assert.match(stderr, /required.*\n.*--database-url/);
  });

  test("--bind takes a name, and its error has an example", async () => {
    // The service ignores the line break.
    const service = await serve({ bind: "localhost:0\r\n" });
    assert.match(service.url, /^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/);
    await service.stop();
    // The form of this value is right, so the error shows no example.
    const named = await run(["serve"], { env: { BIND: "no-such-host.invalid:0" } });
    assert.match(named.stderr, /^error: Cannot listen on no-such-host\.invalid:0 \(--bind\): /m);
    assert.equal(named.status, 1);
    assert.doesNotMatch(named.stderr, /Expected/);
    for (const value of ["localhost", ":8787", "8787", "::1:8787", "a:b", "a:65536"]) {
      const { status, stderr } = await run(["serve"], { env: { BIND: value } });
      assert.equal(status, 2, value);
      assert.match(
        stderr,
        /Expected HOST:PORT, such as 127\.0\.0\.1:8787, \[::1\]:8787 or localhost:8787/,
        value,
      );
    }
  });

  test("--cors-header allows further headers, and refuses a text that is not a name", async () => {
    const service = await serve({
      args: ["--cors-header", "traceparent"],
      env: { CORS_HEADERS: "ignored" },
    });
    try {
      const headers = {
        origin: "https://a.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "traceparent,x-api-key",
      };
      const response = await fetch(`${service.url}/project`, { method: "OPTIONS", headers });
      const allowed = response.headers.get("access-control-allow-headers").split(",");
      assert.ok(allowed.includes("traceparent") && allowed.includes("x-api-key"), allowed.join());
      assert.ok(!allowed.includes("ignored"), allowed.join());
    } finally {
      await service.stop();
    }
    const { status, stderr } = await run(["serve"], { env: { CORS_HEADERS: "traceparent a:b" } });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /Invalid --cors-header: "a:b"\. Expected the name of a header, such as traceparent\./,
    );
  });

  test("--idle-timeout is in a header, and the service closes a connection that is idle for this time", async () => {
    const service = await serve({ args: ["--idle-timeout", "6"] });
    const agent = new Agent({ keepAlive: true });
    try {
      const keepAlive = await health(service.url, { agent });
      assert.deepEqual(
        [keepAlive.connection, keepAlive["keep-alive"]],
        ["keep-alive", "timeout=6"],
      );
      // Without an agent, Node.js asks the service to close the connection.
      const close = await health(service.url, { agent: false });
      assert.deepEqual([close.connection, close["keep-alive"]], ["close", undefined]);
      const start = performance.now();
      await openConnection(service.url).closed;
      const ms = performance.now() - start;
      // More than the default, which is 5 seconds. A slow machine may take any time.
      assert.ok(ms > 5900, `${ms} ms`);
    } finally {
      agent.destroy();
      await service.stop();
    }
  });
});
