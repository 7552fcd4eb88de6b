// Tests how the service handles HTTP: methods, CORS, compression, conditional requests and request ids.
import assert from "node:assert/strict";
import { request as rawRequest } from "node:http";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { temporary, until } from "./processes.mjs";
import { sendRaw } from "./raw-request.mjs";
import { sendRequest } from "./records.mjs";
import { serve } from "./service.mjs";

/** A transfer and a token that the service does not have. The parameter `b` is the chain id. */
const TRANSFER_PATH = `/bridge/transfers/transactions/0x${"1".repeat(64)}`;
const TOKEN_PATH = `/tokens/0x${"1".repeat(40)}/1/uri?b=1`;
const ENDPOINTS = ["/project", "/ethereals", TRANSFER_PATH, TOKEN_PATH];
/** Paths that only the native service has. */
const NATIVE_PATHS = ["/health", "/metrics", "/openapi.json"];
/** The headers of a request of a page of another origin. */
const OTHER_ORIGIN = { origin: "https://page.example" };
/** The items of a header with a list, in lower case and sorted. */
const list = (value) =>
  value
    .toLowerCase()
    .split(",")
    .map((item) => item.trim())
    .sort();

describe("http", () => {
  let service;
  before(async () => {
    service = await serve({ log: "debug" });
  });
  after(() => service?.stop());
  const get = (path, options) => sendRequest(service, path, options);

  test("preflight responses allow x-api-key from any page", async () => {
    for (const path of ENDPOINTS) {
      const headers = {
        ...OTHER_ORIGIN,
        "access-control-request-method": "GET",
        "access-control-request-headers": "x-api-key",
      };
      const response = await get(path, { method: "OPTIONS", headers });
      assert.deepEqual([response.status, response.text], [204, ""], path);
      assert.equal(response.headers.get("access-control-allow-origin"), "*");
      assert.ok(list(response.headers.get("access-control-allow-headers")).includes("x-api-key"));
      assert.ok(list(response.headers.get("access-control-allow-methods")).includes("get"));
      assert.ok(Number(response.headers.get("access-control-max-age")) > 0);
    }
  });

  test("no cache may store an error", async () => {
    const page = await serve({ args: ["--www", temporary("page")] });
    try {
      const key = { "x-api-key": service.key };
      // The byte 0xff is not UTF-8.
      const cases = [
        [400, service, "/ethereals?page_size=0", { headers: key }],
        [400, service, "/%ff", {}],
        [401, service, "/project", { headers: {} }],
        [404, service, "/nothing", {}],
        [404, page, "/nothing", {}],
        [404, service, TRANSFER_PATH, { headers: key }],
        [404, service, TOKEN_PATH, {}],
        [405, service, "/project", { method: "POST", headers: key }],
        [405, service, "/health", { method: "POST" }],
      ];
      for (const [status, from, path, options] of cases) {
        const response = await sendRequest(from, path, options);
        assert.equal(response.status, status, path);
        assert.equal(response.headers.get("cache-control"), "no-store", `${status} ${path}`);
      }
    } finally {
      await page.stop();
    }
  });

  test("every page may read responses of status 200, 304, 400, 401, 404 and 405", async () => {
    const key = { ...OTHER_ORIGIN, "x-api-key": service.key };
    const etag = (await get("/project", { headers: key })).headers.get("etag");
    const cases = [
      [200, "/project", { headers: key }],
      [200, "/health", {}],
      [200, "/openapi.json", {}],
      [304, "/project", { headers: { ...key, "if-none-match": etag } }],
      [400, "/ethereals?page_size=0", { headers: key }],
      [400, "/%ff", {}],
      [401, "/project", { headers: OTHER_ORIGIN }],
      [404, "/nothing", { headers: OTHER_ORIGIN }],
      [404, TRANSFER_PATH, { headers: key }],
      [405, "/project", { method: "POST", headers: key }],
    ];
    for (const [status, path, options] of cases) {
      const response = await get(path, options);
      assert.equal(response.status, status, `${path}: ${response.text}`);
      assert.equal(response.headers.get("access-control-allow-origin"), "*", `${status} ${path}`);
      assert.deepEqual(list(response.headers.get("access-control-expose-headers")), [
        "etag",
        "retry-after",
        "x-request-id",
        "x-should-retry",
        "x-token-uri-content",
      ]);
      if (status >= 400) assert.ok(response.json.message, response.text);
    }
  });

  test("--cors-origin limits the pages that may read responses", async () => {
    const allowed = "https://allowed.example";
    const other = "https://other.example";
    const limitedService = await serve({
      args: ["--cors-origin", allowed, "--cors-origin", "https://second.example"],
    });
    try {
      for (const path of ["/health", "/project", "/nothing"]) {
        const responses = await Promise.all(
          [allowed, other].map((origin) =>
            sendRequest(limitedService, path, { headers: { origin } }),
          ),
        );
        assert.deepEqual(
          responses.map(({ headers }) => headers.get("access-control-allow-origin")),
          [allowed, null],
          path,
        );
        // A shared cache must not send the response for one origin to another.
        for (const { headers } of responses)
          assert.ok(list(headers.get("vary")).includes("origin"), path);
      }
    } finally {
      await limitedService.stop();
    }
  });

  test("responds 405 with Allow to POST, PUT, PATCH and DELETE", async () => {
    for (const path of [...ENDPOINTS, ...NATIVE_PATHS]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const response = await get(path, { method, headers: { "x-api-key": service.key } });
        assert.equal(response.status, 405, `${method} ${path}`);
        assert.ok(list(response.headers.get("allow")).includes("get"), path);
        assert.ok(response.json.message);
      }
    }
  });

  test("HEAD returns the headers of GET without a body", async () => {
    const names = ["content-type", "etag", "cache-control", "access-control-allow-origin"];
    for (const path of [...ENDPOINTS, ...NATIVE_PATHS, "/nothing"]) {
      const full = await get(path);
      const head = await get(path, { method: "HEAD" });
      assert.deepEqual([head.status, head.text], [full.status, ""], path);
      for (const name of names)
        assert.equal(head.headers.get(name), full.headers.get(name), `${name} of ${path}`);
    }
  });

  test("compresses on request, with the same ETag and text", async () => {
    // `fetch` would decompress the body.
    const fetched = (encoding) =>
      new Promise((resolve, reject) => {
        const headers = { "x-api-key": service.key, "accept-encoding": encoding };
        rawRequest(`${service.url}/ethereals`, { headers }, async (response) => {
          resolve({ headers: response.headers, body: Buffer.concat(await response.toArray()) });
        })
          .on("error", reject)
          .end();
      });
    const plain = await fetched("identity");
    const packed = await fetched("gzip");
    assert.deepEqual(
      [plain.headers["content-encoding"], packed.headers["content-encoding"]],
      [undefined, "gzip"],
    );
    assert.deepEqual(gunzipSync(packed.body), plain.body);
    assert.ok(packed.body.length < plain.body.length / 2);
    assert.equal(packed.headers.etag, plain.headers.etag);
    assert.ok(list(packed.headers.vary).includes("accept-encoding"));
  });

  test("304 has the Vary of the response with a body", async () => {
    const headers = { "x-api-key": service.key };
    const etag = (await get("/ethereals", { headers })).headers.get("etag");
    const response = await get("/ethereals", { headers: { ...headers, "if-none-match": etag } });
    assert.equal(response.status, 304);
    assert.ok(
      list(response.headers.get("vary")).includes("accept-encoding"),
      response.headers.get("vary"),
    );
  });

  test("does not compress for HTTP/1.0, and says how long a body is", async () => {
    const head = `GET /openapi.json HTTP/1.0\r\nhost: x\r\naccept-encoding: gzip\r\n\r\n`;
    const { text, closed } = await sendRaw(service.url, head);
    const [headers, body] = text.split("\r\n\r\n", 2);
    assert.doesNotMatch(headers, /content-encoding/i);
    assert.match(headers, new RegExp(`content-length: ${body.length}`, "i"));
    assert.ok(closed);
  });

  test("responds with `connection: close` when the request has it, in a list and in any case", async () => {
    for (const value of ["close", "TE, close", "Close , TE"]) {
      const head = `GET /health HTTP/1.1\r\nhost: x\r\nte: trailers\r\nconnection: ${value}\r\n\r\n`;
      const { text, closed, elapsedMs } = await sendRaw(service.url, head);
      assert.match(text, /^connection: close\r$/im, value);
      assert.doesNotMatch(text, /keep-alive/i, value);
      assert.ok(closed && elapsedMs < 3000, `${elapsedMs} ms`);
    }
  });

  test("responds to a client that closes its sending side after the request", async () => {
    for (let round = 0; round < 20; round++) {
      const socket = connect({
        port: new URL(service.url).port,
        host: "127.0.0.1",
        allowHalfOpen: true,
      });
      socket.end(`GET /ethereals HTTP/1.1\r\nhost: x\r\nx-api-key: ${service.key}\r\n\r\n`);
      const text = Buffer.concat(await socket.toArray()).toString();
      assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
      assert.match(text, /"nextCursor":/);
    }
  });

  test("the log has no key that a client put into a path", async () => {
    // A text with the form of a key.
    const key = `eqk_${"k".repeat(49)}`;
    for (const path of [
      `/${key}/project`,
      `/bridge/transfers/transactions/${key}`,
      `/tokens/${key}/1/uri?b=1`,
    ]) {
      const id = (await get(path)).headers.get("x-request-id");
      await until("the line of the log", () => service.stderr().includes(id));
    }
    assert.ok(!service.stderr().includes(key));
    // The log has "…" where the path had the key.
    assert.match(service.stderr(), /\/bridge\/transfers\/transactions\/…/);
  });

  test("every response has its own request id", async () => {
    const ids = [];
    for (const path of [...ENDPOINTS, ...NATIVE_PATHS, "/nothing", "/project"])
      ids.push((await get(path)).headers.get("x-request-id"));
    assert.ok(
      ids.every((id) => /^[\w-]{8,64}$/.test(id)),
      ids.join(),
    );
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(service.stderr().includes(ids[0]), "the log has the request id");
  });

  test("keeps the request id of a client, and replaces an invalid or a long one", async () => {
    const returnedId = async (id) =>
      (await get("/health", { headers: { "x-request-id": id } })).headers.get("x-request-id");
    for (const id of ["7", "Root=1-67891233-abcdef", "x".repeat(128)])
      assert.equal(await returnedId(id), id);
    for (const id of ["x".repeat(129), "a b", "<script>", "a;b", '"', "\u00e9"])
      assert.match(await returnedId(id), /^[0-9a-f-]{36}$/, id);
  });
});
