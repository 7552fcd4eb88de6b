// Tests the responses of the proxy when the service fails, is slow or redirects. Also tests that an abort of the page
// ends the request to the service, and that the proxy passes on large bodies.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { CALLS, callOf } from "../calls.mjs";
import { until } from "../service/processes.mjs";
import {
  API_KEY,
  HASH,
  appWith,
  listen,
  messageOf,
  pageClient,
  proxyOver,
  upstream,
} from "./servers.mjs";

const MIB = 2 ** 20;
const json = { "content-type": "application/json" };
/** A proxy to a service that always responds with this failure. */
const proxyToFailure = (status, body, headers, options) =>
  proxyOver(() => new Response(body, { status, headers }), options);

/** [status, body] of the responses by which a service refuses a key. */
const REFUSALS_OF_A_KEY = [
  [401, "{}"],
  [403, ""],
  [400, `{"message":"Invalid API key."}`],
];
/** Functions `apiKey` that return no usable key. */
const WITHOUT_KEY = [
  () => undefined,
  () => "two words",
  async () => "",
  () => 5,
  () => {
    throw new Error(API_KEY);
  },
];

test("a failure has its status, its message, and nothing else of the body", async () => {
  for (const status of [400, 404, 408, 409, 422, 429, 500, 503]) {
    const { ask } = proxyToFailure(status, `{"message":"Try later.","host":"10.0.0.1"}`, {
      "retry-after": "7",
      "x-request-id": "r-1",
      "x-should-retry": "false",
    });
    const response = await ask("/project");
    assert.equal(response.status, status);
    assert.equal(await messageOf(response), "Try later.");
    assert.deepEqual(Object.fromEntries(response.headers), {
      "cache-control": "private, no-store",
      "content-type": "application/json",
      "retry-after": "7",
      "x-request-id": "r-1",
      "x-should-retry": "false",
    });
  }
  const { ask } = proxyToFailure(503, "<h1>nginx at http://10.0.0.1/</h1>", {
    "content-type": "text/html",
  });
  assert.equal(await messageOf(await ask("/project")), "The service failed (status 503).");
});

test("a 403 of a rate limit becomes a 429, and a 403 of a firewall becomes a 502", async () => {
  const limited = proxyToFailure(403, `{"message":"Slow down."}`, {
    "retry-after": "7",
    date: "Sat, 22 Aug 2026 12:00:00 GMT",
  });
  const response = await limited.ask("/project");
  assert.deepEqual([response.status, await messageOf(response)], [429, "Slow down."]);
  assert.equal(response.headers.get("retry-after"), "7");
  // A client computes the wait until a date in `retry-after` from the header `date`.
  assert.equal(response.headers.get("date"), "Sat, 22 Aug 2026 12:00:00 GMT");
  const blocked = proxyToFailure(403, "<!doctype html><title>Just a moment...</title>", {
    "content-type": "text/html",
  });
  for (const { target } of CALLS) assert.equal((await blocked.ask(target)).status, 502);
});

test("a request with the key has the cache mode no-store, so that a framework does not cache its response", async () => {
  const modes = [];
  const fetch = async (_url, { cache }) => {
    modes.push(cache);
    return Response.json({});
  };
  const { ask } = proxyOver(() => {}, { fetch });
  for (const { target } of CALLS) await ask(target);
  assert.deepEqual(
    modes,
    CALLS.map(({ needsKey }) => (needsKey ? "no-store" : undefined)),
  );
});

test("the page gets no 401 when the service refuses the key", async () => {
  for (const [status, body] of REFUSALS_OF_A_KEY) {
    const response = await proxyToFailure(status, body).ask("/project");
    assert.equal(response.status, 501);
    assert.equal(
      await messageOf(response),
      `The service rejected the API key of this proxy (status ${status}).`,
    );
  }
  // The request of this call has no key, so the service has refused the request and not the key.
  const response = await proxyToFailure(403, "{}").ask(callOf("tokenUri").target);
  assert.equal(response.status, 403);
});

test("each failure is an error of the right kind in the client of a page", async () => {
  for (const [respond, kind, status] of [
    [(response) => response.writeHead(401).end(), "server", 501],
    [(response) => response.writeHead(302, { location: "/" }).end(), "server", 502],
    [(response) => response.destroy(), "server", 502],
    // No response.
    [() => {}, "server", 504],
    [(response) => response.writeHead(429, { "retry-after": "5" }).end(), "rate_limited", 429],
    [(response) => response.writeHead(400).end(), "bad_request", 400],
    [(response) => response.writeHead(500).end(), "server", 500],
    [(response) => response.writeHead(200, json).end("[]"), "decode", 200],
  ]) {
    const { baseUrl } = await upstream((_, response) => respond(response));
    const client = pageClient(await appWith({ baseUrl, timeoutMs: 200 }));
    await assert.rejects(client.project(), { kind, status });
  }
  // No server listens on port 1.
  const client = pageClient(await appWith({ baseUrl: "http://127.0.0.1:1" }));
  await assert.rejects(client.project(), {
    kind: "server",
    status: 502,
    serverMessage: /^Network error: /,
  });
});

test("a redirect is not followed, and its target learns nothing", async () => {
  let visits = 0;
  const elsewhere = await listen((_, response) => {
    visits++;
    response.end();
  });
  for (const status of [300, 301, 302, 303, 307, 308]) {
    const { baseUrl } = await upstream((_, response) =>
      response.writeHead(status, { location: elsewhere }).end(),
    );
    for (const { target } of CALLS) {
      const proxyUrl = await appWith({ baseUrl });
      const response = await fetch(proxyUrl + target, { redirect: "manual" });
      assert.equal(response.status, 502);
      assert.equal(response.headers.get("location"), null);
      assert.match(
        await messageOf(response),
        /^The service redirects \(status 30\d\), which this proxy does not follow/,
      );
    }
  }
  assert.equal(visits, 0);
  // A custom fetch may follow redirects in spite of `redirect: "manual"`.
  const followed = Object.defineProperty(Response.json({}), "redirected", { value: true });
  const response = await proxyOver(() => followed).ask("/project");
  assert.equal(response.status, 502);
});

test("a service that responds too late is a 504, and its request is aborted", async () => {
  const { ask, requests } = proxyOver(() => new Promise(() => {}), { timeoutMs: 20 });
  const response = await ask("/project");
  assert.equal(response.status, 504);
  assert.equal(
    await messageOf(response),
    "Timeout: no response from the service within 20 ms (timeoutMs).",
  );
  assert.equal(requests[0].signal.aborted, true);
});

test("the client does not retry when the proxy has no key or the service refuses the key", async () => {
  const refusedKeys = REFUSALS_OF_A_KEY.map(([status, body]) => [status, body, API_KEY]);
  const missingKeys = WITHOUT_KEY.map((apiKey) => [200, "{}", apiKey]);
  for (const [status, body, apiKey] of [...refusedKeys, ...missingKeys]) {
    const { ask } = proxyToFailure(status, body, undefined, { apiKey });
    let requests = 0;
    const fetch = (url) => {
      requests++;
      return ask(new URL(url).pathname);
    };
    const client = pageClient("https://app.example", { fetch, maxRetries: 2 });
    for (const call of [
      () => client.project(),
      () => client.bridgeTransfer(HASH),
      () => client.ethereals().page(),
    ]) {
      requests = 0;
      await assert.rejects(call(), {
        kind: "server",
        code: "server",
        status: 501,
        retryable: false,
        serverMessage: /key/i,
      });
      assert.equal(requests, 1);
    }
  }
});

test("an API key that comes too late is a 504, and a key that is missing or invalid is a 501", async () => {
  const late = proxyOver(() => Response.json({}), {
    apiKey: () => new Promise(() => {}),
    timeoutMs: 20,
  });
  assert.equal((await late.ask("/project")).status, 504);
  for (const apiKey of WITHOUT_KEY) {
    const { ask, requests } = proxyOver(() => Response.json({}), { apiKey });
    const response = await ask("/project");
    assert.equal(response.status, 501);
    assert.match(await messageOf(response), /apiKey/);
    assert.equal((await ask(callOf("tokenUri").target)).status, 200, "this call needs no key");
    assert.equal(requests.length, 1);
  }
});

test("the time limit applies to the whole body of a failure, not to each chunk", async () => {
  // Each chunk arrives in time, but the chunks never end.
  let timer;
  let isCancelled = false;
  const body = new ReadableStream({
    start(controller) {
      timer = setInterval(() => controller.enqueue(new TextEncoder().encode(" ")), 20);
      timer.unref();
    },
    cancel() {
      clearInterval(timer);
      isCancelled = true;
    },
  });
  const { ask, requests } = proxyOver(() => new Response(body, { status: 500 }), {
    timeoutMs: 100,
  });
  // If the proxy never responds, the test fails after a minute.
  const noResponse = sleep(60_000, { status: "none" }, { ref: false });
  const response = await Promise.race([ask("/project"), noResponse]);
  assert.equal(response.status, 504);
  assert.deepEqual([requests[0].signal.aborted, isCancelled], [true, true]);
});

test("a body that stalls or breaks off is an error for the page", async () => {
  for (const end of [(response) => response.destroy(), () => {}]) {
    const { baseUrl } = await upstream((_, response) => {
      response.writeHead(200, json).write(`{"requestOwner":"me"`);
      setTimeout(() => end(response), 20);
    });
    const url = await appWith({ baseUrl, timeoutMs: 100 });
    const response = await fetch(`${url}/project`);
    await assert.rejects(response.text());
    await assert.rejects(pageClient(url).project(), { kind: "network" });
  }
});

test("values of a custom fetch that are not responses are 502", async () => {
  for (const value of [undefined, null, 5, {}, Response.error(), { status: 99 }]) {
    const response = await proxyOver(() => value).ask("/project");
    assert.equal(response.status, 502);
  }
});

test("a request that the page aborts is aborted at the service, before and within the body", async () => {
  for (const begin of [() => {}, (response) => response.writeHead(200, json).write("{")]) {
    let closed = false;
    const { baseUrl, requests } = await upstream((request, response) => {
      begin(response);
      response.once("close", () => {
        closed = true;
      });
    });
    const url = await appWith({ baseUrl });
    const controller = new AbortController();
    const text = fetch(`${url}/project`, { signal: controller.signal }).then((response) =>
      response.text(),
    );
    await until("the request", () => requests.length === 1);
    controller.abort();
    await assert.rejects(text, { name: "AbortError" });
    await until("the end of the connection", () => closed);
  }
});

test("a request that is already aborted is a 499", async () => {
  const { ask, requests } = proxyOver((request) => {
    request.signal.throwIfAborted();
    return Response.json({});
  });
  const response = await ask("/project", { signal: AbortSignal.abort() });
  assert.equal(response.status, 499);
  // The proxy may call `fetch`, but only with an aborted signal.
  assert.ok(requests.every(({ signal }) => signal.aborted));
});

test("a page that reads slowly does not make the proxy hold a huge body", async () => {
  let sent = 0;
  const { baseUrl } = await upstream((_, response) => {
    response.writeHead(200, json);
    const chunk = Buffer.alloc(65_536, " ");
    const write = () => {
      while (!response.destroyed && sent < 512 * MIB) {
        sent += chunk.length;
        const isBufferFull = !response.write(chunk);
        if (isBufferFull) return;
      }
    };
    response.on("drain", write);
    write();
  });
  const { port, pathname } = new URL(await appWith({ baseUrl, timeoutMs: 500 }));
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`GET ${pathname}/project HTTP/1.1\r\nhost: app\r\n\r\n`);
  await once(socket, "readable");
  socket.pause();
  // Within this time, the service fills the buffers of the sockets. After that, it can send almost nothing more.
  await sleep(300);
  const sentEarly = sent;
  await sleep(700);
  assert.ok(sent - sentEarly < MIB && sent < 64 * MIB, `${sentEarly} and then ${sent} bytes`);
  // The page has read nothing for longer than `timeoutMs`, which limits only the service.
  assert.equal(socket.destroyed, false);
  socket.destroy();
});

test("a body of 64 MiB arrives complete, and the client rejects it as too large", async () => {
  const size = 64 * MIB;
  const { baseUrl } = await upstream((_, response) =>
    response.writeHead(200, json).end(Buffer.alloc(size, "7")),
  );
  const url = await appWith({ baseUrl });
  const response = await fetch(`${url}/project`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.length;
  assert.equal(bytes, size);
  await assert.rejects(pageClient(url).project(), { kind: "response_too_large" });
});

test("a compressed body arrives decompressed, without content-encoding", async () => {
  const text = JSON.stringify({ requestOwner: "me".repeat(5_000) });
  const { baseUrl } = await upstream((_, response) => {
    response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(gzipSync(text));
  });
  const url = await appWith({ baseUrl });
  const response = await fetch(`${url}/project`);
  assert.equal(response.headers.get("content-encoding"), null);
  assert.equal(await response.text(), text);
});

test("a transfer that the proxy does not allow is an error, not null", async () => {
  const { baseUrl } = await upstream();
  const client = pageClient(await appWith({ baseUrl, allow: ["project"] }));
  await assert.rejects(client.bridgeTransfer(HASH), {
    status: 403,
    kind: "forbidden",
    retryable: false,
  });
});
