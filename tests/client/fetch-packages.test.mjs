// Tests the option `fetch` with the functions of undici, node-fetch and cross-fetch. These packages have their own
// `Request` and `Response`. Each function gets a dispatcher or an agent, as in a program behind a company's proxy.
import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent as HttpAgent, createServer } from "node:http";
import { after, describe, test } from "node:test";
import { createProxyHandler } from "../../pkg/dist/proxy.js";
import { bodyFor } from "../calls.mjs";
import { errorOf, until, valueOf } from "./assertions.mjs";
import { API_KEY, CALLS, CALLS_WITH_KEY, PROJECT, TOKEN, createClient, start } from "./calls.mjs";

/** How the server responds to a request, by the first folder of its path. */
const RESPONSES = {
  ok: (response, request) => response.end(bodyFor(request)),
  moved: (response) => response.writeHead(302, { location: "/ok/project" }).end(),
  busy: (response) => response.writeHead(503, { "retry-after": "7" }).end("busy"),
  silent: () => {},
  stalled: (response) => response.write('{"_id":'),
  endless(response) {
    const fillBuffer = () => {
      let hasRoom = true;
      while (hasRoom && !response.destroyed) hasRoom = response.write(" ".repeat(65_536));
    };
    response.on("drain", fillBuffer);
    fillBuffer();
  },
};

const requests = [];
/** The number of requests whose connection the client has closed before the end of the response. */
let cutShort = 0;
const server = createServer((request, response) => {
  requests.push(request);
  response.on("close", () => {
    if (!response.writableFinished) cutShort++;
  });
  const [, folder] = request.url.split("/");
  RESPONSES[folder](response, request);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
after(() => {
  server.closeAllConnections();
  server.close();
});

/** A `fetch` of undici with a dispatcher that counts the requests. */
async function undici(name) {
  const { Agent, fetch } = await import(name);
  let count = 0;
  class CountingAgent extends Agent {
    dispatch(...args) {
      count++;
      return super.dispatch(...args);
    }
  }
  const dispatcher = new CountingAgent();
  after(() => dispatcher.destroy());
  return { fetch: (url, init) => fetch(url, { ...init, dispatcher }), count: () => count };
}

/** The `fetch` of node-fetch or of cross-fetch, with an agent that counts the requests. */
async function nodeFetch(name) {
  const { default: fetch } = await import(name);
  let count = 0;
  class CountingAgent extends HttpAgent {
    addRequest(...args) {
      count++;
      return super.addRequest(...args);
    }
  }
  const agent = new CountingAgent({ keepAlive: true });
  after(() => agent.destroy());
  return { fetch: (url, init) => fetch(url, { ...init, agent }), count: () => count };
}

const major = Number(process.versions.node.split(".")[0]);
const PACKAGES = {
  "undici 5": () => undici("undici5"),
  "undici 6": () => undici("undici6"),
  "undici 7": () => undici("undici"),
  // Node.js 20 cannot load undici 8.
  ...(major >= 22 && { "undici 8": () => undici("undici8") }),
  "node-fetch 2": () => nodeFetch("node-fetch2"),
  "node-fetch 3": () => nodeFetch("node-fetch3"),
  "cross-fetch 4": () => nodeFetch("cross-fetch"),
};

for (const [name, load] of Object.entries(PACKAGES)) {
  describe(name, async () => {
    const { fetch, count } = await load();
    const clientOf = (folder, options) =>
      createClient(fetch, { baseUrl: `${origin}/${folder}`, ...options });
    const failOn = (folder, call = PROJECT, options) =>
      errorOf(start(clientOf(folder, options), call));

    test("makes every call, with the key where it is needed", async () => {
      const before = count();
      for (const call of CALLS) {
        await valueOf(start(clientOf("ok"), call));
        assert.equal(requests.at(-1).headers["x-api-key"], call.needsKey ? API_KEY : undefined);
      }
      assert.equal(count() - before, CALLS.length);
    });

    test("does not follow a redirect with the key", async () => {
      for (const call of CALLS_WITH_KEY) {
        const error = await failOn("moved", call);
        assert.deepEqual([error.kind, error.status], ["redirect_blocked", 302]);
        assert.match(requests.at(-1).url, /^\/moved\//);
      }
      // The call without a key follows the redirect.
      await valueOf(start(clientOf("moved"), TOKEN));
    });

    test("reads the headers of a failure", async () => {
      const error = await failOn("busy");
      assert.deepEqual([error.kind, error.status, error.retryAfterMs], ["server", 503, 7000]);
    });

    test("closes the connection after an abort and a timeout", async () => {
      for (const folder of ["silent", "stalled"]) {
        for (const options of [{ signal: AbortSignal.timeout(100) }, { timeoutMs: 100 }]) {
          const before = cutShort;
          const error = await errorOf(start(clientOf(folder), PROJECT, options));
          assert.equal(error.kind, options.signal ? "aborted" : "timeout");
          await until(() => cutShort > before);
          assert.equal(cutShort, before + 1, folder);
        }
      }
    });

    test("stops reading a body beyond maxBodyBytes", async () => {
      const before = cutShort;
      assert.equal(
        (await failOn("endless", PROJECT, { maxBodyBytes: 100_000 })).kind,
        "response_too_large",
      );
      await until(() => cutShort > before);
      assert.equal(cutShort, before + 1);
    });

    test("names the reason of a failed connection", async () => {
      const closed = createServer().listen(0, "127.0.0.1");
      await once(closed, "listening");
      const baseUrl = `http://127.0.0.1:${closed.address().port}`;
      await new Promise((resolve) => closed.close(resolve));
      const error = await errorOf(start(createClient(fetch, { baseUrl }), PROJECT));
      assert.equal(error.kind, "network");
      assert.match(error.message, /ECONNREFUSED/);
    });

    test("works as the fetch of a proxy handler", async () => {
      const requestProject = async (folder) => {
        const handler = createProxyHandler({
          baseUrl: `${origin}/${folder}`,
          apiKey: API_KEY,
          fetch,
        });
        return handler(new Request("https://app.example/project"));
      };
      const response = await requestProject("ok");
      assert.equal(response.status, 200);
      assert.equal(await response.text(), PROJECT.body);
      assert.equal(requests.at(-1).headers["x-api-key"], API_KEY);
      assert.equal((await requestProject("moved")).status, 502);
      assert.match(requests.at(-1).url, /^\/moved\//);
      const busy = await requestProject("busy");
      assert.deepEqual([busy.status, busy.headers.get("retry-after")], [503, "7"]);
    });
  });
}

/** Runs `callback` with these environment variables. The value `undefined` removes a variable. */
async function withEnvironment(variables, callback) {
  const before = { ...process.env };
  try {
    for (const [name, value] of Object.entries(variables)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    return await callback();
  } finally {
    for (const name of Object.keys(variables)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

test("a network error of Node.js says that its fetch ignores the proxy of the environment", async () => {
  const refuse = () => Promise.reject(new TypeError("fetch failed"));
  /** The message of a call. Without `fetch`, the client uses the global `fetch`, which `refuse` replaces. */
  const messageWith = (variables, fetch) =>
    withEnvironment({ HTTPS_PROXY: undefined, HTTP_PROXY: undefined, ...variables }, async () => {
      const original = globalThis.fetch;
      globalThis.fetch = refuse;
      try {
        return (await errorOf(start(createClient(fetch), PROJECT))).message;
      } finally {
        globalThis.fetch = original;
      }
    });
  const proxy = "http://user:secret@proxy.example:3128";
  const proxyHint =
    /fetch failed\. HTTPS_PROXY is set, but fetch of Node\.js ignores it: set NODE_USE_ENV_PROXY=1/;
  const message = await messageWith({ HTTPS_PROXY: proxy });
  assert.match(message, proxyHint);
  assert.doesNotMatch(message, /secret|proxy\.example/);
  assert.match(await messageWith({ http_proxy: proxy }), /http_proxy is set/);
  assert.match(await messageWith({ http_proxy: proxy, https_proxy: proxy }), /https_proxy is set/);
  // The message has no hint without a proxy, when Node.js uses the proxy, or with another `fetch`.
  for (const variables of [
    {},
    { HTTPS_PROXY: "" },
    { HTTPS_PROXY: proxy, NODE_USE_ENV_PROXY: "1" },
  ]) {
    assert.match(await messageWith(variables), /fetch failed\.$/);
  }
  assert.match(await messageWith({ HTTPS_PROXY: proxy }, refuse), /fetch failed\.$/);
});
