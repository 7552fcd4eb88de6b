// The responses to a page when the service fails, is slow or redirects, and the end of a request that the page aborts.
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

const json = { "content-type": "application/json" };
const failing = (status, body, headers, options) =>
  proxyOver(() => new Response(body, { status, headers }), options);

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
    const { ask } = failing(status, `{"message":"Try later.","host":"10.0.0.1"}`, {
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
  const { ask } = failing(503, "<h1>nginx at http://10.0.0.1/</h1>", {
    "content-type": "text/html",
  });
  assert.equal(await messageOf(await ask("/project")), "The service failed (status 503).");
});

test("a rate limit and a firewall with status 403 are not about the key", async () => {
  const limited = failing(403, `{"message":"Slow down."}`, {
    "retry-after": "7",
    date: "Sat, 22 Aug 2026 12:00:00 GMT",
  });
  const response = await limited.ask("/project");
  assert.deepEqual([response.status, await messageOf(response)], [429, "Slow down."]);
  assert.equal(response.headers.get("retry-after"), "7");
  // A date in `retry-after` counts from it.
  assert.equal(response.headers.get("date"), "Sat, 22 Aug 2026 12:00:00 GMT");
  const blocked = failing(403, "<!doctype html><title>Just a moment...</title>", {
    "content-type": "text/html",
  });
  for (const { target } of CALLS) assert.equal((await blocked.ask(target)).status, 502);
});

test("no cache of a framework answers a request with the key", async () => {
  const modes = [];
  const fetch = async (_url, { cache }) => (modes.push(cache), Response.json({}));
  const { ask } = proxyOver(() => {}, { fetch });
  for (const { target } of CALLS) await ask(target);
  assert.deepEqual(
    modes,
    CALLS.map(({ needsKey }) => (needsKey ? "no-store" : undefined)),
  );
});

test("the page gets no 401 when the service refuses the key", async () => {
  for (const [status, body] of REFUSALS_OF_A_KEY) {
    const response = await failing(status, body).ask("/project");
    assert.equal(response.status, 501);
    assert.equal(
      await messageOf(response),
      `The service rejected the API key of this proxy (status ${status}).`,
    );
  }
  // Without a key it is the page's own request that is refused.
  assert.equal((await failing(403, "{}").ask(callOf("tokenUri").target)).status, 403);
});

test("the kinds of errors that the client of a page makes of failures", async () => {
  for (const [respond, kind, status] of [
    [(response) => response.writeHead(401).end(), "server", 501],
    [(response) => response.writeHead(302, { location: "/" }).end(), "server", 502],
    [(response) => response.destroy(), "server", 502],
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
  const client = pageClient(await appWith({ baseUrl: "http://127.0.0.1:1" }));
  await assert.rejects(client.project(), {
    kind: "server",
    status: 502,
    serverMessage: /^Network error: /,
  });
});

test("a redirect is not followed, and its target learns nothing", async () => {
  let visits = 0;
  const elsewhere = await listen((_, response) => response.end(`${++visits}`));
  for (const status of [300, 301, 302, 303, 307, 308]) {
    const { baseUrl } = await upstream((_, response) =>
      response.writeHead(status, { location: elsewhere }).end(),
    );
    for (const { target } of CALLS) {
      const response = await fetch((await appWith({ baseUrl })) + target, { redirect: "manual" });
      assert.equal(response.status, 502);
      assert.equal(response.headers.get("location"), null);
      assert.match(
        await messageOf(response),
        /^The service redirects \(status 30\d\), which this proxy does not follow/,
      );
    }
  }
  assert.equal(visits, 0);
  const followed = Object.defineProperty(Response.json({}), "redirected", { value: true });
  assert.equal((await proxyOver(() => followed).ask("/project")).status, 502);
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

test("the client does not retry when the proxy lacks its key or the service refuses it", async () => {
  for (const [status, body, apiKey = API_KEY] of [
    ...REFUSALS_OF_A_KEY,
    ...WITHOUT_KEY.map((key) => [200, "{}", key]),
  ]) {
    const { ask } = failing(status, body, undefined, { apiKey });
    let requests = 0;
    const fetch = (url) => (requests++, ask(new URL(url).pathname));
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

test("an API key that is not there in time is a 504, and one that cannot be had a 501", async () => {
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

test("the body of a failure has one time limit in all", async () => {
  // Each chunk arrives in time, but the chunks never end.
  let timer;
  let isCancelled = false;
  const body = new ReadableStream({
    start: (controller) =>
      (timer = setInterval(() => controller.enqueue(new Uint8Array([32])), 20).unref()),
    cancel: () => (clearInterval(timer), (isCancelled = true)),
  });
  const { ask, requests } = proxyOver(() => new Response(body, { status: 500 }), {
    timeoutMs: 100,
  });
  const response = await Promise.race([
    ask("/project"),
    sleep(60_000, { status: "none" }, { ref: false }),
  ]);
  assert.equal(response.status, 504);
  assert.deepEqual([requests[0].signal.aborted, isCancelled], [true, true]);
});

test("a body that stalls or breaks off is not taken for a whole one", async () => {
  for (const end of [(response) => response.destroy(), () => {}]) {
    const { baseUrl } = await upstream((_, response) => {
      response.writeHead(200, json).write(`{"requestOwner":"me"`);
      setTimeout(() => end(response), 20);
    });
    const url = await appWith({ baseUrl, timeoutMs: 100 });
    await assert.rejects((await fetch(`${url}/project`)).text());
    await assert.rejects(pageClient(url).project(), { kind: "network" });
  }
});

test("values of a custom fetch that are not responses are 502", async () => {
  for (const value of [undefined, null, 5, {}, Response.error(), { status: 99 }]) {
    assert.equal((await proxyOver(() => value).ask("/project")).status, 502);
  }
});

test("a request that the page aborts is aborted at the service, before and within the body", async () => {
  for (const begin of [() => {}, (response) => response.writeHead(200, json).write("{")]) {
    let closed = false;
    const { baseUrl, requests } = await upstream((request, response) => {
      begin(response);
      response.once("close", () => (closed = true));
    });
    const controller = new AbortController();
    const page = fetch(`${await appWith({ baseUrl })}/project`, { signal: controller.signal }).then(
      (response) => response.text(),
    );
    await until("the request", () => requests.length === 1);
    controller.abort();
    await assert.rejects(page, { name: "AbortError" });
    await until("the end of the connection", () => closed);
  }
});

test("a request that is aborted already is not sent", async () => {
  const { ask, requests } = proxyOver(
    (request) => (request.signal.throwIfAborted(), Response.json({})),
  );
  assert.equal((await ask("/project", { signal: AbortSignal.abort() })).status, 499);
  assert.ok(requests.every(({ signal }) => signal.aborted));
});

test("a page that reads slowly does not make the proxy hold a huge body", async () => {
  let sent = 0;
  const { baseUrl } = await upstream((_, response) => {
    response.writeHead(200, json);
    const chunk = Buffer.alloc(65_536, " ");
    const write = () => {
      while (!response.destroyed && sent < 512 * 2 ** 20 && response.write(chunk))
        sent += chunk.length;
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
  await sleep(300);
  const early = sent;
  await sleep(700);
  // The buffers of the sockets are full, and the time limit counts for the service only.
  assert.ok(sent - early < 2 ** 20 && sent < 64 * 2 ** 20, `${early} and then ${sent} bytes`);
  assert.equal(socket.destroyed, false);
  socket.destroy();
});

test("a huge body arrives whole", async () => {
  const size = 64 * 2 ** 20;
  const { baseUrl } = await upstream((_, response) =>
    response.writeHead(200, json).end(Buffer.alloc(size, "7")),
  );
  const response = await fetch(`${await appWith({ baseUrl })}/project`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.length;
  assert.equal(bytes, size);
  await assert.rejects(pageClient(await appWith({ baseUrl })).project(), {
    kind: "response_too_large",
  });
});

test("a compressed body arrives decompressed, without the headers of the compressed one", async () => {
  const text = JSON.stringify({ requestOwner: "me".repeat(5_000) });
  const { baseUrl } = await upstream((_, response) => {
    response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(gzipSync(text));
  });
  const response = await fetch(`${await appWith({ baseUrl })}/project`);
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
