// Tests which headers the proxy forwards to the service, and which headers of the service reach the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CALLS, callOf } from "../calls.mjs";
import { API_KEY, messageOf, proxyOver } from "./servers.mjs";

const respondWith = (headers) => () => new Response("{}", { headers });
/** The headers that the page receives if the service responds with `serviceHeaders`. */
async function headersOf(serviceHeaders, path = "/project") {
  const response = await proxyOver(respondWith(serviceHeaders)).ask(path);
  return response.headers;
}

test("forwards if-none-match, but no other header of the page", async () => {
  const { ask, requests } = proxyOver(respondWith({}));
  const headers = {
    accept: "text/html",
    authorization: "Bearer page",
    cookie: "session=1",
    forwarded: "for=1.2.3.4",
    host: "evil.example",
    "if-none-match": 'W/"1", "2"',
    origin: "https://app.example",
    range: "bytes=0-1",
    referer: "https://app.example/x",
    "x-api-key": "page",
    "x-forwarded-for": "1.2.3.4",
    "x-request-id": "page",
  };
  for (const { target, needsKey } of CALLS) {
    await ask(target, { headers });
    const sent = Object.fromEntries(requests.at(-1).headers);
    assert.deepEqual(sent, {
      "if-none-match": 'W/"1", "2"',
      ...(needsKey && { "x-api-key": API_KEY }),
    });
  }
});

test("sends the option headers with each request, but prefers the if-none-match of the page", async () => {
  const { ask, requests } = proxyOver(respondWith({}), {
    headers: { "X-Gateway": "app", "if-none-match": '"0"' },
  });
  await ask("/project", { headers: { "if-none-match": '"1"', "x-gateway": "page" } });
  assert.deepEqual(Object.fromEntries(requests[0].headers), {
    "x-gateway": "app",
    "if-none-match": '"1"',
    "x-api-key": API_KEY,
  });
  await ask(callOf("tokenUri").target);
  assert.equal(requests[1].headers.get("x-gateway"), "app");
});

test("only the listed headers of the service reach the page", async () => {
  const headers = await headersOf({
    "access-control-allow-origin": "*",
    "content-disposition": "attachment",
    "content-length": "2",
    "content-location": "http://10.0.0.1/",
    "content-type": "application/json; charset=utf-8",
    etag: 'W/"1"',
    link: "<http://10.0.0.1/>",
    location: "http://10.0.0.1/",
    "retry-after": "1",
    server: "upstream/1.0",
    "set-cookie": "a=b",
    "www-authenticate": "Basic",
    "x-request-id": "r-1",
  });
  assert.deepEqual(Object.fromEntries(headers), {
    "cache-control": "private, no-store",
    "content-type": "application/json; charset=utf-8",
    etag: 'W/"1"',
    "retry-after": "1",
    "x-content-type-options": "nosniff",
    "x-request-id": "r-1",
  });
});

test("a content type other than JSON becomes application/json, so that a browser does not show the response as a page", async () => {
  for (const type of [
    "text/html",
    "image/svg+xml",
    "text/xml",
    "application/xhtml+xml",
    "text/plain",
    "application/json, text/html",
    "application/json;a=b,text/html",
    "application/jsonx",
    "text/html;application/json",
  ]) {
    const headers = await headersOf({ "content-type": type }, callOf("tokenUri").target);
    assert.equal(headers.get("content-type"), "application/json", type);
    assert.equal(headers.get("x-content-type-options"), "nosniff");
  }
  for (const type of [
    "application/json",
    "application/ld+json",
    "Application/JSON;charset=utf-8",
  ]) {
    const headers = await headersOf({ "content-type": type });
    assert.equal(headers.get("content-type"), type);
  }
});

test("the response to a call with the key forbids caches to store it, even when the service allows them", async () => {
  const values = [
    undefined,
    "public, max-age=60",
    "no-store",
    "private, No-Store",
    // The last three contain the text `no-store`, but not the plain directive.
    'public, s-maxage=60, ext="no-store"',
    "public, s-maxage=60, x-no-store",
    "max-age=60, no-store=0",
  ];
  for (const value of values) {
    const headers = value ? { "cache-control": value } : {};
    for (const { target, needsKey } of CALLS) {
      const expected = needsKey ? "private, no-store" : (value ?? null);
      for (const status of [200, 204, 304]) {
        const body = status === 200 ? "{}" : null;
        const { ask } = proxyOver(() => new Response(body, { status, headers }));
        const response = await ask(target);
        const cacheControl = response.headers.get("cache-control");
        assert.equal(cacheControl, expected, `${target} ${status} ${value}`);
      }
      const { ask } = proxyOver(() => new Response("{}", { status: 500, headers }));
      const failed = await ask(target);
      assert.equal(failed.headers.get("cache-control"), "private, no-store");
    }
  }
});

test("does not forward the status text", async () => {
  const { ask } = proxyOver(
    () => new Response("{}", { status: 404, statusText: "Not at 10.0.0.1" }),
  );
  const response = await ask("/project");
  assert.deepEqual([response.status, response.statusText], [404, ""]);
  assert.equal(await messageOf(response), "The service failed (status 404).");
});

test("forwards a response that has no body", async () => {
  for (const status of [204, 205]) {
    const response = await proxyOver(() => new Response(null, { status })).ask("/project");
    assert.deepEqual([response.status, response.body], [status, null]);
  }
});
