// Tests `toNodeHandler`, which makes a listener of node:http or Express from a handler of web-standard requests.
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { createProxyHandler, toNodeHandler } from "../../pkg/dist/proxy.js";
import { API_KEY, listen, upstream } from "./servers.mjs";

/** Sends exactly these lines as a request, and resolves with the first line of the response. */
async function statusLineOf(url, ...lines) {
  const socket = connect(new URL(url).port, "127.0.0.1");
  await once(socket, "connect");
  socket.write([...lines, "connection: close", "", ""].join("\r\n"));
  const chunks = await socket.toArray();
  const [statusLine] = Buffer.concat(chunks).toString("latin1").split("\r\n", 1);
  return statusLine;
}

test("the handler receives method, URL and headers, and the listener sends status, headers and body", async () => {
  const url = await listen(
    toNodeHandler(async ({ method, url, headers }) => {
      const response = Response.json(
        { method, path: new URL(url).pathname, mark: headers.get("x-mark") },
        { status: 201 },
      );
      for (const value of ["a=1", "b=2"]) response.headers.append("set-cookie", value);
      return response;
    }),
  );
  const response = await fetch(`${url}/a%20b?c`, {
    method: "POST",
    headers: { "x-mark": "1" },
    body: "ignored",
  });
  assert.equal(response.status, 201);
  assert.deepEqual(response.headers.getSetCookie(), ["a=1", "b=2"]);
  assert.deepEqual(await response.json(), { method: "POST", path: "/a%20b", mark: "1" });
});

test("the handler receives the whole path, even if a router of Express has removed its mount path", async () => {
  const { baseUrl } = await upstream();
  const handle = toNodeHandler(
    createProxyHandler({ baseUrl, apiKey: API_KEY, basePath: "/api/eq" }),
  );
  // Changes the request as Express does for a router with the mount path /api/eq.
  const url = await listen((request, response) => {
    request.originalUrl = request.url;
    request.url = request.url.slice("/api/eq".length);
    return handle(request, response);
  });
  const response = await fetch(`${url}/api/eq/project`);
  const { requestOwner } = await response.json();
  assert.equal(requestOwner, "demo");
});

test("a session check around the handler runs before the handler", async () => {
  const { baseUrl, requests } = await upstream();
  const handler = createProxyHandler({ baseUrl, apiKey: API_KEY });
  const hasSession = (request) => request.headers.get("cookie") === "session=1";
  const url = await listen(
    toNodeHandler((request) =>
      hasSession(request) ? handler(request) : new Response(null, { status: 401 }),
    ),
  );
  assert.equal((await fetch(`${url}/project`)).status, 401);
  assert.equal(requests.length, 0);
  assert.equal((await fetch(`${url}/project`, { headers: { cookie: "session=1" } })).status, 200);
});

test("an error of the handler goes to next, or is a 500", async () => {
  const failure = new Error("broken");
  const handle = toNodeHandler(() => Promise.reject(failure));
  const urlWithoutNext = await listen((request, response) => handle(request, response));
  assert.equal((await fetch(urlWithoutNext)).status, 500);
  const urlWithNext = await listen((request, response) => {
    const next = (error) => response.writeHead(error === failure ? 503 : 500).end();
    return handle(request, response, next);
  });
  assert.equal((await fetch(urlWithNext)).status, 503);
});

test("a malformed path is a 400, and neither a path nor a host leads out of the base path", async () => {
  const { baseUrl, requests } = await upstream();
  const url = await listen(
    toNodeHandler(createProxyHandler({ baseUrl, apiKey: API_KEY, basePath: "/api/eq" })),
  );
  // A malformed host is ignored. The host with a path would lead to /api/eq/project if it became text of the URL.
  for (const [status, target, host] of [
    [200, "/api/eq/project", "a b"],
    [400, "*", "app"],
    [400, "http://evil.example/api/eq/project", "app"],
    [400, "/api/eq/../../project", "app"],
    [400, "//evil.example/api/eq/project", "app"],
    [400, "/x", "evil.example/api/eq/project?"],
    [400, "/api/eq/%2e%2e/project", "app"],
    [200, "/api/eq/project", "[::1]:80"],
  ]) {
    const line = await statusLineOf(url, `GET ${target} HTTP/1.1`, `host: ${host}`);
    assert.match(line, new RegExp(`^HTTP/1\\.1 ${status} `), `${target} at ${host}`);
  }
  assert.deepEqual(
    requests.map((request) => request.url),
    ["/v1/project", "/v1/project"],
  );
});
