// Tests calls of the package's client that go through the proxy, in an app on node:http, to the service.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { Client } from "../../pkg/dist/index.js";
import { CALLS } from "../calls.mjs";
import {
  ADDRESS,
  API_KEY,
  HASH,
  appWith,
  embedded,
  messageOf,
  pageClient,
  proxyOver,
  upstream,
} from "./servers.mjs";

/** A client that calls the embedded service without the proxy. */
const direct = new Client({
  baseUrl: "https://service.example/v1",
  apiKey: API_KEY,
  fetch: embedded.fetch,
});
/** Functions that start a service and return the options with which the proxy reaches the service. */
const services = {
  "the embedded service": async () => ({
    baseUrl: "https://service.example/v1",
    fetch: embedded.fetch,
  }),
  "a service on node:http": async () => ({ baseUrl: (await upstream()).baseUrl }),
};

for (const [name, startService] of Object.entries(services)) {
  describe(`through the proxy to ${name}`, () => {
    let client;
    before(async () => {
      const serviceOptions = await startService();
      client = pageClient(await appWith(serviceOptions));
    });

    for (const { method, query, send } of CALLS) {
      test(`${method} returns the same result as without the proxy`, async () => {
        const result = await send(client, query);
        assert.ok(result);
        assert.deepEqual(result, await send(direct, query));
      });
    }

    test("a list gives the records of several pages", async () => {
      const listWith = (caller) => caller.ethereals({ pageSize: 3 }).toArray({ limit: 8 });
      assert.deepEqual(await listWith(client), await listWith(direct));
    });

    test("the result for an unknown hash is null, and an unknown token is a not_found error", async () => {
      assert.equal(await client.bridgeTransfer(`0x${"0".repeat(64)}`), null);
      await assert.rejects(client.tokenUri(ADDRESS, 999_999, { chainId: 1 }), {
        kind: "not_found",
        status: 404,
      });
    });

    test("a list continues from a cursor of the service", async () => {
      const first = await client.ethereals({ pageSize: 2 }).page();
      const second = await client.ethereals({ pageSize: 2, cursor: first.nextCursor }).page();
      assert.notDeepEqual(first.items, second.items);
      await assert.rejects(client.ethereals({ cursor: "made-up" }).page(), { kind: "bad_request" });
    });
  });
}

test("forwards a cursor of any form unchanged", async () => {
  const cursor = "a/b+c==&d?é\u{1f600} %";
  const { ask, requests } = proxyOver(() => Response.json({ etherealData: [], nextCursor: null }));
  assert.equal((await ask(`/ethereals?cursor=${encodeURIComponent(cursor)}`)).status, 200);
  assert.equal(new URL(requests[0].url).searchParams.get("cursor"), cursor);
});

for (const { method: name, target, needsKey } of CALLS) {
  test(`forwards the response to ${name} byte for byte`, async () => {
    // Parsing would fail at the NUL character. Without it, the spaces and the number 1e400 would change.
    const body = `{"message" : "x",  "a":1e400}\n\u0000`;
    const { ask, requests } = proxyOver(
      () => new Response(body, { headers: { "content-type": "application/json" } }),
    );
    const response = await ask(target);
    assert.equal(response.status, 200);
    assert.equal(await response.text(), body);
    assert.equal(requests[0].url, `https://service.example/v1${target}`);
    assert.equal(requests[0].headers.get("x-api-key"), needsKey ? API_KEY : null);
  });

  test(`forwards if-none-match and a 304 for ${name}`, async () => {
    const notModified = () => new Response(null, { status: 304, headers: { etag: '"1"' } });
    const { ask, requests } = proxyOver(notModified);
    const response = await ask(target, { headers: { "if-none-match": '"1"' } });
    assert.deepEqual(
      [response.status, response.body, response.headers.get("etag")],
      [304, null, '"1"'],
    );
    assert.equal(requests[0].headers.get("if-none-match"), '"1"');
  });

  test(`HEAD of ${name} has the headers and no body`, async () => {
    const { ask, requests } = proxyOver((request) => embedded.fetch(request));
    const head = await ask(target, { method: "HEAD" });
    const get = await ask(target);
    assert.deepEqual([head.status, [...head.headers]], [200, [...get.headers]]);
    assert.equal(head.body, null);
    // The specification has only GET, so the proxy sends GET.
    assert.equal(requests[0].method, "GET");
  });

  test(`${name} is refused unless it is allowed`, async () => {
    const others = CALLS.filter((other) => other.method !== name);
    const allow = others.map(({ method }) => method);
    const { ask, requests } = proxyOver(() => Response.json({}), { allow });
    const response = await ask(target);
    assert.equal(response.status, 403);
    assert.match(await messageOf(response), /^This proxy does not allow GET \//);
    for (const other of others) assert.equal((await ask(other.target)).status, 200);
    assert.equal(requests.length, others.length);
  });
}

test("refuses methods other than GET and HEAD, and preflight requests", async () => {
  const { ask, requests } = proxyOver(() => Response.json({}));
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const response = await ask("/project", { method });
    assert.deepEqual([response.status, response.headers.get("allow")], [405, "GET, HEAD"]);
    assert.deepEqual([...response.headers.keys()], ["allow", "cache-control", "content-type"]);
  }
  assert.equal(requests.length, 0);
});

test("forwards only requests for endpoints below the base path", async () => {
  const { ask, requests } = proxyOver(() => Response.json({}), { basePath: "/api/eq/" });
  const paths = [
    "/project",
    "/api/project",
    "/api/eqproject",
    "/api/eq",
    "/api/eq/",
    "/api/eq/keys",
    "/api/eq/project//",
    "/api/eq//project",
    "/api/eq/../project",
    "/api/eq/%2e%2e/project",
    "/api/eq/project%2Fx",
    "/api/eq/ethereals/1",
    "/api/eq/https://a.example/project",
  ];
  // The status is not 404, because the client reads a 404 as a transfer that does not exist.
  for (const path of paths) assert.equal((await ask(path)).status, 400, path);
  // The query parameter `b` of a token is its chain. A token path without `b` is malformed.
  const malformed = [
    "/api/eq/%zz",
    "/api/eq/tokens/..%2fproject/1/uri?b=1",
    `/api/eq/tokens/${ADDRESS}/%2e%2e%2f/uri?b=1`,
    `/api/eq/tokens/${ADDRESS}/1/uri`,
    "/api/eq/bridge/transfers/transactions/0x1",
    "/api/eq/ethereals?page_size=x",
    "/api/eq/ethereals?cursor=%ff",
    "/api/eq/ethereals?page_size=1&page_size=2",
  ];
  for (const path of malformed) {
    const response = await ask(path);
    assert.equal(response.status, 400, path);
    assert.ok((await messageOf(response)).length > 0);
  }
  assert.equal(requests.length, 0);
  assert.equal((await ask("/api/eq/project?x=1#y")).status, 200);
  assert.equal(requests[0].url, "https://service.example/v1/project");
});

// Next.js with `trailingSlash` redirects each request of the page to the same path with a slash at the end.
test("ignores a slash at the end of a path", async () => {
  const { ask } = proxyOver((request) => embedded.fetch(request));
  for (const { target: path } of CALLS) {
    // Inserts the slash before the query, or at the end of a path without a query.
    const withSlash = path.replace(/(?=\?|$)/, "/");
    assert.notEqual(withSlash, path);
    const response = await ask(path);
    const responseWithSlash = await ask(withSlash);
    assert.equal(await responseWithSlash.text(), await response.text());
    // The service also ignores the slash. A request without a key is a 401, except for tokens.
    const directResponse = await embedded.fetch(`https://service.example/v1${withSlash}`);
    assert.equal(directResponse.status, path.startsWith("/tokens") ? 200 : 401);
  }
});

test("a page with a wrong base URL gets an error, not null", async () => {
  const { ask } = proxyOver((request) => embedded.fetch(request));
  const page = pageClient("https://app.example/wrong", {
    fetch: (url) => ask(new URL(url).pathname),
  });
  await assert.rejects(page.bridgeTransfer(HASH), {
    kind: "bad_request",
    serverMessage: /Unknown path/,
  });
});
